import { useState, type KeyboardEvent } from 'react';
import { isEqualJson, type MapObject } from '#core/document';
import { fieldProblem, isEmpty, printValue, titleOf } from '#core/fields';
import type { OpenProject } from '#core/project';
import type { Field } from '#core/protocol';
import { Button, Contributed, useContributions, useI18n, useTranslate, ValueField } from '#core/react';
import type { FieldPickerContribution, FieldPickerProps } from '../api.ts';
import { MIXED } from '../model/common.ts';
import { RelationPicker } from './RelationPicker.tsx';

interface FieldEditorProps {
  field: Field;
  /** Common value of the selected objects, or `MIXED`. */
  value: unknown;
  isReadOnly: boolean;
  /** Called with a valid value when editing ends; undefined clears it. */
  onCommit: (value: unknown) => void;
  /** The value last entered for another object of this type. */
  last: unknown;
  /** The only selected object, and its project: a file or a relation is then picked. */
  of?: { readonly object: MapObject; readonly project: OpenProject } | undefined;
}

/**
 * Commits the edited value of an attribute: what is typed on blur or Enter, only if valid; Esc reverts it. Choices and
 * check boxes are committed at once.
 */
export function FieldEditor({ field, value, isReadOnly, onCommit, last, of }: FieldEditorProps) {
  const t = useTranslate('attributes');
  const i18n = useI18n();
  const [draft, setDraft] = useState<{ value: unknown }>();
  const [takenBack, setTakenBack] = useState(0);
  const held = value === MIXED ? undefined : value;
  const current = draft ? draft.value : held;
  const isMixed = value === MIXED && !draft;
  const isPicked = field.type === 'choice' || field.type === 'boolean';
  const replaced = field.type === 'number' || field.type === 'integer' ? takenBack : 0;

  const commit = (next: unknown) => {
    if (fieldProblem(field, next)) return setDraft({ value: next });
    setDraft(undefined);
    const settled = isEmpty(next) ? undefined : next;
    if (value === MIXED || !isEqualJson(settled ?? null, held ?? null)) onCommit(settled);
  };
  if (of && field.type === 'relation' && field.computed === undefined) {
    const problem = fieldProblem(field, held);
    const title = titleOf(field, i18n);
    return (
      <div className="att-field" role="group" aria-label={title}>
        <span className="g-label">{title}</span>
        <RelationPicker
          project={of.project}
          label={t('relations.add')}
          ids={idsOf(held)}
          except={of.object.id}
          isReadOnly={isReadOnly}
          error={problem && i18n.t(problem.key, problem.values)}
          onChange={(ids) => commit(ids.length > 1 ? ids : ids[0])}
        />
      </div>
    );
  }
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

  const offersLast =
    !isReadOnly &&
    field.computed === undefined &&
    !isMixed &&
    isEmpty(current) &&
    !isEmpty(last) &&
    !fieldProblem(field, last);
  return (
    <div onBlur={onBlur} onKeyDown={onKeyDown} className="att-field">
      <ValueField
        // A number input keeps its own text: a revert replaces it.
        key={replaced}
        autoFocus={replaced > 0}
        field={field}
        value={current}
        onChange={(next) => (isPicked ? commit(next) : setDraft({ value: next }))}
        isJudged={!isMixed}
        isMixed={isMixed}
        isReadOnly={isReadOnly}
        placeholder={isMixed ? t('mixed') : undefined}
        booleanAs="checkbox"
      />
      {of && (field.type === 'image' || field.type === 'document') && field.computed === undefined && (
        <Pickers
          type={field.type}
          object={of.object}
          value={typeof current === 'string' ? current : undefined}
          isReadOnly={isReadOnly}
          onPick={commit}
        />
      )}
      {offersLast && (
        <Button size="s" variant="quiet" onPress={() => commit(last)}>
          {t('last', { value: printValue(last, field, i18n) })}
        </Button>
      )}
    </div>
  );
}

/** What plugins offer beside a field with a picture or a document. */
function Pickers({ type, ...props }: FieldPickerProps & Pick<FieldPickerContribution, 'type'>) {
  const pickers = useContributions('fieldPickers').filter((picker) => picker.type === type);
  return pickers.map((picker) => <Contributed key={picker.id} contribution={picker} props={props} />);
}

/** A relation is one id, or a list of several. */
function idsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string');
  return typeof value === 'string' && value !== '' ? [value] : [];
}
