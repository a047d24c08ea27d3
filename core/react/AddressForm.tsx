import { useState, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Form } from './Form.tsx';
import { TextField } from './TextField.tsx';

interface AddressFormProps {
  label: string;
  description: string;
  placeholder: string;
  /** Text of the button. */
  action: string;
  /** The field is cleared when the promise resolves. */
  onSend: (address: string) => Promise<void>;
  className?: string;
  /** Content above the button. */
  children?: ReactNode;
}

/** A form for the address of something on another server. */
export function AddressForm({ action, onSend, className, children, ...field }: AddressFormProps) {
  const [address, setAddress] = useState('');
  const send = async () => {
    await onSend(address.trim());
    setAddress('');
  };
  return (
    <Form {...(className ? { className } : {})} onSubmit={send}>
      {({ pending }) => (
        <>
          <TextField {...field} value={address} onChange={setAddress} maxLength={2000} />
          {children}
          <Button type="submit" isDisabled={pending || address.trim() === ''}>
            {action}
          </Button>
        </>
      )}
    </Form>
  );
}
