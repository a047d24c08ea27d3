import { useState } from 'react';
import type { Field } from '#core/protocol';
import {
  AreaField,
  Button,
  Checkbox,
  DateField,
  Form,
  LengthField,
  NumberField,
  Select,
  TextField,
  useI18n,
  useTranslate,
} from '#core/react';
import { conditionOf, filterKindsOf, type ColumnFilter, type FilterKind } from '../model/column-filter.ts';
import type { Column } from '../model/columns.ts';
import { columnTitle } from './texts.ts';
import './column-filter.css';

interface ColumnFilterFormProps {
  column: Column;
  filter: ColumnFilter | undefined;
  /** Undefined: without a filter. */
  onApply: (filter: ColumnFilter | undefined) => void;
}

/** Sets the filter of one column. */
export function ColumnFilterForm({ column, filter, onApply }: ColumnFilterFormProps) {
  const t = useTranslate('table');
  const i18n = useI18n();
  const kinds = filterKindsOf(column);
  const [draft, setDraft] = useState<ColumnFilter>(filter ?? fresh(kinds[0]!));
  const isComplete = conditionOf(column, draft) !== undefined;
  return (
    <Form className="tab-filter" onSubmit={() => onApply(isComplete ? draft : undefined)}>
      <strong>{t('filter.of', { field: columnTitle(column, i18n) })}</strong>
      {kinds.length > 1 && (
        <Select
          label={t('filter.condition')}
          hideLabel
          options={kinds.map((kind) => ({ value: kind, title: t(`filter.${kind}`) }))}
          value={draft.kind}
          onChange={(kind) => setDraft(fresh(kind as FilterKind))}
        />
      )}
      <FilterValue column={column} draft={draft} onChange={setDraft} />
      <div className="tab-filter-actions">
        <Button isDisabled={!filter} onPress={() => onApply(undefined)}>
          {t('filter.remove')}
        </Button>
        <Button type="submit" variant="primary" isDisabled={!isComplete && !filter}>
          {t('filter.apply')}
        </Button>
      </div>
    </Form>
  );
}

interface FilterValueProps {
  column: Column;
  draft: ColumnFilter;
  onChange: (draft: ColumnFilter) => void;
}

function FilterValue({ column, draft, onChange }: FilterValueProps) {
  const t = useTranslate('table');
  const i18n = useI18n();
  const { field } = column;
  switch (draft.kind) {
    case 'contains':
    case 'equals':
      return (
        <TextField
          autoFocus
          label={t('value')}
          hideLabel
          value={draft.text}
          onChange={(text) => onChange({ kind: draft.kind, text })}
        />
      );
    case 'range': {
      const set = (end: 'from' | 'to', value: number | string | undefined) => {
        const { [end]: _, ...rest } = draft;
        onChange(value === undefined ? rest : { ...rest, [end]: value });
      };
      const Field =
        column.kind === 'field' || column.kind === 'contributed'
          ? NumberField
          : column.kind === 'area'
            ? AreaField
            : LengthField;
      return (
        <div className="tab-filter-range">
          {(['from', 'to'] as const).map((end) =>
            field.type === 'date' ? (
              <DateField
                key={end}
                label={t(`filter.${end}`)}
                value={(draft[end] as string | undefined) ?? null}
                onChange={(day) => set(end, day ?? undefined)}
              />
            ) : (
              <Field
                key={end}
                label={t(`filter.${end}`)}
                digits={12}
                value={draft[end] as number | undefined}
                onChange={(value) => set(end, value)}
              />
            ),
          )}
        </div>
      );
    }
    case 'among': {
      const { values } = draft;
      return (
        <div className="tab-filter-choices">
          {choicesOf(field).map((value) => (
            <Checkbox
              key={String(value)}
              isSelected={values.includes(value)}
              onChange={(on) =>
                onChange({
                  kind: 'among',
                  values: on ? [...values, value] : values.filter((one) => one !== value),
                })
              }
            >
              {typeof value === 'boolean'
                ? i18n.t(value ? 'core:value.yes' : 'core:value.no')
                : (field.choices?.find((each) => each.value === value)?.title[i18n.language] ?? value)}
            </Checkbox>
          ))}
        </div>
      );
    }
    default:
      return null;
  }
}

function choicesOf({ type, choices = [] }: Field): readonly (string | boolean)[] {
  return type === 'boolean' ? [true, false] : choices.map(({ value }) => value);
}

function fresh(kind: FilterKind): ColumnFilter {
  if (kind === 'contains' || kind === 'equals') return { kind, text: '' };
  return kind === 'among' ? { kind, values: [] } : { kind };
}
