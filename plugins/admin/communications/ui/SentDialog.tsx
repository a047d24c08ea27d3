import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { SentNotification } from '#core/protocol';
import { Dialog, PagedTable, useI18n, useTranslate } from '#core/react';
import type { MessageLists } from '../model/mail.ts';

interface SentDialogProps {
  mail: MessageLists;
  sent: SentNotification;
  onClose: () => void;
}

/** A sent message, and who has read it and when. */
export const SentDialog = observer(function SentDialog({ mail, sent, onClose }: SentDialogProps) {
  const t = useTranslate('communications');
  const i18n = useI18n();
  const [list] = useState(() => mail.readersOf(sent));
  const inApp = sent.channels.includes('app');
  return (
    <Dialog isOpen title={sent.subject} onClose={onClose} className="comms-note">
      <p className="g-muted">
        {t('to')}: {sent.audience.map(({ name }) => name).join(', ')} ·{' '}
        {sent.channels.map((channel) => t(`by.${channel}`)).join(', ')}
      </p>
      <p className="comms-text">{sent.text}</p>
      <PagedTable
        label={t('readers')}
        list={list}
        rowId={({ userId }) => userId}
        sort={{ column: 'name', order: 'asc' }}
        columns={[
          { id: 'name', title: t('recipient'), sortable: true, cell: ({ name }) => name },
          {
            id: 'readAt',
            title: t('read.at'),
            sortable: true,
            cell: ({ readAt }) =>
              readAt
                ? i18n.date(readAt, { dateStyle: 'short', timeStyle: 'short' })
                : t(inApp ? 'read.not' : 'read.unknown'),
          },
        ]}
      />
    </Dialog>
  );
});
