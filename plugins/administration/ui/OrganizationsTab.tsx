import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { API, ServerList } from '#core/api';
import { createOrganization, listOrganizations } from '#core/protocol';
import { Button, Form, Pager, Table, TextField, useService, useTranslate } from '#core/react';

/** The organizations one belongs to; a new one is seen after signing in again, when its token is handed out. */
export const OrganizationsTab = observer(function OrganizationsTab() {
  const t = useTranslate('administration');
  const api = useService(API);
  const [list] = useState(
    () =>
      new ServerList((query, signal) => api.call(listOrganizations, { query }, { signal }), {
        orderby: 'name',
      }),
  );
  const [name, setName] = useState('');
  useEffect(() => void list.reload(), [list]);
  const create = async () => {
    await api.call(createOrganization, { body: { name } });
    setName('');
    await list.reload();
  };
  return (
    <>
      <Form onSubmit={create} className="adm-inline">
        <TextField
          label={t('organizations.name')}
          description={t('organizations.help')}
          name="name"
          value={name}
          onChange={setName}
          isRequired
          maxLength={120}
        />
        <Button variant="primary" type="submit">
          {t('organizations.create')}
        </Button>
      </Form>
      <Table
        label={t('tab.organizations')}
        rows={list.rows}
        rowId={({ id }) => id}
        isLoading={list.state === 'loading'}
        error={list.state === 'failed' ? list.error : undefined}
        onRetry={() => void list.reload()}
        columns={[{ id: 'name', title: t('organizations.name'), cell: ({ name: title }) => title }]}
      />
      <Pager
        page={list.query.page}
        pageSize={list.query.paginate}
        total={list.total}
        onPage={(page) => void list.ask({ page })}
      />
    </>
  );
});
