import { shortId } from '#core/kernel';
import { useI18n, useTranslate } from '#core/react';

export interface PreviewedExample {
  readonly id: string;
  /** One text per column; undefined: no value. */
  readonly before: readonly (string | undefined)[];
  /** Undefined: it stays as it is, because of the problem. */
  readonly after: readonly (string | undefined)[] | undefined;
  readonly problem?: string | undefined;
}

interface PreviewProps {
  /** Objects to change, of which the server has looked at the first. */
  count: number;
  previewed: number;
  changed: number;
  unchanged: number;
  emptied?: number;
  refused: readonly { reason: string; count: number }[];
  /** Titles of the fields. */
  columns: readonly string[];
  examples: readonly PreviewedExample[];
}

const EMPTY = '—';

/** What a change does: how many objects, how many are refused and why, and the first of them before and after. */
export function Preview(props: PreviewProps) {
  const { count, previewed, changed, unchanged, emptied = 0, refused, columns, examples } = props;
  const t = useTranslate('table');
  const i18n = useI18n();
  return (
    <div className="tab-preview" role="status">
      <p>
        {previewed < count
          ? t('preview.first', { previewed: i18n.number(previewed), total: i18n.number(count) })
          : t('preview.all', { count, total: i18n.number(count) })}{' '}
        {t('preview.effect', { changed: i18n.number(changed), unchanged: i18n.number(unchanged) })}
        {emptied > 0 && ` ${t('preview.emptied', { count: emptied })}`}
      </p>
      {refused.map(({ reason, count: refusals }) => (
        <p key={reason} className="g-error">
          {t('preview.refused', { count: refusals, reason })}
        </p>
      ))}
      {examples.length > 0 && (
        <table className="g-figures">
          <thead>
            <tr>
              <th>{t('column.id')}</th>
              {columns.map((column) => (
                <th key={column} colSpan={2}>
                  {column}
                </th>
              ))}
            </tr>
            <tr>
              <th />
              {columns.flatMap((column) => [
                <th key={`${column} before`}>{t('preview.before')}</th>,
                <th key={`${column} after`}>{t('preview.after')}</th>,
              ])}
            </tr>
          </thead>
          <tbody>
            {examples.map(({ id, before, after, problem }) => (
              <tr key={id} title={problem}>
                <td title={id}>…{shortId(id)}</td>
                {columns.flatMap((column, n) => [
                  <td key={`${column} before`}>{before[n] ?? EMPTY}</td>,
                  <td key={`${column} after`}>
                    {(after ? after[n] : before[n]) ?? EMPTY}
                    {problem !== undefined && ' ⚠'}
                  </td>,
                ])}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
