import type { Field } from '#core/protocol';
import { Button, Icon, IconButton, TextField, useTranslate } from '#core/react';

type ChoiceList = NonNullable<Field['choices']>;

/** The list of values of a choice field, with their titles. */
export function Choices({
  choices,
  onChange,
}: {
  choices: ChoiceList;
  onChange: (choices: ChoiceList) => void;
}) {
  const t = useTranslate('object-types');
  const set = (at: number, choice: ChoiceList[number]) => onChange(choices.with(at, choice));
  return (
    <fieldset className="types-choices">
      <legend className="g-label">{t('choices')}</legend>
      {choices.map(({ value, title }, i) => (
        <div key={i} className="types-choice">
          <TextField
            label={t('choice.value', { n: i + 1 })}
            value={value}
            onChange={(next) => set(i, { value: next, title })}
            isRequired
            maxLength={200}
          />
          <TextField
            label={t('title.en')}
            value={title.en}
            placeholder={value}
            onChange={(en) => set(i, { value, title: { ...title, en } })}
          />
          <TextField
            label={t('title.it')}
            value={title.it}
            placeholder={value}
            onChange={(it) => set(i, { value, title: { ...title, it } })}
          />
          <IconButton
            size="s"
            label={t('choice.remove', { n: i + 1 })}
            icon={<Icon name="trash" />}
            onPress={() => onChange(choices.toSpliced(i, 1))}
          />
        </div>
      ))}
      <Button
        size="s"
        icon={<Icon name="plus" />}
        onPress={() => onChange([...choices, { value: '', title: { en: '', it: '' } }])}
      >
        {t('choice.add')}
      </Button>
    </fieldset>
  );
}
