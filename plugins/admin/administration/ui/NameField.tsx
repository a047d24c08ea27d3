import { TextField, type TextFieldProps } from '#core/react';

type NameFieldProps = Pick<TextFieldProps, 'label' | 'description' | 'value' | 'onChange'>;

/** The name: the first field of each form on this page. */
export function NameField(props: NameFieldProps) {
  return <TextField {...props} name="name" isRequired maxLength={120} autoFocus />;
}
