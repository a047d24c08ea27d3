import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { AccessRequest } from '#core/protocol';
import { Badge, EmptyState, Icon, ListSearch, PagedTable, Select, useI18n, useTranslate } from '#core/react';
import type { Requests } from '../model/requests.ts';
import { RequestDialog } from './RequestDialog.tsx';

const STATES = ['pending', 'accepted', 'refused'] as const;
const BADGES = { pending: 'warning', accepted: 'success', refused: 'neutral' } as const;

interface RequestsTabProps {
  requests: Requests;
  mayGiveProjects: boolean;
}

/** Access requests. */
export const RequestsTab = observer(function RequestsTab({ requests, mayGiveProjects }: RequestsTabProps) {
  const t = useTranslate('communications');
  const i18n = useI18n();
  const { list } = requests;
  const [opened, setOpened] = useState<AccessRequest>();
  return (
    <>
      <div className="comms-filters">
        <ListSearch label={t('request.search')} list={list} className="comms-search" />
        <Select
          label={t('request.state')}
          value={requests.state}
          onChange={(state) => requests.show((state ?? '') as AccessRequest['state'] | '')}
          options={[
            ...STATES.map((value) => ({ value, title: t(`state.${value}`) })),
            { value: '', title: t('state.all') },
          ]}
        />
      </div>
      <PagedTable
        label={t('tab.requests')}
        list={list}
        rowId={({ id }) => id}
        rowText={({ name }) => name}
        sort={{ column: 'at', order: 'desc' }}
        onOpen={setOpened}
        empty={
          <EmptyState icon={<Icon name="user" />} title={t('requests.empty')}>
            {t('requests.empty.text')}
          </EmptyState>
        }
        columns={[
          { id: 'name', title: t('request.name'), sortable: true, cell: ({ name }) => name },
          { id: 'email', title: t('request.email'), secondary: true, cell: ({ email }) => email },
          { id: 'wish', title: t('request.wish'), cell: ({ wish }) => wish },
          {
            id: 'state',
            title: t('request.state'),
            sortable: true,
            secondary: true,
            width: 110,
            cell: ({ state }) => <Badge kind={BADGES[state]}>{t(`state.${state}`)}</Badge>,
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
        <RequestDialog
          requests={requests}
          request={opened}
          mayGiveProjects={mayGiveProjects}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
});
