import { useId, type ButtonHTMLAttributes, type InputHTMLAttributes } from 'react';
import '../../../core/react/field.css';
import '../../../core/react/Button.css';

/**
 * The door is opened often, from slow lines too: its fields and buttons are the browser's own, in the look of the
 * component library and without its code.
 */
export function Field({ label, ...input }: { label: string } & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  return (
    <div className="g-field">
      <label htmlFor={id} className="g-label">
        {label}
      </label>
      <input id={id} className="g-input" {...input} />
    </div>
  );
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: 'primary' | 'secondary' | 'quiet';
}

export function Button({ variant = 'secondary', type = 'button', ...button }: ButtonProps) {
  return <button type={type} className={`g-button g-button-${variant} login-button`} {...button} />;
}
