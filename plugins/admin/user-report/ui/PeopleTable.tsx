import { useState } from 'react';
import { ACTIVITIES, type UserReport } from '#core/protocol';
import { EmptyState, Icon, Pager, Table, useI18n, useTranslate, type Sort } from '#core/react';
import type { ReportSectionProps } from '../api.ts';

type PersonRow = UserReport['users'][number];
const PAGE = 25;

/** Activity of each person. Sorted and paged in the browser: the report is complete. */
export function PeopleTable({ report }: ReportSectionProps) {
  const t = useTranslate('user-report');
  const i18n = useI18n();
  const [sort, setSort] = useState<Sort>({ column: 'name', order: 'asc' });
  const [page, setPage] = useState(1);
  const nameOf = ({ userId, name }: PersonRow) => (userId === null ? t('others') : name);
  const rows = [...report.users].sort((a, b) => {
    const by = sort.column as keyof PersonRow;
    const order = by === 'name' ? nameOf(a).localeCompare(nameOf(b), i18n.language) : compare(a[by], b[by]);
    return sort.order === 'asc' ? order : -order;
  });
  return (
    <>
      <Table
        label={t('people')}
        rows={rows.slice((page - 1) * PAGE, page * PAGE)}
        rowId={({ userId }) => userId ?? 'others'}
        rowText={nameOf}
        sort={sort}
        onSort={(next) => {
          setSort(next);
          setPage(1);
        }}
        empty={
          <EmptyState icon={<Icon name="chart" />} title={t('empty')}>
            {t('empty.text')}
          </EmptyState>
        }
        columns={[
          { id: 'name', title: t('name'), sortable: true, cell: nameOf },
          ...ACTIVITIES.map((what) => ({
            id: what,
            title: t(`activity.${what}`),
            sortable: true,
            align: 'end' as const,
            secondary: what !== 'created' && what !== 'changed',
            cell: (row: PersonRow) => i18n.number(row[what]),
          })),
          {
            id: 'lastAt',
            title: t('lastAt'),
            sortable: true,
            secondary: true,
            cell: ({ lastAt }) => lastAt && i18n.date(lastAt, { dateStyle: 'short', timeStyle: 'short' }),
          },
        ]}
      />
      <Pager page={page} pageSize={PAGE} total={rows.length} onPage={setPage} />
    </>
  );
}

function compare(a: string | number | null, b: string | number | null): number {
  return typeof a === 'number' && typeof b === 'number'
    ? a - b
    : String(a ?? '').localeCompare(String(b ?? ''));
}
