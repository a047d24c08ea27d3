import { useId } from 'react';
import { Slider, useTranslate } from '#core/react';

interface ColourProps {
  label: string;
  /** `#rrggbb` or `#rrggbbaa`. */
  value: string;
  onChange: (colour: string) => void;
  /** Whether its opacity can be chosen, too. */
  hasOpacity?: boolean;
}

/** A colour; what is not chosen here of its opacity is kept. */
export function Colour({ label, value, onChange, hasOpacity }: ColourProps) {
  const t = useTranslate('object-types');
  const id = useId();
  const opacity = value.length === 9 ? parseInt(value.slice(7), 16) / 255 : 1;
  return (
    <>
      <div className="types-colour">
        <label htmlFor={id} className="g-label">
          {label}
        </label>
        <input
          id={id}
          type="color"
          value={value.slice(0, 7)}
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
          onChange={(share) => onChange(value.slice(0, 7) + alphaOf(share))}
        />
      )}
    </>
  );
}

function alphaOf(share: number): string {
  return Math.round(share * 255)
    .toString(16)
    .padStart(2, '0');
}
