import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { Button } from './Button.tsx';
import { Form } from './Form.tsx';
import { TextField } from './TextField.tsx';
import { useI18n } from './useTranslate.ts';
import './TypedValue.css';

/** One value as it is typed for a tool, which reads it grows; observable. */
export interface TypedForm {
  readonly text: string;
  /** Why what the text says cannot be done, a text key. */
  readonly problem: string | undefined;
  type(text: string): void;
  apply(): void;
}

export interface TypedValueProps {
  form: TypedForm;
  label: string;
  description: string;
  /** Why the text is no value at all: told once it has been sent, not while it is still being typed. */
  wrong: string | undefined;
  /** Nothing to do it to is there yet. */
  isIdle: boolean;
  /** What the button says. */
  action: string;
  /** Beside the button. */
  suffix: ReactNode;
  /** Choices between the value and the button. */
  children?: ReactNode;
  inputMode?: 'decimal' | 'text';
}

/** One typed value, what is wrong with it, and the button that does it; Enter does it too. Digits typed on the map go into it. */
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
        form.apply();
        // Done: keys are the map's again, so that Ctrl+Z takes back what was done and not what was typed.
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
          // A phone would open its keyboard over what is to be chosen.
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

/** Who has chosen on the map what the value is for types it there: digits are no shortcuts then, but its beginning. */
function useDigits(box: RefObject<HTMLElement | null>, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
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
  }, [box, isWanted]);
}
