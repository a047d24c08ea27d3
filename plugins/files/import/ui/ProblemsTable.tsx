import { useMemo, useState } from 'react';
import type { ImportProblem } from '#core/protocol';
import { SearchField, Table, useI18n, useTranslate } from '#core/react';

type ProblemRow = ImportProblem & { id: string };

/** The problems found, those of the whole file first; only visible rows are rendered. */
export function ProblemsTable({ problems, total }: { problems: readonly ImportProblem[]; total: number }) {
  const t = useTranslate('import');
  const i18n = useI18n();
  const [search, setSearch] = useState('');
  const rows = useMemo(() => {
    const searched = search.trim().toLocaleLowerCase();
    const all = problems.map((problem, i): ProblemRow => ({ ...problem, id: String(i) }));
    return all.filter(
      ({ message, feature }) =>
        message.toLocaleLowerCase().includes(searched) || String(feature) === searched,
    );
  }, [problems, search]);
  if (problems.length === 0) return <p className="g-muted">{t('problems.none')}</p>;
  return (
    <div className="import-problems">
      {problems.length > 8 && (
        <SearchField label={t('problems.search')} value={search} onChange={setSearch} />
      )}
      <Table<ProblemRow>
        label={t('problems.label')}
        className="import-table"
        rows={rows}
        rowId={({ id }) => id}
        isVirtual={rows.length > 50}
        empty={<p className="g-muted">{t('problems.noneFound')}</p>}
        columns={[
          {
            id: 'feature',
            title: t('problems.feature'),
            width: 96,
            align: 'end',
            cell: ({ feature }) => (feature === null ? t('problems.file') : i18n.number(feature)),
          },
          { id: 'message', title: t('problems.message'), cell: ({ message }) => message, rowHeader: true },
        ]}
      />
      {total > problems.length && (
        <p className="g-muted">{t('problems.more', { count: total - problems.length })}</p>
      )}
    </div>
  );
}
