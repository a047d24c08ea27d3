import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { sentenceOf } from '#core/kernel';
import {
  AlertDialog,
  Button,
  Disclosure,
  Icon,
  IconButton,
  ProgressBar,
  Tabs,
  useService,
  useTranslate,
} from '#core/react';
import { TOASTS } from '#core/toasts';
import { BOOK_DESK } from '../model/book-desk.ts';
import { FitTargets } from './FitTargets.tsx';
import { KnownPoints } from './KnownPoints.tsx';
import { Observations } from './Observations.tsx';
import { Result } from './Result.tsx';
import { SettingsForm } from './SettingsForm.tsx';

/** One field book: its observations, known points and settings, and what was computed of them. */
export const OpenBook = observer(function OpenBook({ mayWrite }: { mayWrite: boolean }) {
  const t = useTranslate('field-book');
  const desk = useService(BOOK_DESK);
  const toasts = useService(TOASTS);
  const book = desk.opened!;
  const [tab, setTab] = useState(book.result ? 'result' : 'observations');
  const [isAsking, setAsking] = useState(false);
  const isStale = book.result !== null && book.computedVersion !== book.version;
  const compute = async () => {
    try {
      await desk.compute();
      setTab('result');
    } catch (failure) {
      toasts.show('error', sentenceOf(failure));
    }
  };
  return (
    <div className="fbk">
      <div className="fbk-head">
        <IconButton
          size="s"
          label={t('back')}
          icon={<Icon name="chevron-left" />}
          onPress={() => desk.close()}
        />
        <h3 className="fbk-title">{book.name}</h3>
        {mayWrite && (
          <IconButton
            size="s"
            label={t('delete', { name: book.name })}
            icon={<Icon name="trash" />}
            onPress={() => setAsking(true)}
          />
        )}
      </div>
      <small className="g-muted">
        {[t(`format.${book.format}`), book.instrument, book.fileName].filter(Boolean).join(' · ')}
      </small>
      {book.problems.length > 0 && (
        <Disclosure title={t('problems', { count: book.problemCount })}>
          <ul className="fbk-problems">
            {book.problems.map(({ line, message }, i) => (
              <li key={i}>
                {line > 0 && <b>{t('line', { line })} </b>}
                {message}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
      {isStale && (
        <p className="fbk-stale" role="status">
          {t('stale')}
        </p>
      )}
      {mayWrite && desk.progress === undefined && (
        <Button
          variant={book.result === null || isStale ? 'primary' : 'secondary'}
          className="fbk-compute"
          onPress={() => void compute()}
        >
          {t(book.result ? 'compute.again' : 'compute')}
        </Button>
      )}
      {desk.progress !== undefined && <ProgressBar label={t('computing')} value={desk.progress} />}
      {book.state === 'failed' && book.error !== null && <p className="g-error">{book.error}</p>}
      <Tabs
        label={t('title')}
        selected={tab}
        onSelect={setTab}
        tabs={[
          { id: 'observations', title: t('tab.observations'), content: <Observations mayWrite={mayWrite} /> },
          { id: 'known', title: t('tab.known'), content: <KnownPoints mayWrite={mayWrite} /> },
          { id: 'fit', title: t('tab.fit'), content: <FitTargets mayWrite={mayWrite} /> },
          {
            id: 'settings',
            title: t('tab.settings'),
            content: <SettingsForm key={book.version} mayWrite={mayWrite} />,
          },
          { id: 'result', title: t('tab.result'), content: <Result mayWrite={mayWrite} /> },
        ]}
      />
      {isAsking && (
        <AlertDialog
          title={t('delete.title', { name: book.name })}
          isOpen
          action={t('delete.action')}
          onAction={() => desk.remove(book)}
          onClose={() => setAsking(false)}
        >
          {t('delete.text')}
        </AlertDialog>
      )}
    </div>
  );
});
