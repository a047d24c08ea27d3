import { observer } from 'mobx-react-lite';
import { useState, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Form } from './Form.tsx';
import { TextField } from './TextField.tsx';
import { useI18n } from './useTranslate.ts';
import './TypedValue.css';

/** One value as it is typed for a tool, which reads it as it grows; observable. */
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
  beside: ReactNode;
  /** Choices between the value and the button. */
  children?: ReactNode;
  inputMode?: 'decimal' | 'text';
}

/** One typed value, what is wrong with it, and the button that does it; Enter does it too. */
export const TypedValue = observer(function TypedValue({
  form,
  label,
  description,
  wrong,
  isIdle,
  action,
  beside,
  children,
  inputMode,
}: TypedValueProps) {
  const i18n = useI18n();
  const [judged, setJudged] = useState(false);
  return (
    <Form
      onSubmit={() => {
        setJudged(true);
        form.apply();
      }}
    >
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
      {children}
      <div className="g-typed-value">
        {beside}
        <Button size="s" type="submit" variant="primary" isDisabled={isIdle || form.text.trim() === ''}>
          {action}
        </Button>
      </div>
    </Form>
  );
});
