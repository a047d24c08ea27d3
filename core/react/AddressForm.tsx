import { useState, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Form } from './Form.tsx';
import { TextField } from './TextField.tsx';

interface AddressFormProps {
  label: string;
  description: string;
  placeholder: string;
  /** What the button says. */
  action: string;
  /** Emptied once it is taken. */
  onSend: (address: string) => Promise<void>;
  className?: string;
  /** What else is to be said of it, before the button. */
  children?: ReactNode;
}

/** Asks for the address of something on another server. */
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
