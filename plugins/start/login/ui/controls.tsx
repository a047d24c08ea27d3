import { useId, type ButtonHTMLAttributes, type InputHTMLAttributes, type ReactNode } from 'react';
import '../../../../core/react/field.css';
import '../../../../core/react/Button.css';

/**
 * The login page loads often and over slow connections: it uses native inputs in the style of the component library,
 * without its code.
 */
interface LoginFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  hint?: string;
  error?: string;
}

export function Field({ label, hint, error, ...input }: LoginFieldProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className="g-field">
      <label htmlFor={id} className="g-label">
        {label}
      </label>
      <input
        id={id}
        className="g-input"
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        aria-invalid={error !== undefined}
        {...input}
      />
      {note !== undefined && (
        <p id={`${id}-note`} className={error === undefined ? 'g-muted' : 'g-error'}>
          {note}
        </p>
      )}
    </div>
  );
}

interface LoginButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: 'primary' | 'secondary' | 'quiet';
}

export function Button({ variant = 'secondary', type = 'button', ...button }: LoginButtonProps) {
  return <button type={type} className={`g-button g-button-${variant} login-button`} {...button} />;
}

/** A link in the style of a button. */
export function LinkButton({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className="g-button g-button-secondary login-button">
      {children}
    </a>
  );
}
