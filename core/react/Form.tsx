import { useCallback, useState, type ReactNode } from 'react';
import { Form as AriaForm } from 'react-aria-components';
import { AppError, isAbort, sentenceOf } from '#core/kernel';
import { classes } from './classes.ts';
import './field.css';
import './Form.css';

export interface FormProps {
  id?: string;
  /** Called when every field is valid. An error is shown at the fields it names, otherwise above the buttons. */
  onSubmit: () => void | Promise<void>;
  children: ReactNode | ((state: { pending: boolean }) => ReactNode);
  className?: string;
}

/** Fields that are submitted together. Enter submits; while submitting, further presses are ignored. */
export function Form({ id, onSubmit, children, className }: FormProps) {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  const [ofFields, setOfFields] = useState<Record<string, string>>({});
  const send = async () => {
    setPending(true);
    setError(undefined);
    setOfFields({});
    try {
      await onSubmit();
    } catch (thrown) {
      if (isAbort(thrown)) return;
      const named = fieldsOf(thrown);
      setOfFields(named);
      setError(sentenceOf(thrown));
    } finally {
      setPending(false);
    }
  };
  // The error was of what the fields had then.
  const watch = useCallback((form: HTMLFormElement | null) => {
    form?.addEventListener('input', () => setError(undefined));
  }, []);
  return (
    <AriaForm
      id={id}
      ref={watch}
      className={classes('g-form', className)}
      validationErrors={ofFields}
      onSubmit={(event) => {
        event.preventDefault();
        if (!pending) void send();
      }}
    >
      {typeof children === 'function' ? children({ pending }) : children}
      {error && (
        <p ref={intoView} className="g-error g-form-error" role="alert">
          {error}
        </p>
      )}
    </AriaForm>
  );
}

/** At the end of a scrolling panel the alert would be below the edge. */
function intoView(alert: HTMLElement | null): void {
  alert?.scrollIntoView({ block: 'nearest' });
}

/** The server names fields by paths in the body (`body.email`), a form by the last part of the path. */
function fieldsOf(thrown: unknown): Record<string, string> {
  if (!(thrown instanceof AppError)) return {};
  const errors = (thrown.cause as { errors?: { path: string; message: string }[] } | undefined)?.errors ?? [];
  return Object.fromEntries(errors.map(({ path, message }) => [path.split(/[./]/).at(-1) ?? path, message]));
}
