import {
  conditionedFields,
  fieldProblem,
  isEditable,
  isEmpty,
  isInForm,
  printValue,
  type FormLayout,
} from '#core/fields';
import { propertyOf } from '#core/kernel';
import type { Field } from '#core/protocol';
import { Button, FieldSections, useI18n, useTranslate, ValueField } from '#core/react';

export type AttributeValues = Readonly<Record<string, unknown>>;

interface AttributeFieldsProps {
  layout: FormLayout;
  values: AttributeValues;
  onChange: (values: AttributeValues) => void;
  /** Values last entered for another object of the type, offered again. */
  last: AttributeValues;
  /** Also show errors of fields that were not touched yet. */
  judged: boolean;
  /** Focus the first field. */
  autoFocus: boolean;
}

/** The fields of an object type that can be set while the object is created, and are shown for its values. */
export function AttributeFields({ layout, values, onChange, last, judged, autoFocus }: AttributeFieldsProps) {
  const t = useTranslate('draw');
  const i18n = useI18n();
  const fields = conditionedFields(layout).filter((field) => isEditable(field) && isInForm(field, values));
  const row = (field: Field) => {
    const value = propertyOf(values, field.name);
    const set = (next: unknown): void => onChange({ ...values, [field.name]: next });
    const again = last[field.name];
    const offered =
      isEmpty(value) &&
      !isEmpty(again) &&
      !field.unique &&
      field.computed === undefined &&
      !fieldProblem(field, again);
    return (
      <div>
        <ValueField
          field={field}
          value={value}
          onChange={set}
          isJudged={judged || field.name in values}
          autoFocus={autoFocus && field === fields[0]}
          name={field.name}
          booleanAs="checkbox"
        />
        {offered && (
          <Button size="s" variant="quiet" onPress={() => set(again)}>
            {t('finish.last', { value: printValue(again, field, i18n) })}
          </Button>
        )}
      </div>
    );
  };
  return <FieldSections groups={layout.groups} items={fields} fieldOf={(field) => field} row={row} />;
}
