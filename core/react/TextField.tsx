import { Input, TextField as AriaTextField, type TextFieldProps as AriaProps } from 'react-aria-components';
import { classes } from './classes.ts';
import { FieldLabel, FieldMessages, type FieldProps } from './Field.tsx';

export interface TextFieldProps extends Omit<AriaProps, 'className' | 'style' | 'children'>, FieldProps {
  placeholder?: string;
}

/** One line of text. */
export function TextField({
  label,
  hideLabel,
  description,
  error,
  placeholder,
  className,
  ...rest
}: TextFieldProps) {
  return (
    <AriaTextField
      {...rest}
      isInvalid={error ? true : rest.isInvalid}
      className={classes('g-field', className)}
    >
      <FieldLabel label={label} hideLabel={hideLabel} isRequired={rest.isRequired} />
      <Input className="g-input" placeholder={placeholder} />
      <FieldMessages description={description} error={error} />
    </AriaTextField>
  );
}
