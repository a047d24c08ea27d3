import { observer } from 'mobx-react-lite';
import { Select, useTranslate } from '#core/react';
import type { ImportWizard } from '../model/wizard.ts';

/** What the format of the file asks, with the answers that were used. */
export const Questions = observer(function Questions({ wizard }: { wizard: ImportWizard }) {
  const t = useTranslate('import');
  const { options, columns } = wizard.result!;
  const chosen = [
    { value: '', title: t('ask.none') },
    ...columns.map((name) => ({ value: name, title: name })),
  ];
  return (
    <fieldset className="import-questions">
      <legend className="g-label">{t('ask.title')}</legend>
      {wizard.questions.map(({ id, title, answers }) => (
        <Select
          key={id}
          label={t(title)}
          value={options[id] ?? ''}
          options={
            answers === 'columns'
              ? chosen
              : answers.map((answer) => ({ value: answer.value, title: t(answer.title) }))
          }
          onChange={(answer) => void wizard.again({ answer: [id, answer] })}
        />
      ))}
    </fieldset>
  );
});
