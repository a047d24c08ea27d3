import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { SentNotification } from '#core/protocol';
import { Button, EmptyState, Icon, ListSearch, PagedTable, useI18n, useTranslate } from '#core/react';
import type { MessageLists } from '../model/mail.ts';
import { SentDialog } from './SentDialog.tsx';

/** Sent messages, and how many recipients have read each. */
export const SentTab = observer(function SentTab({
  mail,
  onWrite,
}: {
  mail: MessageLists;
  onWrite: () => void;
}) {
  const t = useTranslate('communications');
  const i18n = useI18n();
  const list = mail.sent;
  const [opened, setOpened] = useState<SentNotification>();
  const searching = Boolean(list.query.search);
  return (
    <>
      <ListSearch label={t('search')} list={list} className="comms-search" />
      <PagedTable
        label={t('tab.sent')}
        list={list}
        rowId={({ id }) => id}
        rowText={({ subject }) => subject}
        sort={{ column: 'at', order: 'desc' }}
        onOpen={setOpened}
        empty={
          <EmptyState
            icon={<Icon name="message" />}
            title={searching ? t('search.nothing') : t('sent.empty')}
            action={!searching && <Button onPress={onWrite}>{t('write')}</Button>}
          >
            {searching ? t('search.other') : t('sent.empty.text')}
          </EmptyState>
        }
        columns={[
          { id: 'subject', title: t('subject'), sortable: true, cell: ({ subject }) => subject },
          {
            id: 'to',
            title: t('to'),
            secondary: true,
            cell: ({ audience }) => audience.map(({ name }) => name).join(', '),
          },
          {
            id: 'read',
            title: t('read.by'),
            align: 'end',
            width: 110,
            cell: ({ readCount, recipientCount, channels }) =>
              channels.includes('app')
                ? t('read.of', { read: i18n.number(readCount), all: i18n.number(recipientCount) })
                : t('read.mailed', { count: recipientCount }),
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
      {opened && <SentDialog mail={mail} sent={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
});
