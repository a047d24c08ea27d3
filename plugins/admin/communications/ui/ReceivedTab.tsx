import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { sentenceOf } from '#core/kernel';
import type { Notification } from '#core/protocol';
import {
  Badge,
  Button,
  Dialog,
  EmptyState,
  Icon,
  Link,
  ListSearch,
  PagedTable,
  useI18n,
  useService,
  useTranslate,
} from '#core/react';
import { TOASTS } from '#core/toasts';
import type { MessageLists } from '../model/mail.ts';

/** Titles of what the server itself writes. */
const TITLES = { 'access-request': 'request.title', 'project-member': 'member.title' };

/** The person's inbox. */
export const ReceivedTab = observer(function ReceivedTab({ mail }: { mail: MessageLists }) {
  const t = useTranslate('communications');
  const i18n = useI18n();
  const toasts = useService(TOASTS);
  const list = mail.received;
  const [opened, setOpened] = useState<Notification>();
  const showError = (failure: unknown) => void toasts.show('error', sentenceOf(failure));
  const titleOf = ({ kind, subject }: Notification) =>
    kind === 'message' ? subject : t(TITLES[kind], { name: subject });
  const open = (note: Notification) => {
    setOpened(note);
    if (note.readAt === null) mail.read(note).catch(showError);
  };
  return (
    <>
      <ListSearch label={t('search')} list={list} className="comms-search" />
      <PagedTable
        label={t('tab.received')}
        list={list}
        rowId={({ id }) => id}
        rowText={({ subject }) => subject}
        sort={{ column: 'at', order: 'desc' }}
        onOpen={open}
        empty={
          <EmptyState icon={<Icon name="message" />} title={t('received.empty')}>
            {t('received.empty.text')}
          </EmptyState>
        }
        columns={[
          {
            id: 'subject',
            title: t('subject'),
            sortable: true,
            cell: (note) => (
              <>
                {note.readAt === null && <Badge kind="accent">{t('unread')}</Badge>} {titleOf(note)}
              </>
            ),
          },
          {
            id: 'sender',
            title: t('from'),
            secondary: true,
            width: 200,
            cell: ({ sender }) => sender ?? t('from.server'),
          },
          {
            id: 'at',
            title: t('at'),
            sortable: true,
            width: 150,
            cell: ({ at }) => i18n.date(at, { dateStyle: 'short', timeStyle: 'short' }),
          },
        ]}
      />
      {opened && (
        <Dialog
          isOpen
          className="comms-note"
          title={titleOf(opened)}
          onClose={() => setOpened(undefined)}
          footer={
            <>
              <Button
                onPress={() => {
                  setOpened(undefined);
                  mail.remove(opened).catch(showError);
                }}
              >
                {t('remove')}
              </Button>
              <Button variant="primary" onPress={() => setOpened(undefined)}>
                {t('core:dialog.close')}
              </Button>
            </>
          }
        >
          <p className="g-muted">
            {opened.sender ?? t('from.server')} ·{' '}
            {i18n.date(opened.at, { dateStyle: 'long', timeStyle: 'short' })}
          </p>
          <p className="comms-text">{opened.text}</p>
          {opened.kind === 'access-request' && (
            <Link href="/communications-management?tab=requests" onPress={() => setOpened(undefined)}>
              {t('request.open')}
            </Link>
          )}
          {opened.project && (
            <Link href={`/draw/${opened.project.id}`} onPress={() => setOpened(undefined)}>
              {t('project.open', { project: opened.project.projectName })}
            </Link>
          )}
        </Dialog>
      )}
    </>
  );
});
