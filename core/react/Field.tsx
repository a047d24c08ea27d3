import type { ReactNode } from 'react';
import { FieldError, Label, Text } from 'react-aria-components';
import { classes } from './classes.ts';
import './field.css';

/** What every field has. */
export interface FieldProps {
  label: string;
  /** Read aloud only: where the place already says it (a search box with its sign). */
  hideLabel?: boolean;
  /** One sentence of help below. */
  description?: ReactNode;
  /** What is wrong, in a sentence; makes the field invalid. */
  error?: string;
  isRequired?: boolean;
  className?: string;
}

export function FieldLabel({
  label,
  hideLabel,
  isRequired,
}: Pick<FieldProps, 'label' | 'hideLabel' | 'isRequired'>) {
  return (
    <Label className={hideLabel ? 'g-hidden' : classes('g-label', isRequired && 'g-required')}>{label}</Label>
  );
}

/** Help, or what is wrong: the browser's and the server's messages come through `FieldError`. */
export function FieldMessages({ description, error }: Pick<FieldProps, 'description' | 'error'>) {
  return (
    <>
      {description != null && (
        <Text slot="description" className="g-help">
          {description}
        </Text>
      )}
      <FieldError className="g-error">{error}</FieldError>
    </>
  );
}
