import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { Button } from './Button.tsx';
import { Form } from './Form.tsx';
import { TextField } from './TextField.tsx';
import { useI18n } from './useTranslate.ts';
import './TypedValue.css';

/** A typed value of a tool, which reads it while it is being typed; observable. */
export interface TypedForm {
  readonly text: string;
  /** Why the value cannot be applied, as a text key. */
  readonly problem: string | undefined;
  type(text: string): void;
  /** Undefined while there is nothing that the value could be applied to. */
  readonly apply: (() => void) | undefined;
}

export interface TypedValueProps {
  form: TypedForm;
  label: string;
  description: string;
  /** Why the text is not a value; shown after submitting, not while typing. */
  wrong: string | undefined;
  /** There is nothing yet that the value could be applied to. */
  isIdle: boolean;
  /** Text of the button. */
  action: string;
  /** Next to the button. */
  suffix: ReactNode;
  /** Choices between the value and the button. */
  children?: ReactNode;
  inputMode?: 'decimal' | 'text';
}

/**
 * One typed value with its errors and the button that applies it; Enter applies it too. Digits typed on the map go
 * into the field.
 */
export const TypedValue = observer(function TypedValue({
  form,
  label,
  description,
  wrong,
  isIdle,
  action,
  suffix,
  children,
  inputMode,
}: TypedValueProps) {
  const i18n = useI18n();
  const [judged, setJudged] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useDigits(box, !isIdle);
  return (
    <Form
      onSubmit={() => {
        setJudged(true);
        form.apply?.();
        // Once it is applied, keys go to the map again, so that Ctrl+Z undoes the edit and not the typing.
        if (wrong === undefined && form.problem === undefined) box.current?.querySelector('input')?.blur();
      }}
    >
      <div ref={box}>
        <TextField
          label={label}
          description={description}
          value={form.text}
          onChange={(text) => {
            setJudged(false);
            form.type(text);
          }}
          error={wrong !== undefined && judged ? wrong : form.problem && i18n.t(form.problem)}
          // On a phone the keyboard would cover what is to be chosen.
          autoFocus={!isIdle}
          inputMode={inputMode}
          autoComplete="off"
        />
      </div>
      {children}
      <div className="g-typed-value">
        {suffix}
        <Button size="s" type="submit" variant="primary" isDisabled={isIdle || form.text.trim() === ''}>
          {action}
        </Button>
      </div>
    </Form>
  );
});

/**
 * Puts digits typed on the map into the field, once there is something to apply the value to; they are no shortcuts
 * then.
 */
function useDigits(box: RefObject<HTMLElement | null>, isEnabled: boolean): void {
  useEffect(() => {
    if (!isEnabled) return;
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, altKey, metaKey, target } = event;
      if (!/^\d$/.test(key) || ctrlKey || altKey || metaKey) return;
      if (target !== document.body && !(target as Element).closest('[role=application]')) return;
      const input = box.current?.querySelector('input');
      input?.focus();
      input?.select();
      event.stopPropagation();
    };
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, [box, isEnabled]);
}
