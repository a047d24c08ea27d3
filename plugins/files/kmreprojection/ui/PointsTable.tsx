import { observer } from 'mobx-react-lite';
import { Icon, Table, useI18n, useTranslate, type TableColumn } from '#core/react';
import { axisTitles, ordinatesOf, printHeight } from '../model/outputs.ts';
import type { Reprojected } from '../model/reproject.ts';
import type { PointReprojection, ReprojectionResult } from '../model/reprojection.ts';
import { useColumnTitles } from './useColumnTitles.ts';

interface PointsTableProps {
  points: PointReprojection;
  result: ReprojectionResult;
}

/** The points in the target system. */
export const PointsTable = observer(function PointsTable({ points, result }: PointsTableProps) {
  const t = useTranslate('kmreprojection');
  const i18n = useI18n();
  const titles = useColumnTitles();
  const { rows, to } = result;
  const locale = i18n.language;
  const ordinate = (index: 0 | 1): TableColumn<Reprojected> => ({
    id: `ordinate-${index}`,
    title: axisTitles(to, titles)[index]!,
    align: 'end',
    width: 112,
    cell: (row) => ordinatesOf(row, to, locale)[index] || t('lost.one'),
  });
  const columns: TableColumn<Reprojected>[] = [
    {
      id: 'name',
      title: titles.name,
      cell: ({ name, line, outside }) => (
        <>
          {name || <span className="g-muted">{t('line', { line: i18n.number(line) })}</span>}
          {outside.length > 0 && (
            <span
              role="img"
              className="kmr-mark"
              aria-label={t('outside.one', { crs: outside.join(', ') })}
              title={t('outside.one', { crs: outside.join(', ') })}
            >
              <Icon name="warning" />
            </span>
          )}
        </>
      ),
    },
    ordinate(0),
    ordinate(1),
  ];
  if (rows.some(({ height }) => height !== undefined))
    columns.push({
      id: 'height',
      title: titles.height,
      align: 'end',
      width: 80,
      cell: ({ height }) => printHeight(height, locale),
    });
  if (rows.some(({ code }) => code !== ''))
    columns.push({ id: 'code', title: titles.code, cell: ({ code }) => code, secondary: true });
  columns.push({
    id: 'given',
    title: t('column.given'),
    secondary: true,
    cell: ({ given }) => <span className="g-muted g-figures">{given}</span>,
  });
  return (
    <Table
      label={t('result')}
      className="kmr-table"
      isVirtual
      rows={rows}
      rowId={({ line }) => String(line)}
      rowText={({ name }) => name}
      columns={columns}
      selection="single"
      selected={new Set(points.chosen === undefined ? [] : [String(points.chosen)])}
      onSelect={(ids) => points.choose(ids.size > 0 ? Number([...ids][0]) : undefined)}
    />
  );
});
