import type { ReactNode } from 'react';
import { FieldError, Label, Text } from 'react-aria-components';
import { classes } from './classes.ts';
import './field.css';

/** Properties common to all fields. */
export interface FieldProps {
  label: string;
  /** Only for screen readers: where the label is obvious, such as a search box with its icon. */
  hideLabel?: boolean;
  /** One sentence of help below the field. */
  description?: ReactNode;
  /** The error as a sentence; makes the field invalid. */
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

/** Shows the help or the error; errors from the browser and the server come through `FieldError`. */
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
