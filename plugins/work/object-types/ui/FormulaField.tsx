import { formulaProblem } from '#core/expression';
import { MAX_FORMULA } from '#core/protocol';
import { TextField, useTranslate } from '#core/react';

interface FormulaFieldProps {
  label: string;
  /** Empty: no expression. */
  value: string;
  onChange: (value: string) => void;
  description?: string;
  placeholder?: string;
}

/** A field for a condition or the text of labels, which says what cannot be read. */
export function FormulaField(props: FormulaFieldProps) {
  const t = useTranslate('object-types');
  const problem = props.value === '' ? undefined : formulaProblem(props.value);
  return (
    <TextField
      {...props}
      maxLength={MAX_FORMULA}
      {...(problem && { error: t(`expression.${problem.kind}`, { part: problem.part }) })}
    />
  );
}
