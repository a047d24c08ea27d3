import { useState, type ReactNode } from 'react';
import { TextField, useTranslate } from '#core/react';
import { angleText, headOf, typedAngle } from '../model/angles.ts';

interface Props {
  label: string;
  /** Degrees; NaN while no angle is typed. */
  value: number | undefined;
  onChange: (degrees: number | undefined) => void;
  /** Of the file. */
  unit: string;
  description?: ReactNode;
}

/** An angle as the instrument shows it, typed in the unit of the file. */
export function AngleField({ label, value, onChange, unit, description }: Props) {
  const t = useTranslate('field-book');
  const [typed, setTyped] = useState(value === undefined ? '' : angleText(value, unit));
  return (
    <TextField
      label={headOf(label, unit)}
      description={description}
      value={typed}
      inputMode="text"
      onChange={(text) => {
        setTyped(text);
        onChange(text.trim() === '' ? undefined : (typedAngle(text, unit) ?? NaN));
      }}
      {...(Number.isNaN(value) && {
        error: t('field.no-angle', { example: angleText(123.456789, unit), full: angleText(360, unit) }),
      })}
    />
  );
}
