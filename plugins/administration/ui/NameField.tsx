import { TextField, type TextFieldProps } from '#core/react';

type NameFieldProps = Pick<TextFieldProps, 'label' | 'description' | 'value' | 'onChange'>;

/** What it is called: the first field of each form here. */
export function NameField(props: NameFieldProps) {
  return <TextField {...props} name="name" isRequired maxLength={120} autoFocus />;
}
