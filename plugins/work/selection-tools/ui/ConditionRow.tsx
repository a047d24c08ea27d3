import { titleOf } from '#core/fields';
import type { Field } from '#core/protocol';
import { Icon, IconButton, Select, useI18n, useTranslate, ValueField } from '#core/react';
import { asksForValue, comparisonsOf, type Comparison, type AttributeCondition } from '../model/condition.ts';
import type { AttributeSearch } from '../model/search.ts';

interface ConditionRowProps {
  condition: AttributeCondition;
  fields: readonly Field[];
  search: AttributeSearch;
}

/** A field, an operator and a value. */
export function ConditionRow({ condition, fields, search }: ConditionRowProps) {
  const t = useTranslate('selection-tools');
  const i18n = useI18n();
  const { key, comparison, value } = condition;
  const field = fields.find(({ name }) => name === condition.field);
  if (!field) return null;
  // Part of a text need not match the field's pattern, nor a part of ids; a range may exceed its limits.
  const bare: Field = {
    ...field,
    type: field.type === 'relation' ? 'text' : field.type,
    required: false,
    pattern: undefined,
    min: undefined,
    max: undefined,
  };
  return (
    <div role="group" aria-label={titleOf(field, i18n)} className="sel-condition">
      <Select
        label={t('field')}
        hideLabel
        options={fields.map((each) => ({ value: each.name, title: titleOf(each, i18n) }))}
        value={field.name}
        onChange={(name) => search.edit(key, { field: name })}
      />
      <Select
        label={t('comparison')}
        hideLabel
        options={comparisonsOf(field.type).map((each) => ({ value: each, title: t(`comparison.${each}`) }))}
        value={comparison}
        onChange={(next) => search.edit(key, { comparison: next as Comparison })}
      />
      <div className="sel-value">
        {asksForValue(comparison) && (
          <ValueField
            field={bare}
            label={t('value')}
            hideLabel
            value={value}
            onChange={(next) => search.edit(key, { value: next })}
            canBeEmpty={false}
          />
        )}
      </div>
      <IconButton
        label={t('condition.remove')}
        icon={<Icon name="delete" />}
        onPress={() => search.remove(key)}
      />
    </div>
  );
}
