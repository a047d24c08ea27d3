import type { FieldBookRecord } from '#core/protocol';
import { Badge, Table, useI18n, useTranslate, type TableColumn } from '#core/react';
import { angleText, headOf } from '../model/angles.ts';
import { useFixed } from './useFixed.ts';

interface Props {
  label: string;
  records: readonly FieldBookRecord[];
  /** Of angles, as the file has them. */
  unit: string;
  /** Missing where nothing may be corrected. */
  onEdit?: (record: FieldBookRecord) => void;
}

/** What was observed and noted at a station. */
export function StationRecords({ label, records, unit, onEdit }: Props) {
  const t = useTranslate('field-book');
  const i18n = useI18n();
  const metres = useFixed();
  const angle = (value: number | null) => (value === null ? '' : angleText(value, unit));
  const rows = records.filter(({ kind }) => kind === 'observation' || kind === 'point');
  const others = records.filter(({ kind }) => kind === 'note' || kind === 'baseline' || kind === 'height');
  // Of `359.9999`, and of `359°59′59.9″`.
  const angleWidth = unit === 'dms' ? 84 : 70;
  const hasAngles = rows.some(({ circle, zenith }) => circle !== null || zenith !== null);
  const angles: TableColumn<FieldBookRecord>[] = [
    {
      id: 'circle',
      title: headOf('Hz', unit),
      align: 'end',
      width: angleWidth,
      cell: ({ circle }) => angle(circle),
    },
    {
      id: 'zenith',
      title: headOf('V', unit),
      align: 'end',
      width: angleWidth,
      cell: ({ zenith }) => angle(zenith),
    },
  ];
  const rise: TableColumn<FieldBookRecord> = {
    id: 'vertical',
    title: t('column.rise'),
    align: 'end',
    width: 72,
    cell: ({ vertical }) =>
      vertical === null ? '' : i18n.number(vertical, { minimumFractionDigits: 3, maximumFractionDigits: 5 }),
  };
  const columns: TableColumn<FieldBookRecord>[] = [
    {
      id: 'name',
      title: t('column.target'),
      width: 44,
      cell: ({ name, used, original, face }) => (
        <span className={used ? undefined : 'fbk-unused'}>
          {name}
          {face === 2 && ' II'} {original && <Badge kind="accent">{t('changed')}</Badge>}
        </span>
      ),
    },
    ...(hasAngles ? angles : []),
    {
      id: 'distance',
      title: t('column.distance'),
      align: 'end',
      width: 58,
      cell: ({ slope, horizontal }) => metres(slope ?? horizontal),
    },
    ...(rows.some(({ vertical }) => vertical !== null) ? [rise] : []),
    { id: 'code', title: t('column.code'), width: 52, secondary: true, cell: ({ code }) => code ?? '' },
  ];
  return (
    <>
      {(rows.length > 0 || others.length === 0) && (
        <Table
          className="fbk-table"
          label={label}
          columns={columns}
          rows={rows}
          rowId={({ ordinal }) => String(ordinal)}
          isVirtual
          empty={t('station.empty')}
          {...(onEdit && { onOpen: onEdit })}
        />
      )}
      {others.length > 0 && (
        <ul className="fbk-problems" aria-label={t('notes')}>
          {others.map(({ ordinal, kind, line, name, height }) => (
            <li key={ordinal}>
              <b>{t('line', { line })}</b>{' '}
              {kind === 'baseline'
                ? t('vector', { name })
                : kind === 'height'
                  ? t('known-height', { name, height: metres(height) })
                  : name}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
