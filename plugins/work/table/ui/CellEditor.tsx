import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { isEqualJson } from '#core/document';
import { fieldProblem, isEmpty } from '#core/fields';
import type { Field } from '#core/protocol';
import { ValueField } from '#core/react';

interface CellEditorProps {
  field: Field;
  value: unknown;
  /** Called with the new value, or without one if nothing changed. */
  onDone: (settled?: { value: unknown }) => void;
}

/** Edits one cell: Enter or blur commits a valid value, Esc reverts. */
export function CellEditor({ field, value, onDone }: CellEditorProps) {
  const box = useRef<HTMLDivElement>(null);
  const [draft, setDraft] = useState(value);
  useEffect(() => {
    const first = box.current?.querySelector<HTMLElement>('input, button, [role=spinbutton]');
    first?.focus();
    if (first instanceof HTMLInputElement) first.select();
  }, []);

  const settle = (next: unknown) => {
    const settled = isEmpty(next) ? undefined : next;
    if (fieldProblem(field, settled)) return false;
    onDone(isEqualJson(settled ?? null, value ?? null) ? undefined : { value: settled });
    return true;
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape' && event.key !== 'Tab') return;
    event.stopPropagation();
    if (event.key === 'Escape') onDone();
    else if (!settle(draft)) event.preventDefault();
  };
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // The editor's list or calendar opens elsewhere on the page.
    if (relatedTarget === null || currentTarget.contains(relatedTarget)) return;
    if (relatedTarget.closest('[role=listbox], [role=dialog]')) return;
    if (!settle(draft)) onDone();
  };
  const isPicked = field.type === 'choice' || field.type === 'boolean';
  return (
    <div
      ref={box}
      className="tab-editor"
      onKeyDownCapture={isPicked ? undefined : press}
      onKeyDown={isPicked ? press : undefined}
      onBlur={leave}
    >
      <ValueField
        field={field}
        hideLabel
        value={draft}
        onChange={(next) => {
          setDraft(next);
          if (isPicked) settle(next);
        }}
      />
    </div>
  );
}
