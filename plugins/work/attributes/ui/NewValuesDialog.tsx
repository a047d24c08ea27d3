import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import { fieldProblem, printValue, titleOf } from '#core/fields';
import { Button, Dialog, Form, useI18n, useService, useTranslate, ValueField } from '#core/react';
import { PROMPTED_VALUES, type NewValuesQuestion } from '../model/new-values.ts';
import type { DuplicateValue } from '../model/duplicate-values.ts';

/** Most values shown; those without a proposal are always shown. The others get the proposed value. */
const SHOWN = 30;

/** Asks for new values of unique fields when objects are copied: one field for each, prefilled with a free value. */
export default observer(function NewValuesDialog() {
  const { question } = useService(PROMPTED_VALUES);
  return question && <NewValues question={question} />;
});

function NewValues({ question }: { question: NewValuesQuestion }) {
  const prompt = useService(PROMPTED_VALUES);
  const t = useTranslate('attributes');
  const i18n = useI18n();
  const form = useId();
  const { duplicates, proposed, taken } = question;
  const [values, setValues] = useState(proposed);
  const [judged, setJudged] = useState(false);
  const shown = duplicates.flatMap((each, i) =>
    i < SHOWN || proposed[i] === undefined ? [{ each, i }] : [],
  );

  const problemOf = ({ typeName, field }: DuplicateValue, i: number): string | undefined => {
    const value = values[i];
    const problem = fieldProblem({ ...field, required: true }, value);
    if (problem) return i18n.t(problem.key, problem.values);
    if (taken.of(typeName, field.name).has(value)) return t('new.taken');
    const first = duplicates.findIndex(
      (other, n) => values[n] === value && other.typeName === typeName && other.field.name === field.name,
    );
    return first < i ? t('new.twice') : undefined;
  };
  const send = () => {
    setJudged(true);
    if (duplicates.every((each, i) => !problemOf(each, i))) prompt.answer(values);
  };
  return (
    <Dialog
      isOpen
      keepOpen
      size="s"
      title={t('new.title', { count: duplicates.length })}
      onClose={() => prompt.close()}
      footer={
        <>
          <Button onPress={() => prompt.close()}>{t('core:dialog.cancel')}</Button>
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
          return (
            <ValueField
              key={`${id} ${field.name}`}
              // The browser would stop at the first empty one; here all problems are shown together.
              field={{ ...field, required: false }}
              label={t('new.label', { field: titleOf(field, i18n), old: printValue(old, field, i18n) })}
              value={values[i]}
              onChange={(value) => setValues((all) => all.with(i, value))}
              isJudged={false}
              canBeEmpty={false}
              error={judged ? problemOf(each, i) : undefined}
              autoFocus={place === 0}
            />
          );
        })}
        {shown.length < duplicates.length && (
          <p>{t('new.more', { count: duplicates.length - shown.length })}</p>
        )}
      </Form>
    </Dialog>
  );
}
