import { NumberField, useTranslate } from '#core/react';

interface ScaleRange {
  minScale?: number | undefined;
  maxScale?: number | undefined;
}

interface ScaleFieldsProps {
  range: ScaleRange;
  /** `part` names what was changed. */
  onChange: (change: ScaleRange, part: string) => void;
}

/** The smallest and the largest scale, as the number n of 1 : n. */
export function ScaleFields({ range, onChange }: ScaleFieldsProps) {
  const t = useTranslate('object-types');
  const { minScale, maxScale } = range;
  const isSwapped = minScale !== undefined && maxScale !== undefined && minScale < maxScale;
  return (
    <div className="types-pair">
      <NumberField
        label={t('scale.min')}
        value={minScale}
        min={1}
        max={1_000_000_000}
        digits={0}
        placeholder={t('scale.any')}
        {...(isSwapped ? { error: t('scale.swapped') } : {})}
        onChange={(value) => onChange({ minScale: value }, 'minScale')}
      />
      <NumberField
        label={t('scale.max')}
        value={maxScale}
        min={1}
        max={1_000_000_000}
        digits={0}
        placeholder={t('scale.any')}
        onChange={(value) => onChange({ maxScale: value }, 'maxScale')}
      />
    </div>
  );
}
