import { Plus, Trash2 } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useState, type ReactNode } from 'react';
import type { ServerList } from '#core/api';
import {
  AlertDialog,
  Button,
  EmptyState,
  IconButton,
  ListSearch,
  PagedTable,
  useTranslate,
  type TableColumn,
} from '#core/react';

interface NamedRecord {
  id: string;
  name: string;
}

interface ManagedTableProps<T extends NamedRecord> {
  /** Prefix of its text keys; each prefix has the same keys. */
  texts: 'users' | 'groups' | 'organizations' | 'grids' | 'layer-servers';
  icon: ReactNode;
  list: ServerList<T>;
  columns: readonly TableColumn<T>[];
  /** The dialog to edit an entry, or to create one. */
  dialog: (edited: T | undefined, close: () => void) => ReactNode;
  onRemove: (row: T) => Promise<void>;
}

/** A table of managed records with search, create, edit and delete. */
export const ManagedTable = observer(function ManagedTable<T extends NamedRecord>({
  texts,
  icon,
  list,
  columns,
  dialog,
  onRemove,
}: ManagedTableProps<T>) {
  const translate = useTranslate('administration');
  const t = (key: string, values?: Record<string, unknown>) => translate(`${texts}.${key}`, values);
  const [edited, setEdited] = useState<T | 'new'>();
  const [removed, setRemoved] = useState<T>();
  const searching = Boolean(list.query.search);
  const create = (
    <Button variant="primary" icon={<Plus aria-hidden="true" />} onPress={() => setEdited('new')}>
      {t('new')}
    </Button>
  );
  const close = () => setEdited(undefined);
  return (
    <>
      <div className="adm-bar">
        <ListSearch label={translate(`search.${texts}`)} list={list} className="adm-search" />
        {create}
      </div>
      <PagedTable
        label={translate(`tab.${texts}`)}
        list={list}
        rowId={({ id }) => id}
        rowText={({ name }) => name}
        sort={{ column: 'name', order: 'asc' }}
        onOpen={setEdited}
        empty={
          <EmptyState
            icon={icon}
            title={translate(`empty.title.${texts}`)}
            action={searching ? undefined : create}
          >
            {searching ? translate('empty.search') : translate(`empty.text.${texts}`)}
          </EmptyState>
        }
        columns={[
          { id: 'name', title: t('name'), sortable: true, cell: ({ name }) => name },
          ...columns,
          {
            id: 'actions',
            title: translate('actions'),
            hideTitle: true,
            align: 'end',
            width: 56,
            cell: (row) => (
              <IconButton
                size="s"
                label={translate('delete.one', { name: row.name })}
                icon={<Trash2 aria-hidden="true" />}
                onPress={() => setRemoved(row)}
              />
            ),
          },
        ]}
      />
      {edited && dialog(edited === 'new' ? undefined : edited, close)}
      <AlertDialog
        isOpen={removed !== undefined}
        title={translate('delete.title', { name: removed?.name ?? '' })}
        action={translate(`delete.action.${texts}`)}
        onAction={() => (removed ? onRemove(removed) : undefined)}
        onClose={() => setRemoved(undefined)}
      >
        <p>{translate(`delete.text.${texts}`)}</p>
      </AlertDialog>
    </>
  );
});
