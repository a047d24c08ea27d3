import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { SentNotification } from '#core/protocol';
import { Dialog, Pager, Table, useI18n, useTranslate } from '#core/react';
import type { Mail } from '../model/mail.ts';

interface SentDialogProps {
  mail: Mail;
  sent: SentNotification;
  onClose: () => void;
}

/** One message that was sent, and who has read it when. */
export const SentDialog = observer(function SentDialog({ mail, sent, onClose }: SentDialogProps) {
  const t = useTranslate('communications');
  const i18n = useI18n();
  const [list] = useState(() => mail.readersOf(sent));
  useEffect(() => void list.reload(), [list]);
  const inApp = sent.channels.includes('app');
  return (
    <Dialog isOpen title={sent.subject} onClose={onClose} className="comms-note">
      <p className="g-muted">
        {t('to')}: {sent.audience.map(({ name }) => name).join(', ')} ·{' '}
        {sent.channels.map((channel) => t(`by.${channel}`)).join(', ')}
      </p>
      <p className="comms-text">{sent.text}</p>
      <Table
        label={t('readers')}
        rows={list.rows}
        rowId={({ userId }) => userId}
        isLoading={list.state === 'loading'}
        error={list.state === 'failed' ? list.error : undefined}
        onRetry={() => void list.reload()}
        sort={{ column: list.query.orderby ?? 'name', order: list.query.order ?? 'asc' }}
        onSort={({ column, order }) => void list.ask({ orderby: column, order })}
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
      <Pager
        page={list.query.page}
        pageSize={list.query.paginate}
        total={list.total}
        onPage={(page) => void list.ask({ page })}
      />
    </Dialog>
  );
});
