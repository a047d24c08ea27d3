import { useState, type KeyboardEvent } from 'react';
import { isEqualJson } from '#core/document';
import { fieldProblem, isEmpty, printValue, titleOf } from '#core/fields';
import type { Field } from '#core/protocol';
import {
  Button,
  Checkbox,
  DateField,
  NumberField,
  Select,
  TextField,
  useI18n,
  useTranslate,
} from '#core/react';
import { MIXED } from '../model/common.ts';

interface FieldEditorProps {
  field: Field;
  /** Common value of the selected objects, or `MIXED`. */
  value: unknown;
  isReadOnly: boolean;
  /** Called with a valid value when editing ends; undefined clears it. */
  onCommit: (value: unknown) => void;
  /** The value last entered for another object of this type. */
  last: unknown;
}

const NO_CHOICE = '';

/**
 * Commits the edited value of an attribute: what is typed on blur or Enter, only if valid; Esc reverts it. Choices and
 * check boxes are committed at once.
 */
export function FieldEditor({ field, value, isReadOnly, onCommit, last }: FieldEditorProps) {
  const t = useTranslate('attributes');
  const i18n = useI18n();
  const [draft, setDraft] = useState<{ value: unknown }>();
  const [takenBack, setTakenBack] = useState(0);
  const held = value === MIXED ? undefined : value;
  const current = draft ? draft.value : held;
  const isMixed = value === MIXED && !draft;
  const problem = isMixed ? undefined : fieldProblem(field, current);
  const error = problem && i18n.t(problem.key, problem.values);

  const commit = (next: unknown) => {
    if (fieldProblem(field, next)) return setDraft({ value: next });
    setDraft(undefined);
    const settled = isEmpty(next) ? undefined : next;
    if (value === MIXED || !isEqualJson(settled ?? null, held ?? null)) onCommit(settled);
  };
  const onBlur = () => draft && commit(draft.value);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!draft || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') commit(draft.value);
    else {
      setDraft(undefined);
      setTakenBack(takenBack + 1);
    }
  };

  const label = titleOf(field, i18n);
  const common = { label, isRequired: field.required, ...(error ? { error } : {}) };
  const placeholder = isMixed ? t('mixed') : '';
  const control = () => {
    switch (field.type) {
      case 'number':
      case 'integer':
        return (
          <NumberField
            // The input keeps its own text: a revert replaces it.
            key={takenBack}
            {...common}
            autoFocus={takenBack > 0}
            value={typeof current === 'number' ? current : undefined}
            onChange={(next) => setDraft({ value: next })}
            isReadOnly={isReadOnly}
            placeholder={placeholder}
            digits={12}
          />
        );
      case 'boolean':
        return (
          <Checkbox
            isSelected={current === true}
            isIndeterminate={isMixed}
            isReadOnly={isReadOnly}
            onChange={commit}
          >
            {label}
          </Checkbox>
        );
      case 'date':
        return (
          <DateField
            {...common}
            value={typeof current === 'string' ? current : null}
            onChange={(next) => setDraft({ value: next ?? undefined })}
            isReadOnly={isReadOnly}
          />
        );
      case 'choice':
        return (
          <Select
            {...common}
            options={[
              ...(field.required ? [] : [{ value: NO_CHOICE, title: t('choice.none') }]),
              ...(field.choices ?? []).map((choice) => ({
                value: choice.value,
                title: choice.title[i18n.language] || choice.value,
              })),
            ]}
            value={typeof current === 'string' ? current : null}
            onChange={commit}
            isDisabled={isReadOnly}
            placeholder={isMixed ? t('mixed') : t('choice.choose')}
          />
        );
      default:
        return (
          <TextField
            {...common}
            value={textOf(current)}
            onChange={(next) => setDraft({ value: field.type === 'relation' ? idsOf(next) : next })}
            isReadOnly={isReadOnly}
            placeholder={placeholder}
            {...(field.type === 'relation' ? { description: t('relation.help') } : {})}
          />
        );
    }
  };
  const offersLast =
    !isReadOnly && !isMixed && isEmpty(current) && !isEmpty(last) && !fieldProblem(field, last);
  return (
    <div onBlur={onBlur} onKeyDown={onKeyDown} className="att-field">
      {control()}
      {offersLast && (
        <Button size="s" variant="quiet" onPress={() => commit(last)}>
          {t('last', { value: printValue(last, field, i18n) })}
        </Button>
      )}
    </div>
  );
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (isEmpty(value)) return '';
  return Array.isArray(value) ? value.join(', ') : JSON.stringify(value);
}

/** Parses one id, or several separated by commas or spaces. */
function idsOf(text: string): string | string[] {
  const ids = text.split(/[\s,;]+/).filter((id) => id !== '');
  return ids.length > 1 ? ids : (ids[0] ?? '');
}
