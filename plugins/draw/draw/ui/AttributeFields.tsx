import { fieldProblem, isEmpty, printValue, titleOf } from '#core/fields';
import type { Field } from '#core/protocol';
import {
  Button,
  Checkbox,
  DateField,
  NumberField,
  Select,
  TextField,
  useI18n,
  useTranslate,
} from '#core/react';

export type AttributeValues = Readonly<Record<string, unknown>>;

interface AttributeFieldsProps {
  fields: readonly Field[];
  values: AttributeValues;
  onChange: (values: AttributeValues) => void;
  /** Values last entered for another object of the type, offered again. */
  last: AttributeValues;
  /** Also show errors of fields that were not touched yet. */
  judged: boolean;
  /** Focus the first field. */
  autoFocus: boolean;
}

/** Returns whether the field can be set before the object exists; images and relations cannot. */
export function canBeTold(field: Field): boolean {
  return field.type !== 'image' && field.type !== 'relation';
}

/** The fields of an object type that can be set while the object is created. */
export function AttributeFields({ fields, values, onChange, last, judged, autoFocus }: AttributeFieldsProps) {
  const t = useTranslate('draw');
  const i18n = useI18n();
  return fields.filter(canBeTold).map((field, i) => {
    const value = values[field.name];
    const set = (next: unknown): void => onChange({ ...values, [field.name]: next });
    const again = last[field.name];
    const offered = isEmpty(value) && !isEmpty(again) && !field.unique && !fieldProblem(field, again);
    return (
      <div key={field.name}>
        <AttributeField
          field={field}
          value={value}
          set={set}
          judged={judged || value !== undefined}
          autoFocus={autoFocus && i === 0}
        />
        {offered && (
          <Button size="s" variant="quiet" onPress={() => set(again)}>
            {t('finish.last', { value: printValue(again, field, i18n) })}
          </Button>
        )}
      </div>
    );
  });
}

interface AttributeFieldProps {
  field: Field;
  value: unknown;
  set: (value: unknown) => void;
  judged: boolean;
  autoFocus: boolean;
}

function AttributeField({ field, value, set, judged, autoFocus }: AttributeFieldProps) {
  const i18n = useI18n();
  const problem = judged ? fieldProblem(field, value) : undefined;
  const error = problem && i18n.t(problem.key, problem.values);
  const common = {
    label: titleOf(field, i18n),
    isRequired: field.required,
    name: field.name,
    ...(error ? { error } : {}),
  };
  const text = typeof value === 'string' ? value : null;
  switch (field.type) {
    case 'number':
    case 'integer':
      return (
        <NumberField
          {...common}
          value={typeof value === 'number' ? value : undefined}
          onChange={set}
          digits={12}
          autoFocus={autoFocus}
        />
      );
    case 'date':
      return <DateField {...common} value={text} onChange={set} />;
    case 'boolean':
      return (
        <Checkbox isSelected={value === true} onChange={set}>
          {common.label}
        </Checkbox>
      );
    case 'choice': {
      const options = (field.choices ?? []).map((choice) => ({
        value: choice.value,
        title: choice.title[i18n.language] || choice.value,
      }));
      return <Select {...common} options={options} value={text} onChange={set} />;
    }
    default:
      return <TextField {...common} value={text ?? ''} onChange={set} autoFocus={autoFocus} />;
  }
}
