import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { AUTHOR_MODE, authoredIn, type AuthorMode, type AuthorState } from '#core/plugin';
import {
  Button,
  Dialog,
  Form,
  Icon,
  IconButton,
  TextField,
  useI18n,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { AUTHOR_PANEL } from '../model/author-panel.ts';
import './author-mode.css';

/** Says that a plugin is being tried in this page, and is where one is followed; absent until it is asked for. */
export const AuthorButton = observer(function AuthorButton() {
  const t = useTranslate('author-mode');
  const panel = useService(AUTHOR_PANEL);
  const author = useService(AUTHOR_MODE);
  const state = useObservable(author.state$, author.state);
  return (
    <>
      {state.kind !== 'off' && (
        <IconButton
          label={t('button', { state: t(`state.${state.kind}`) })}
          icon={
            <span className={`author-icon author-${state.kind}`}>
              <Icon name="plugin" />
            </span>
          }
          onPress={() => panel.setOpen(true)}
        />
      )}
      {panel.isOpen && (
        <Dialog isOpen size="s" title={t('title')} onClose={() => panel.setOpen(false)}>
          <div className="author">
            <Status state={state} />
            <Address author={author} isOn={state.kind !== 'off'} />
          </div>
        </Dialog>
      )}
    </>
  );
});

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
