import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { API } from '#core/api';
import type { OpenProject } from '#core/project';
import { Select, useI18n, useObservable, usePrinter, useService, useTranslate } from '#core/react';
import { ColumnSummary, type SummaryScope } from '../model/summary.ts';
import type { TableRows } from '../model/table.ts';
import { columnTitle, numberText } from './texts.ts';
import './summary.css';

const SCOPES: readonly SummaryScope[] = ['rows', 'selected', 'type'];
/** Milliseconds after which a changed selection is summed. */
const PAUSE = 200;

interface SummaryBarProps {
  table: TableRows;
  project: OpenProject;
  /** Number of selected objects of the type. */
  selected: number;
}

/** Sum, mean, minimum, maximum and count of a numeric column. */
export const SummaryBar = observer(function SummaryBar({ table, project, selected }: SummaryBarProps) {
  const t = useTranslate('table');
  const i18n = useI18n();
  const printer = usePrinter();
  const api = useService(API);
  const [summary] = useState(() => new ColumnSummary(table, api, project.project.id));
  const { queued } = useObservable(project.autosave.state$, project.autosave.state);
  const { column, scope, result, error } = summary;
  const { listing, typeName } = table;
  const ofSelection = scope === 'selected' ? selected : 0;
  useEffect(() => {
    const timer = setTimeout(() => void summary.compute(), PAUSE);
    return () => clearTimeout(timer);
  }, [summary, typeName, column?.key, scope, listing, ofSelection, queued]);
  useEffect(() => () => summary.stop(), [summary]);
  if (!column) return null;
  const print = (value: number | null) => (value === null ? '—' : numberText(value, column, i18n, printer));
  return (
    <div className="tab-summary">
      <Select
        label={t('summary.column')}
        hideLabel
        options={summary.columns.map((each) => ({ value: each.key, title: columnTitle(each, i18n) }))}
        value={column.key}
        onChange={(key) => summary.choose({ key })}
      />
      <Select
        label={t('summary.scope')}
        hideLabel
        options={SCOPES.map((value) => ({ value, title: t(`summary.${value}`) }))}
        value={scope}
        onChange={(next) => summary.choose({ scope: next as SummaryScope })}
      />
      {error !== undefined ? (
        <span role="status">{error}</span>
      ) : (
        result && (
          <dl className="g-figures">
            {(['sum', 'mean', 'min', 'max'] as const).map((name) => (
              <div key={name}>
                <dt>{t(`summary.${name}`)}</dt>
                <dd>{print(result[name])}</dd>
              </div>
            ))}
            <div>
              <dt>{t('summary.count')}</dt>
              <dd>
                {i18n.number(result.numbers)}
                {result.empty > 0 && ` · ${t('summary.empty', { count: result.empty })}`}
                {result.others > 0 && ` · ${t('summary.others', { count: result.others })}`}
                {queued > 0 && ` · ${t('summary.unsent', { count: queued })}`}
              </dd>
            </div>
          </dl>
        )
      )}
    </div>
  );
});
