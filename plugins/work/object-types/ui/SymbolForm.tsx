import { HATCHES, LINE_KINDS, MARKERS, type GeometryType, type MapSymbol } from '#core/protocol';
import { Button, FileButton, Icon, NumberField, Select, useTranslate } from '#core/react';
import { colourWithOpacity, DEFAULT_RADIUS, splitColour } from '#core/styles';
import { cleanSvg } from '../model/clean-svg.ts';
import { Colour } from './Colour.tsx';

const DASHES: Record<string, number[] | undefined> = {
  solid: undefined,
  dashed: [8, 4],
  dotted: [2, 4],
  'dash-dot': [10, 4, 2, 4],
};
const NONE = 'none';
const MAX_SVG = 20_000;

interface SymbolFormProps {
  symbol: MapSymbol;
  geometryType: GeometryType | null;
  /** `part` names what was changed. */
  onChange: (change: Partial<MapSymbol>, part: string) => void;
  onProblem: (sentence: string) => void;
}

/** Line, fill and marker of a symbol, as far as the geometry has them. */
export function SymbolForm({ symbol, geometryType, onChange, onProblem }: SymbolFormProps) {
  const t = useTranslate('object-types');
  const isPoint = geometryType?.endsWith('Point') ?? false;
  const isLine = geometryType?.endsWith('LineString') ?? false;
  const unit = symbol.unit === 'm' ? 'm' : 'px';
  const fill = symbol.fill ?? colourWithOpacity(symbol.stroke, 0.2);
  const { hatch } = symbol;
  const dash = Object.keys(DASHES).find((name) => DASHES[name]?.join() === symbol.dash?.join()) ?? 'dashed';
  const takeSvg = async (file: File) => {
    const cleaned = file.size > 10 * MAX_SVG ? '' : cleanSvg(await file.text());
    if (cleaned === '' || cleaned.length > MAX_SVG) onProblem(t('style.svg.unusable'));
    else onChange({ svg: cleaned }, 'svg');
  };
  return (
    <div className="types-form">
      <Colour
        label={t('style.stroke')}
        value={symbol.stroke}
        onChange={(stroke) => onChange({ stroke }, 'stroke')}
      />
      <div className="types-pair">
        <NumberField
          label={t('style.width')}
          value={symbol.width}
          onChange={(width) => width !== undefined && onChange({ width }, 'width')}
          min={0}
          max={40}
          step={0.5}
          unit={unit}
        />
        <Select
          label={t('style.unit')}
          value={unit}
          onChange={(next) => onChange({ unit: next === 'm' ? 'm' : undefined }, 'unit')}
          options={[
            { value: 'px', title: t('style.unit.px') },
            { value: 'm', title: t('style.unit.m') },
          ]}
        />
      </div>
      {!isPoint && (
        <div className="types-pair">
          <Select
            label={t('style.dash')}
            value={dash}
            onChange={(name) => onChange({ dash: DASHES[name] }, 'dash')}
            options={Object.keys(DASHES).map((name) => ({ value: name, title: t(`dash.${name}`) }))}
          />
          <Select
            label={t('style.line')}
            value={symbol.line ?? 'plain'}
            onChange={(line) =>
              onChange({ line: line === 'plain' ? undefined : (line as MapSymbol['line']) }, 'line')
            }
            options={LINE_KINDS.map((name) => ({ value: name, title: t(`line.${name}`) }))}
          />
        </div>
      )}
      {!isLine && (
        <Colour
          label={t('style.fill')}
          value={fill}
          hasOpacity
          onChange={(next) => onChange({ fill: next }, 'fill')}
        />
      )}
      {!isLine && !isPoint && (
        <>
          <Select
            label={t('style.hatch')}
            value={hatch?.kind ?? NONE}
            onChange={(kind) =>
              onChange(
                {
                  hatch:
                    kind === NONE
                      ? undefined
                      : {
                          colour: splitColour(symbol.stroke).rgb,
                          spacing: 8,
                          width: 1,
                          ...hatch,
                          kind: kind as 'dots',
                        },
                },
                'hatch',
              )
            }
            options={[NONE, ...HATCHES].map((name) => ({ value: name, title: t(`hatch.${name}`) }))}
          />
          {hatch && (
            <>
              <Colour
                label={t('style.hatch.colour')}
                value={hatch.colour}
                onChange={(colour) => onChange({ hatch: { ...hatch, colour } }, 'hatch.colour')}
              />
              <div className="types-pair">
                <NumberField
                  label={t('style.hatch.spacing')}
                  value={hatch.spacing}
                  onChange={(spacing) =>
                    spacing !== undefined && onChange({ hatch: { ...hatch, spacing } }, 'hatch.spacing')
                  }
                  min={2}
                  max={100}
                  unit={unit}
                />
                <NumberField
                  label={t('style.hatch.width')}
                  value={hatch.width}
                  onChange={(width) =>
                    width !== undefined && onChange({ hatch: { ...hatch, width } }, 'hatch.width')
                  }
                  min={0.1}
                  max={20}
                  step={0.5}
                  unit={unit}
                />
              </div>
            </>
          )}
        </>
      )}
      {isPoint && (
        <>
          <div className="types-pair">
            <NumberField
              label={t('style.radius')}
              value={symbol.radius ?? DEFAULT_RADIUS}
              onChange={(radius) => radius !== undefined && onChange({ radius }, 'radius')}
              min={1}
              max={40}
              unit={unit}
            />
            <Select
              label={t('style.shape')}
              value={symbol.shape ?? 'circle'}
              onChange={(shape) => onChange({ shape: shape as MapSymbol['shape'], svg: undefined }, 'shape')}
              options={MARKERS.map((shape) => ({ value: shape, title: t(`shape.${shape}`) }))}
            />
          </div>
          <div className="types-row">
            <FileButton
              accept={['.svg', 'image/svg+xml']}
              icon={<Icon name="upload" />}
              onFile={(file) => void takeSvg(file)}
            >
              {t('style.svg')}
            </FileButton>
            {symbol.svg !== undefined && (
              <Button icon={<Icon name="trash" />} onPress={() => onChange({ svg: undefined }, 'svg')}>
                {t('style.svg.remove')}
              </Button>
            )}
          </div>
        </>
      )}
    </div>
  );
}
