import { TextArea as AriaTextArea, TextField as AriaTextField } from 'react-aria-components';
import { classes } from './classes.ts';
import { FieldLabel, FieldMessages } from './Field.tsx';
import type { TextFieldProps } from './TextField.tsx';

/** Several lines of text. */
export function TextArea({
  label,
  hideLabel,
  description,
  error,
  placeholder,
  className,
  rows = 3,
  ...rest
}: TextFieldProps & { rows?: number }) {
  return (
    <AriaTextField
      {...rest}
      isInvalid={error ? true : rest.isInvalid}
      className={classes('g-field', className)}
    >
      <FieldLabel label={label} hideLabel={hideLabel} isRequired={rest.isRequired} />
      <AriaTextArea className="g-input" rows={rows} placeholder={placeholder} />
      <FieldMessages description={description} error={error} />
    </AriaTextField>
  );
}
