import type { LayoutProblem } from '#core/fields';
import { TextArea, useTranslate } from '#core/react';

interface ConditionFieldProps {
  value: string | undefined;
  problem: LayoutProblem | undefined;
  /** Explains what happens while the condition does not hold. */
  description: string;
  onChange: (value: string | undefined) => void;
}

/** The condition under which a form shows a field or a group. */
export function ConditionField({ value = '', problem, description, onChange }: ConditionFieldProps) {
  const t = useTranslate('object-types');
  return (
    <TextArea
      label={t('when')}
      description={description}
      value={value}
      onChange={(next) => onChange(next === '' ? undefined : next)}
      error={problem && t(`when.${problem.kind}`, { part: problem.part })}
      maxLength={500}
      rows={2}
    />
  );
}
