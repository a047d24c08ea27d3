import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { Notification } from '#core/protocol';
import {
  Button,
  EmptyState,
  ErrorPanel,
  Icon,
  IconButton,
  Link,
  Skeleton,
  classes,
  useI18n,
  useService,
  useTranslate,
} from '#core/react';
import { sentenceOf } from '#core/kernel';
import { TOASTS } from '#core/toasts';
import type { Inbox } from '../model/inbox.ts';

const ALL = '/communications-management';

/** The newest messages; a click opens one and marks it as read. */
export default observer(function InboxList({ inbox, onClose }: { inbox: Inbox; onClose: () => void }) {
  const t = useTranslate('notifications');
  const toasts = useService(TOASTS);
  const [opened, setOpened] = useState<string>();
  const showError = (failure: unknown) => void toasts.show('error', sentenceOf(failure));
  const toggle = ({ id, readAt }: Notification) => {
    setOpened(opened === id ? undefined : id);
    if (readAt === null) inbox.read([id]).catch(showError);
  };
  return (
    <>
      <header className="notes-head">
        <h2>{t('title')}</h2>
        {inbox.unread > 0 && (
          <Button variant="quiet" size="s" onPress={() => void inbox.read().catch(showError)}>
            {t('read.all')}
          </Button>
        )}
      </header>
      {inbox.state === 'failed' && <ErrorPanel error={inbox.error} onRetry={() => void inbox.load()} />}
      {inbox.state === 'loading' && <Skeleton lines={4} />}
      {inbox.state === 'ready' && inbox.rows.length === 0 && (
        <EmptyState icon={<Icon name="bell" />} title={t('empty')}>
          {t('empty.text')}
        </EmptyState>
      )}
      <ul className="notes-list">
        {inbox.rows.map((row) => (
          <Note
            key={row.id}
            note={row}
            isOpen={opened === row.id}
            onToggle={() => toggle(row)}
            onRemove={() => void inbox.remove(row.id).catch(showError)}
            onClose={onClose}
          />
        ))}
      </ul>
      <footer className="notes-foot">
        <Link href={ALL} onPress={onClose}>
          {t('all')}
        </Link>
      </footer>
    </>
  );
});

interface NoteProps {
  note: Notification;
  isOpen: boolean;
  onToggle: () => void;
  onRemove: () => void;
  onClose: () => void;
}

function Note({ note, isOpen, onToggle, onRemove, onClose }: NoteProps) {
  const t = useTranslate('notifications');
  const i18n = useI18n();
  const { kind, subject, text, sender, at, readAt, project } = note;
  return (
    <li className={classes('notes-item', readAt === null && 'notes-unread')}>
      <button type="button" className="g-row notes-open" aria-expanded={isOpen} onClick={onToggle}>
        <span className="notes-subject">
          {readAt === null && <span className="g-hidden">{t('unread')} </span>}
          {kind === 'message' ? subject : t(kind, { subject })}
        </span>
        <span className="g-muted notes-from">
          {sender !== null && `${sender} · `}
          <time dateTime={at}>{i18n.date(at, { dateStyle: 'short', timeStyle: 'short' })}</time>
        </span>
        {text !== '' && <span className={isOpen ? 'notes-text' : 'notes-text notes-short'}>{text}</span>}
      </button>
      <IconButton size="s" label={t('remove', { subject })} icon={<Icon name="close" />} onPress={onRemove} />
      {isOpen && kind === 'access-request' && (
        <Link href={`${ALL}?tab=requests`} onPress={onClose}>
          {t('access-request.open')}
        </Link>
      )}
      {isOpen && project && (
        <Link href={`/draw/${project.id}`} onPress={onClose}>
          {t('project.open', { project: project.projectName })}
        </Link>
      )}
    </li>
  );
}
