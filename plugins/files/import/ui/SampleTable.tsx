import { propertyOf } from '#core/kernel';
import type { Field } from '#core/protocol';
import { Table, useTranslate } from '#core/react';

interface SampleTableProps {
  rows: readonly Record<string, unknown>[];
  fields: readonly Field[];
}

type SampleRow = { id: string; values: Record<string, unknown> };

/** The first rows as read with the chosen encoding. */
export function SampleTable({ rows, fields }: SampleTableProps) {
  const t = useTranslate('import');
  if (rows.length === 0 || fields.length === 0) return <p className="g-muted">{t('sample.none')}</p>;
  return (
    <div className="import-sample">
      <Table<SampleRow>
        label={t('sample.title')}
        className="import-table"
        rows={rows.map((values, i) => ({ id: String(i), values }))}
        rowId={({ id }) => id}
        columns={fields.map(({ name, type }) => ({
          id: name,
          title: name,
          align: type === 'number' || type === 'integer' ? 'end' : 'start',
          cell: ({ values }) => shown(propertyOf(values, name)),
        }))}
      />
    </div>
  );
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
