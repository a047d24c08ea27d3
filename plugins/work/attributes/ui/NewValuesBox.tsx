import { useId, useState } from 'react';
import { fieldProblem, printValue, titleOf } from '#core/fields';
import { Button, Dialog, Form, NumberField, TextField, useI18n, useTranslate } from '#core/react';
import type { Question } from '../model/new-values.ts';
import type { DuplicateValue } from '../model/duplicate-values.ts';

export interface NewValuesBoxProps {
  question: Question;
  onAnswer: (values: readonly unknown[]) => void;
  onDrop: () => void;
}

/** Most values shown; those without a proposal are always shown. The others get the proposed value. */
const SHOWN = 30;

/** One field for each value, prefilled with a free one. */
export default function NewValuesBox({ question, onAnswer, onDrop }: NewValuesBoxProps) {
  const t = useTranslate('attributes');
  const i18n = useI18n();
  const form = useId();
  const { duplicates: wanted, proposed, taken } = question;
  const [values, setValues] = useState(proposed);
  const [judged, setJudged] = useState(false);
  const shown = wanted.flatMap((each, i) => (i < SHOWN || proposed[i] === undefined ? [{ each, i }] : []));

  const problemOf = ({ typeName, field }: DuplicateValue, i: number): string | undefined => {
    const value = values[i];
    const problem = fieldProblem({ ...field, required: true }, value);
    if (problem) return i18n.t(problem.key, problem.values);
    if (taken.of(typeName, field.name).has(value)) return t('new.taken');
    const first = wanted.findIndex(
      (other, n) => values[n] === value && other.typeName === typeName && other.field.name === field.name,
    );
    return first < i ? t('new.twice') : undefined;
  };
  const send = () => {
    setJudged(true);
    if (wanted.every((each, i) => !problemOf(each, i))) onAnswer(values);
  };
  return (
    <Dialog
      isOpen
      keepOpen
      size="s"
      title={t('new.title', { count: wanted.length })}
      onClose={onDrop}
      footer={
        <>
          <Button onPress={onDrop}>{t('core:dialog.cancel')}</Button>
          <Button type="submit" form={form} variant="primary">
            {t('new.go')}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={send}>
        <p className="g-muted">{t('new.help')}</p>
        {shown.map(({ each, i }, place) => {
          const { id, field, old } = each;
          const common = {
            label: t('new.label', { field: titleOf(field, i18n), old: printValue(old, field, i18n) }),
            error: judged ? problemOf(each, i) : undefined,
            autoFocus: place === 0,
          };
          const set = (value: unknown) => setValues((all) => all.with(i, value));
          const value = values[i];
          return field.type === 'number' || field.type === 'integer' ? (
            <NumberField
              key={`${id} ${field.name}`}
              {...common}
              value={typeof value === 'number' ? value : undefined}
              onChange={set}
              digits={12}
            />
          ) : (
            <TextField
              key={`${id} ${field.name}`}
              {...common}
              value={typeof value === 'string' ? value : ''}
              onChange={set}
              autoComplete="off"
            />
          );
        })}
        {shown.length < wanted.length && <p>{t('new.more', { count: wanted.length - shown.length })}</p>}
      </Form>
    </Dialog>
  );
}
