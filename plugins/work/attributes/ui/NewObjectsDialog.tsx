import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import { fieldProblem } from '#core/fields';
import { Button, Dialog, Form, useI18n, useService, useTranslate, ValueField } from '#core/react';
import { PROMPTED_OBJECTS, type NewObjectsQuestion } from '../model/new-objects.ts';

/** Asks for the values that new objects lack: one field for each, for all objects of its type. */
export default observer(function NewObjectsDialog() {
  const { question } = useService(PROMPTED_OBJECTS);
  // A new form for each question: an answer may lead to another.
  const key = question?.missing.map(({ typeName, field }) => `${typeName} ${field.name}`).join();
  return question && <MissingValues key={key} question={question} />;
});

function MissingValues({ question: { missing, project } }: { question: NewObjectsQuestion }) {
  const prompt = useService(PROMPTED_OBJECTS);
  const t = useTranslate('attributes');
  const { language } = useI18n();
  const form = useId();
  const [values, setValues] = useState<readonly unknown[]>(() => missing.map(() => undefined));
  const [judged, setJudged] = useState(false);
  const titleOf = (typeName: string): string => project.types.get(typeName)?.title[language] || typeName;
  const types = [...new Set(missing.map(({ typeName }) => typeName))];
  const send = () => {
    setJudged(true);
    if (missing.every(({ field }, i) => !fieldProblem(field, values[i]))) prompt.answer(values);
  };
  return (
    <Dialog
      isOpen
      keepOpen
      size="s"
      title={t('missing.title', { types: types.map(titleOf).join(', ') })}
      onClose={() => prompt.close()}
      footer={
        <>
          <Button onPress={() => prompt.close()}>{t('core:dialog.cancel')}</Button>
          <Button type="submit" form={form} variant="primary">
            {t('missing.go')}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={send}>
        {types.map((typeName) => (
          <fieldset key={typeName}>
            {types.length > 1 && <legend>{titleOf(typeName)}</legend>}
            <p className="g-muted">
              {t('missing.help', {
                count: Math.max(...missing.map((one) => (one.typeName === typeName ? one.count : 0))),
              })}
            </p>
            {missing.map(
              ({ field, ...one }, i) =>
                one.typeName === typeName && (
                  <ValueField
                    key={field.name}
                    field={field}
                    value={values[i]}
                    onChange={(value) => setValues((all) => all.with(i, value))}
                    isJudged={judged}
                    autoFocus={i === 0}
                    name={field.name}
                  />
                ),
            )}
          </fieldset>
        ))}
      </Form>
    </Dialog>
  );
}
