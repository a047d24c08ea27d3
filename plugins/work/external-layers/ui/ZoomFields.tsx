import { NumberField, useTranslate } from '#core/react';

type Zooms = readonly [first: number | undefined, last: number | undefined];

/** The zoom levels that tiles have. */
export function ZoomFields({
  zooms: [first, last],
  onChange,
}: {
  zooms: Zooms;
  onChange: (zooms: Zooms) => void;
}) {
  const t = useTranslate('external-layers');
  return (
    <div className="ext-pair">
      <NumberField
        label={t('tiles.min')}
        value={first}
        onChange={(zoom) => onChange([zoom, last])}
        min={0}
        max={30}
        digits={0}
      />
      <NumberField
        label={t('tiles.max')}
        value={last}
        onChange={(zoom) => onChange([first, zoom])}
        min={0}
        max={30}
        digits={0}
      />
    </div>
  );
}
