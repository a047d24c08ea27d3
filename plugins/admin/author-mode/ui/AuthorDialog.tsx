import { useState } from 'react';
import { AUTHOR_MODE, authoredIn, type AuthorMode, type AuthorState } from '#core/plugin';
import {
  Button,
  Dialog,
  Form,
  TextField,
  useI18n,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';

/** What is being tried in this page, and the address where it is followed. */
export default function AuthorDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate('author-mode');
  const author = useService(AUTHOR_MODE);
  const state = useObservable(author.state$, author.state);
  return (
    <Dialog isOpen size="s" title={t('title')} onClose={onClose}>
      <div className="author">
        <Status state={state} />
        <Address author={author} isOn={state.kind !== 'off'} />
      </div>
    </Dialog>
  );
}

function Status({ state }: { state: AuthorState }) {
  const t = useTranslate('author-mode');
  const { language } = useI18n();
  const plugin = authoredIn(state);
  const values = plugin
    ? { title: plugin.manifest.title[language], version: plugin.manifest.version }
    : { title: '', version: '' };
  return (
    <div role="status">
      <p>{t(plugin ? 'running' : `explain.${state.kind}`, values)}</p>
      {state.kind === 'waiting' && !isSecureContext && <p>{t('explain.insecure')}</p>}
      {state.kind === 'problem' && <pre className="author-problem">{state.problem}</pre>}
    </div>
  );
}

function Address({ author, isOn }: { author: AuthorMode; isOn: boolean }) {
  const t = useTranslate('author-mode');
  const [address, setAddress] = useState(author.address ?? '');
  return (
    <Form onSubmit={() => author.follow(address.trim())}>
      <TextField
        label={t('address')}
        description={t('address.help')}
        value={address}
        onChange={setAddress}
        isRequired
        maxLength={300}
      />
      <div className="author-actions">
        <Button type="submit" variant="primary">
          {t(isOn ? 'again' : 'start')}
        </Button>
        {isOn && <Button onPress={() => author.stop()}>{t('stop')}</Button>}
      </div>
    </Form>
  );
}
