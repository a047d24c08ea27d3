import { titleOf, type LayoutProblem } from '#core/fields';
import type { Field, FieldGroup } from '#core/protocol';
import { Select, useI18n, useTranslate } from '#core/react';
import { ConditionField } from './ConditionField.tsx';

interface FieldPlaceProps {
  field: Field;
  groups: readonly FieldGroup[];
  problem: LayoutProblem | undefined;
  onChange: (change: Partial<Field>) => void;
}

const NONE = '';

/** Where and when forms show a field. */
export function FieldPlace({ field: { group, when }, groups, problem, onChange }: FieldPlaceProps) {
  const t = useTranslate('object-types');
  const i18n = useI18n();
  return (
    <>
      {groups.length > 0 && (
        <Select
          label={t('group')}
          options={[
            { value: NONE, title: t('group.none') },
            ...groups.map((each) => ({ value: each.name, title: titleOf(each, i18n) })),
          ]}
          value={group ?? NONE}
          onChange={(next) => onChange({ group: next === NONE ? undefined : next })}
        />
      )}
      <ConditionField
        value={when}
        problem={problem}
        description={t('when.help', { example: "kind = 'well'" })}
        onChange={(next) => onChange({ when: next })}
      />
    </>
  );
}
