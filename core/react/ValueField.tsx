import { fieldProblem, titleOf } from '#core/fields';
import type { Field } from '#core/protocol';
import { Checkbox } from './Checkbox.tsx';
import { classes } from './classes.ts';
import { ColourDot } from './ColourDot.tsx';
import type { FieldProps } from './Field.tsx';
import { DateField, Select } from './lazy-components.tsx';
import { NumberField } from './NumberField.tsx';
import type { Option } from './option.tsx';
import { RelationField } from './RelationField.tsx';
import { TextField } from './TextField.tsx';
import { useI18n, useTranslate } from './useTranslate.ts';
import { valueText } from './value-text.ts';

export interface ValueFieldProps extends Omit<FieldProps, 'label' | 'isRequired'> {
  /** The field's definition: determines whether the value is typed, selected or a date. */
  field: Field;
  value: unknown;
  /** Called for every change, also to an invalid value. `undefined`: empty. */
  onChange: (value: unknown) => void;
  /** Default: the field's title. */
  label?: string;
  /** Show what is wrong with the value (see `fieldProblem`) if there is no `error`. Default: true. */
  isJudged?: boolean;
  /** How yes or no is entered; a check box cannot show that there is no value. Default: `select`. */
  booleanAs?: 'select' | 'checkbox';
  /** Offer "None" where a value is selected. Default: true, unless the field is required. */
  canBeEmpty?: boolean;
  /** Several objects have different values: a check box is indeterminate. */
  isMixed?: boolean;
  isReadOnly?: boolean;
  autoFocus?: boolean;
  name?: string;
  /** Shown while there is no value; dates and check boxes have none. */
  placeholder?: string | undefined;
}

const NONE = '';

/** Edits one attribute of an object; computed ones are read-only. */
export function ValueField({
  field,
  value,
  onChange,
  isJudged = true,
  booleanAs = 'select',
  canBeEmpty = !field.required,
  isMixed = false,
  isReadOnly: isLocked = false,
  placeholder,
  ...shape
}: ValueFieldProps) {
  const t = useTranslate('core');
  const i18n = useI18n();
  const isComputed = field.computed !== undefined;
  const isReadOnly = isComputed || isLocked;
  const problem = isJudged ? fieldProblem(field, value) : undefined;
  const common = {
    ...shape,
    label: shape.label ?? titleOf(field, i18n),
    description: shape.description ?? (isComputed ? t('field.computed') : undefined),
    error: shape.error ?? (problem && i18n.t(problem.key, problem.values)),
    isRequired: field.required,
  };
  const text = typeof value === 'string' ? value : null;
  const select = (options: readonly Option[], selected: string | null) => (
    <Select
      {...common}
      options={canBeEmpty ? [{ value: NONE, title: t('value.none') }, ...options] : options}
      value={selected}
      onChange={(next) => {
        if (next === NONE) onChange(undefined);
        else onChange(field.type === 'boolean' ? next === 'true' : next);
      }}
      isDisabled={isReadOnly}
      placeholder={placeholder}
    />
  );

  switch (field.type) {
    case 'number':
    case 'integer':
      return (
        <NumberField
          {...common}
          value={typeof value === 'number' ? value : undefined}
          onChange={onChange}
          isReadOnly={isReadOnly}
          placeholder={placeholder}
          digits={12}
        />
      );
    case 'date':
      return (
        <DateField
          {...common}
          value={text}
          onChange={(next) => onChange(next ?? undefined)}
          isReadOnly={isReadOnly}
        />
      );
    case 'boolean': {
      if (booleanAs === 'checkbox') {
        const { label, hideLabel, error, description, isRequired, ...rest } = common;
        return (
          <Checkbox
            {...rest}
            isSelected={value === true}
            isIndeterminate={isMixed}
            onChange={onChange}
            isReadOnly={isReadOnly}
            isInvalid={error !== undefined}
            description={error === undefined ? description : <span className="g-error">{error}</span>}
          >
            <span className={hideLabel ? 'g-hidden' : classes(isRequired && 'g-required')}>{label}</span>
          </Checkbox>
        );
      }
      const options = (['true', 'false'] as const).map((each) => ({
        value: each,
        title: t(each === 'true' ? 'value.yes' : 'value.no'),
      }));
      return select(options, typeof value === 'boolean' ? String(value) : null);
    }
    case 'choice': {
      // While the choices of a field are typed, some have no value yet, or that of another.
      const choices = new Map((field.choices ?? []).map((choice) => [choice.value, choice]));
      choices.delete('');
      const options = [...choices.values()].map(({ value: name, title, colour }) => ({
        value: name,
        title: titleOf({ title, name }, i18n),
        icon: colour === undefined ? undefined : <ColourDot colour={colour} />,
      }));
      return select(options, text);
    }
    case 'relation':
      return (
        <RelationField
          {...common}
          value={value}
          onChange={onChange}
          isReadOnly={isReadOnly}
          placeholder={placeholder}
        />
      );
    default:
      return (
        <TextField
          {...common}
          value={valueText(value)}
          onChange={(next) => onChange(next === '' ? undefined : next)}
          isReadOnly={isReadOnly}
          placeholder={placeholder}
          autoComplete="off"
        />
      );
  }
}
