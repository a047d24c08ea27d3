import { useId } from 'react';
import { Slider, useTranslate } from '#core/react';
import { colourWithOpacity, splitColour } from '#core/styles';

interface ColourProps {
  label: string;
  /** `#rrggbb` or `#rrggbbaa`. */
  value: string;
  onChange: (colour: string) => void;
  /** With a slider for the opacity. */
  hasOpacity?: boolean;
}

/** A field for a colour. Choosing another colour does not change the opacity. */
export function Colour({ label, value, onChange, hasOpacity }: ColourProps) {
  const t = useTranslate('object-types');
  const id = useId();
  const { rgb, opacity } = splitColour(value);
  return (
    <>
      <div className="types-colour">
        <label htmlFor={id} className="g-label">
          {label}
        </label>
        <input
          id={id}
          type="color"
          value={rgb}
          onChange={({ target }) => onChange(target.value + value.slice(7))}
        />
      </div>
      {hasOpacity && (
        <Slider
          label={t('style.opacity', { part: label })}
          value={opacity}
          minValue={0}
          maxValue={1}
          step={0.05}
          formatOptions={{ style: 'percent' }}
          onChange={(share) => onChange(colourWithOpacity(value, share))}
        />
      )}
    </>
  );
}
