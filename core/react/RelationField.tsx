import { useState } from 'react';
import { TextField, type TextFieldProps } from './TextField.tsx';
import { useTranslate } from './useTranslate.ts';
import { valueText } from './value-text.ts';

interface RelationFieldProps extends Omit<TextFieldProps, 'value' | 'onChange'> {
  /** One id, or a list of several. */
  value: unknown;
  onChange: (value: string | string[] | undefined) => void;
}

/** The ids of related objects, with commas, semicolons or spaces between them. */
export function RelationField({ value, onChange, ...shape }: RelationFieldProps) {
  const t = useTranslate('core');
  const [typed, setTyped] = useState('');
  const text = valueText(value);
  return (
    <TextField
      {...shape}
      description={shape.description ?? t('relation.help')}
      // What was typed has separators that the value does not have.
      value={valueText(idsOf(typed)) === text ? typed : text}
      onChange={(next) => {
        setTyped(next);
        onChange(idsOf(next));
      }}
      autoComplete="off"
    />
  );
}

function idsOf(text: string): string | string[] | undefined {
  const ids = text.split(/[\s,;]+/).filter((id) => id !== '');
  return ids.length > 1 ? ids : ids[0];
}
