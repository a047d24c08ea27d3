import { fieldsOf, TEXT_COLUMNS, type TextColumns } from '#core/protocol';
import { NumberField, Select, useTranslate } from '#core/react';
import { withColumn, withSeparator, type TextColumn } from '../model/columns.ts';

interface ColumnsFieldProps {
  /** Of its beginning. */
  lines: readonly string[];
  columns: TextColumns;
  /** Sentences on lines that cannot be read so. */
  faults?: readonly string[];
  onChange: (columns: TextColumns) => void;
}

const SEPARATORS: readonly TextColumns['separator'][] = ['space', 'tab', 'comma', 'semicolon'];
const MOST_COLUMNS = 100;
const MOST_SKIPPED = 10_000;

/** The first lines of a text of points, with what each column holds. */
export function ColumnsField({ lines, columns, faults = [], onChange }: ColumnsFieldProps) {
  const t = useTranslate('clouds');
  const rows = lines.map((line) => fieldsOf(line, columns));
  const width = Math.min(MOST_COLUMNS, Math.max(columns.columns.length, ...rows.map(({ length }) => length)));
  const numbers = Array.from({ length: width }, (_, i) => i);
  const kinds = TEXT_COLUMNS.map((value) => ({ value, title: t(`columns.${value}`) }));
  return (
    <fieldset className="clouds-columns">
      <legend className="g-label">{t('columns')}</legend>
      <div className="clouds-units">
        <Select
          label={t('separator')}
          value={columns.separator}
          options={SEPARATORS.map((value) => ({ value, title: t(`separator.${value}`) }))}
          onChange={(value) => onChange(withSeparator(columns, value as TextColumns['separator']))}
        />
        <Select
          label={t('decimal')}
          value={columns.decimal}
          isDisabled={columns.separator === 'comma'}
          options={(['point', 'comma'] as const).map((value) => ({ value, title: t(`decimal.${value}`) }))}
          onChange={(value) => onChange({ ...columns, decimal: value as TextColumns['decimal'] })}
        />
        <NumberField
          label={t('skip')}
          value={columns.skip}
          min={0}
          max={MOST_SKIPPED}
          digits={0}
          onChange={(value) => {
            if (Number.isInteger(value)) onChange({ ...columns, skip: value! });
          }}
        />
      </div>
      <div className="clouds-rows">
        <table className="g-figures">
          <thead>
            <tr>
              <th scope="col">{t('columns.line')}</th>
              {numbers.map((i) => (
                <th key={i} scope="col">
                  <Select
                    label={t('columns.number', { number: i + 1 })}
                    hideLabel
                    value={columns.columns[i] ?? 'skip'}
                    options={kinds}
                    onChange={(value) => onChange(withColumn(columns, i, value as TextColumn))}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((fields, row) => (
              <tr key={row} className={row < columns.skip ? 'clouds-skipped' : undefined}>
                <th scope="row">{row + 1}</th>
                {numbers.map((i) => (
                  <td
                    key={i}
                    className={(columns.columns[i] ?? 'skip') === 'skip' ? 'clouds-skipped' : undefined}
                  >
                    {fields[i]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {faults.length > 0 && (
        <ul className="clouds-problems" aria-label={t('columns.faults')} role="list">
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}
