import type { FieldChoice } from '#core/protocol';
import { Button, Icon, IconButton, TextField, useTranslate } from '#core/react';
import { coloursOf } from '#core/styles';
import { ChoiceColour } from './ChoiceColour.tsx';

type ChoiceList = readonly FieldChoice[];

/** The list of values of a choice field, with their titles. */
export function Choices({
  choices,
  onChange,
}: {
  choices: ChoiceList;
  onChange: (choices: FieldChoice[]) => void;
}) {
  const t = useTranslate('object-types');
  const set = (at: number, change: Partial<FieldChoice>) =>
    onChange(choices.with(at, { ...choices[at]!, ...change }));
  const colours = coloursOf('okabe-ito', choices.length);
  return (
    <fieldset className="types-choices">
      <legend className="g-label">{t('choices')}</legend>
      {choices.map(({ value, title, colour }, i) => (
        <div key={i} className="types-choice">
          <TextField
            label={t('choice.value', { n: i + 1 })}
            value={value}
            onChange={(next) => set(i, { value: next })}
            isRequired
            maxLength={200}
          />
          <TextField
            label={t('title.en')}
            value={title.en}
            placeholder={value}
            onChange={(en) => set(i, { title: { ...title, en } })}
          />
          <TextField
            label={t('title.it')}
            value={title.it}
            placeholder={value}
            onChange={(it) => set(i, { title: { ...title, it } })}
          />
          <span className="types-choice-ends">
            <ChoiceColour
              n={i + 1}
              value={colour}
              proposed={colours[i]!}
              onChange={(next) => set(i, { colour: next })}
            />
            <IconButton
              size="s"
              label={t('choice.remove', { n: i + 1 })}
              icon={<Icon name="trash" />}
              onPress={() => onChange(choices.toSpliced(i, 1))}
            />
          </span>
        </div>
      ))}
      <div className="types-row">
        <Button
          size="s"
          icon={<Icon name="plus" />}
          onPress={() => onChange([...choices, { value: '', title: { en: '', it: '' } }])}
        >
          {t('choice.add')}
        </Button>
        {choices.some(({ colour }) => colour === undefined) && (
          <Button
            size="s"
            variant="quiet"
            icon={<Icon name="palette" />}
            onPress={() =>
              onChange(choices.map((each, i) => ({ ...each, colour: each.colour ?? colours[i]! })))
            }
          >
            {t('choice.colours')}
          </Button>
        )}
      </div>
    </fieldset>
  );
}
