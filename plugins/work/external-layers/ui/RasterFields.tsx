import type { RasterDisplay, SourceOf } from '#core/protocol';
import { NumberField, Select, useTranslate } from '#core/react';

interface RasterFieldsProps {
  source: SourceOf<'geotiff'>;
  onChange: (source: SourceOf<'geotiff'>) => void;
}

const KINDS = ['colours', 'grey', 'relief'] as const;
const COLOURS = ['red', 'green', 'blue'] as const;

/** How the bands of a GeoTIFF become colours. */
export function RasterFields({ source, onChange }: RasterFieldsProps) {
  const t = useTranslate('external-layers');
  const { display, bandCount } = source;
  const change = (next: RasterDisplay) => onChange({ ...source, display: next });
  const bands = Array.from({ length: bandCount }, (_, n) => ({ value: String(n + 1), title: String(n + 1) }));
  return (
    <div className="ext-fields">
      <Select
        label={t('raster.display')}
        options={KINDS.filter((kind) => kind !== 'colours' || bandCount >= 3).map((kind) => ({
          value: kind,
          title: t(`raster.${kind}`),
        }))}
        value={display.kind}
        onChange={(kind) => change(displayAs(kind as RasterDisplay['kind'], display))}
      />
      {display.kind === 'colours' && (
        <div className="ext-triple">
          {COLOURS.map((colour, n) => (
            <Select
              key={colour}
              label={t(`raster.${colour}`)}
              options={bands}
              value={String(display.bands[n])}
              onChange={(band) =>
                change({ ...display, bands: display.bands.with(n, Number(band)) as typeof display.bands })
              }
            />
          ))}
        </div>
      )}
      {display.kind !== 'colours' && bandCount > 1 && (
        <Select
          label={t('raster.band')}
          options={bands}
          value={String(display.band)}
          onChange={(band) => change({ ...display, band: Number(band) })}
        />
      )}
      {display.kind !== 'relief' && <StretchFields display={display} onChange={change} />}
    </div>
  );
}

interface StretchFieldsProps {
  display: Exclude<RasterDisplay, { kind: 'relief' }>;
  onChange: (display: RasterDisplay) => void;
}

/** The values that become black and white. */
function StretchFields({ display, onChange }: StretchFieldsProps) {
  const t = useTranslate('external-layers');
  const [from, to] = display.stretch ?? [0, 255];
  const field = (label: string, value: number, stretched: (value: number) => [number, number]) => (
    <NumberField
      label={label}
      value={value}
      min={-1e30}
      max={1e30}
      onChange={(next) => next !== undefined && onChange({ ...display, stretch: stretched(next) })}
    />
  );
  return (
    <div className="ext-pair">
      {field(t('raster.black'), from, (value) => [value, to])}
      {field(t('raster.white'), to, (value) => [from, value])}
    </div>
  );
}

function displayAs(kind: RasterDisplay['kind'], before: RasterDisplay): RasterDisplay {
  const band = before.kind === 'colours' ? before.bands[0] : before.band;
  const stretch = before.kind === 'relief' ? null : before.stretch;
  if (kind === 'relief') return { kind, band };
  return kind === 'grey' ? { kind, band, stretch } : { kind, bands: [1, 2, 3], stretch };
}
