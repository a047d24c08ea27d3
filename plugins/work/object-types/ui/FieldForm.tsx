import { COMPUTED_TYPES, expressionProblem } from '#core/expression';
import type { LayoutProblem } from '#core/fields';
import type { Field, FieldGroup } from '#core/protocol';
import { Checkbox, NumberField, Select, TextArea, TextField, useTranslate, ValueField } from '#core/react';
import { mayHaveDefault, type DraftField } from '../model/draft-field.ts';
import { Choices } from './Choices.tsx';
import { FieldPlace } from './FieldPlace.tsx';
import { RemoveButton } from './RemoveButton.tsx';

const TYPES: readonly Field['type'][] = [
  'text',
  'number',
  'integer',
  'date',
  'choice',
  'boolean',
  'image',
  'document',
  'relation',
];

interface FieldFormProps {
  draft: DraftField;
  /** All fields of the type: an expression may use them. */
  fields: readonly Field[];
  groups: readonly FieldGroup[];
  /** What is wrong with its condition. */
  problem: LayoutProblem | undefined;
  /** Another field has the same name. */
  isTaken: boolean;
  onChange: (change: Partial<Field>) => void;
  onRemove: () => void;
}

/** Everything about one field. */
export function FieldForm(props: FieldFormProps) {
  const { draft, fields, isTaken, onChange, onRemove } = props;
  const t = useTranslate('object-types');
  const { field, isNew } = draft;
  const { title, type, computed } = field;
  const isNumber = type === 'number' || type === 'integer';
  const isComputed = computed !== undefined && COMPUTED_TYPES.includes(type);
  const unreadable = isComputed ? expressionProblem(field, fields) : undefined;
  return (
    <div className="types-form">
      <div className="g-form-row">
        <TextField
          label={t('title.en')}
          value={title.en}
          onChange={(en) => onChange({ title: { ...title, en } })}
          maxLength={200}
          autoFocus={isNew}
        />
        <TextField
          label={t('title.it')}
          value={title.it}
          onChange={(it) => onChange({ title: { ...title, it } })}
          maxLength={200}
        />
      </div>
      <div className="g-form-row">
        <TextField
          label={t('name')}
          description={t(isNew ? 'name.help' : 'name.fixed')}
          value={field.name}
          onChange={(name) => onChange({ name })}
          error={isTaken ? t('name.taken') : undefined}
          isReadOnly={!isNew}
          isRequired
          maxLength={120}
        />
        <Select
          label={t('type')}
          options={TYPES.map((value) => ({ value, title: t(`type.${value}`) }))}
          value={type}
          onChange={(next) => onChange({ type: next as Field['type'], default: undefined })}
        />
      </div>
      {COMPUTED_TYPES.includes(type) && (
        <Checkbox
          isSelected={isComputed}
          onChange={(on) => onChange({ computed: on ? '' : undefined })}
          description={t('computed.help')}
        >
          {t('computed')}
        </Checkbox>
      )}
      {isComputed ? (
        <TextArea
          label={t('expression')}
          description={t('expression.help', { quoted: "'abc'" })}
          value={computed}
          onChange={(text) => onChange({ computed: text })}
          error={
            unreadable && computed !== ''
              ? t(`expression.${unreadable.kind}`, { part: unreadable.part })
              : undefined
          }
          isRequired
          rows={2}
        />
      ) : (
        <>
          {type === 'choice' && (
            <Choices choices={field.choices ?? []} onChange={(choices) => onChange({ choices })} />
          )}
          {isNumber && (
            <div className="g-form-row">
              <NumberField
                label={t('min')}
                value={field.min}
                onChange={(min) => onChange({ min })}
                digits={12}
              />
              <NumberField
                label={t('max')}
                value={field.max}
                onChange={(max) => onChange({ max })}
                digits={12}
              />
            </div>
          )}
          {type === 'text' && (
            <TextField
              label={t('pattern')}
              description={t('pattern.help')}
              value={field.pattern ?? ''}
              onChange={(pattern) => onChange({ pattern: pattern || undefined })}
              maxLength={200}
            />
          )}
          {mayHaveDefault(field) && (
            <ValueField
              // A date or number field keeps its own text: another type begins anew.
              key={type}
              field={{ ...field, required: false }}
              label={t('default')}
              description={t('default.help')}
              value={field.default}
              onChange={(value) => onChange({ default: value as Field['default'] })}
            />
          )}
          <Checkbox isSelected={field.required} onChange={(required) => onChange({ required })}>
            {t('required')}
          </Checkbox>
          <Checkbox
            isSelected={field.unique === true}
            onChange={(unique) => onChange({ unique })}
            description={t('unique.help')}
          >
            {t('unique')}
          </Checkbox>
        </>
      )}
      <FieldPlace field={field} groups={props.groups} problem={props.problem} onChange={onChange} />
      <RemoveButton onPress={onRemove}>{t('remove')}</RemoveButton>
    </div>
  );
}
