import { Icon, IconButton, useTranslate } from '#core/react';

interface ChoiceColourProps {
  /** The place of the value in the list, from 1. */
  n: number;
  value: string | undefined;
  /** The colour that the button gives. */
  proposed: string;
  onChange: (colour: string | undefined) => void;
}

/** The colour of a value: none, until a button gives it one. */
export function ChoiceColour({ n, value, proposed, onChange }: ChoiceColourProps) {
  const t = useTranslate('object-types');
  if (value === undefined)
    return (
      <IconButton
        size="s"
        label={t('choice.colour.add', { n })}
        icon={<Icon name="palette" />}
        onPress={() => onChange(proposed)}
      />
    );
  return (
    <>
      <input
        type="color"
        aria-label={t('choice.colour', { n })}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <IconButton
        size="s"
        label={t('choice.colour.remove', { n })}
        icon={<Icon name="close" />}
        onPress={() => onChange(undefined)}
      />
    </>
  );
}
