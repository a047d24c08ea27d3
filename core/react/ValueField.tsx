import { titleOf } from '#core/fields';
import type { Field } from '#core/protocol';
import type { FieldProps } from './Field.tsx';
import { DateField, Select } from './lazy-components.tsx';
import { NumberField } from './NumberField.tsx';
import { TextField } from './TextField.tsx';
import { useI18n, useTranslate } from './useTranslate.ts';

export interface ValueFieldProps extends FieldProps {
  /** The field's definition: determines whether the value is typed, selected or a date. */
  field: Field;
  value: unknown;
  /** Called for every change, also to an invalid value. `undefined`: empty. */
  onChange: (value: unknown) => void;
}

/** One value of an object type's field; not validated here (see `fieldProblem`). */
export function ValueField({ field, value, onChange, ...shape }: ValueFieldProps) {
  const t = useTranslate('core');
  const i18n = useI18n();
  switch (field.type) {
    case 'number':
    case 'integer':
      return (
        <NumberField
          {...shape}
          value={typeof value === 'number' ? value : undefined}
          onChange={onChange}
          digits={12}
        />
      );
    case 'date':
      return (
        <DateField
          {...shape}
          value={typeof value === 'string' ? value : null}
          onChange={(next) => onChange(next ?? undefined)}
        />
      );
    case 'boolean':
      return (
        <Select
          {...shape}
          options={[
            { value: 'true', title: t('value.yes') },
            { value: 'false', title: t('value.no') },
          ]}
          value={typeof value === 'boolean' ? String(value) : null}
          onChange={(next) => onChange(next === 'true')}
        />
      );
    case 'choice':
      return (
        <Select
          {...shape}
          options={(field.choices ?? []).map((choice) => ({
            value: choice.value,
            title: titleOf({ title: choice.title, name: choice.value }, i18n),
          }))}
          value={typeof value === 'string' ? value : null}
          onChange={onChange}
        />
      );
    default:
      return (
        <TextField
          {...shape}
          value={typeof value === 'string' ? value : ''}
          onChange={(next) => onChange(next === '' ? undefined : next)}
          autoComplete="off"
        />
      );
  }
}
