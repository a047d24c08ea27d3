import type { LabelStyle, MapSymbol, Style } from '#core/protocol';
import { channelsOf, splitColour } from '../colour.ts';
import { LABEL_HALO, LABEL_SIZE } from '../labels.ts';
import { qgisExpression } from './expression.ts';
import { rulesOf, type SymbolRule } from '../rules.ts';
import { DEFAULT_RADIUS } from '../sizes.ts';
import { element, type XmlElement } from './xml.ts';

export type QgisGeometry = 'Point' | 'Line' | 'Polygon';

const unitOf = ({ unit }: MapSymbol) => (unit === 'm' ? 'RenderMetersInMapUnits' : 'Pixel');
const CLEAR = '255,255,255,0';

/**
 * The renderer of a layer of QGIS that looks as on the map here: one symbol, or a rule for each class. `title` is that of a style without classes.
 */
export function rendererOf(geometry: QgisGeometry, style: Style, title = ''): XmlElement {
  const rules = rulesOf(style, title);
  const isSingle = !style.classes && style.filter === undefined;
  const symbols = element(
    'symbols',
    {},
    rules.map(({ symbol }, n) => symbolElement(geometry, symbol, String(n))),
  );
  const type = isSingle ? 'singleSymbol' : 'RuleRenderer';
  const parts = isSingle ? [symbols] : [rulesElement(rules, style.filter), symbols];
  return element('renderer-v2', { type, symbollevels: '0', enableorderby: '0' }, parts);
}

/** With a condition of the whole layer they are within a rule that has it. */
function rulesElement(rules: readonly SymbolRule[], filter: string | undefined): XmlElement {
  const all = rules.map((rule, n) =>
    element('rule', {
      key: `{rule-${n}}`,
      symbol: String(n),
      label: rule.title,
      ...(rule.otherwise
        ? { filter: 'ELSE' }
        : rule.filter !== undefined && { filter: qgisExpression(rule.filter) }),
      ...(rule.maxScale !== undefined && { scalemindenom: String(rule.maxScale) }),
      ...(rule.minScale !== undefined && { scalemaxdenom: String(rule.minScale) }),
    }),
  );
  const within =
    filter === undefined ? all : [element('rule', { key: '{layer}', filter: qgisExpression(filter) }, all)];
  return element('rules', { key: '{root}' }, within);
}

function symbolElement(geometry: QgisGeometry, symbol: MapSymbol, name: string): XmlElement {
  const { type, layers } = symbolOf(geometry, symbol);
  return element(
    'symbol',
    { type, name, alpha: '1', clip_to_extent: '1', force_rhr: '0' },
    layers.map(symbolLayer),
  );
}

type Properties = Readonly<Record<string, string>>;
interface SymbolLayer {
  readonly kind: 'SimpleMarker' | 'SimpleLine' | 'SimpleFill';
  readonly properties: Properties;
}

function symbolLayer({ kind, properties }: SymbolLayer): XmlElement {
  return element('layer', { class: kind, enabled: '1', locked: '0', pass: '0' }, [
    element(
      'Option',
      { type: 'Map' },
      Object.entries(properties).map(([name, value]) => element('Option', { name, type: 'QString', value })),
    ),
    // Read by QGIS before 3.18.
    ...Object.entries(properties).map(([k, v]) => element('prop', { k, v })),
  ]);
}

/** The symbol of QGIS and its layers, the lowest first. */
function symbolOf(
  geometry: QgisGeometry,
  style: MapSymbol,
): { type: string; layers: readonly SymbolLayer[] } {
  const line: SymbolLayer = { kind: 'SimpleLine', properties: lineOf(style) };
  switch (geometry) {
    case 'Point':
      return { type: 'marker', layers: [{ kind: 'SimpleMarker', properties: markerOf(style) }] };
    case 'Line':
      return { type: 'line', layers: [line] };
    case 'Polygon':
      // The outline of a fill has no dashes of its own: it is a line upon the fill.
      return { type: 'fill', layers: [{ kind: 'SimpleFill', properties: fillOf(style) }, line] };
  }
}

function markerOf(style: MapSymbol): Properties {
  return {
    name: style.shape ?? 'circle',
    size: String(2 * (style.radius ?? DEFAULT_RADIUS)),
    size_unit: unitOf(style),
    color: style.fill ? colourOf(style.fill) : CLEAR,
    outline_color: colourOf(style.stroke),
    outline_style: style.width > 0 ? 'solid' : 'no',
    outline_width: String(style.width),
    outline_width_unit: unitOf(style),
  };
}

function fillOf({ fill }: MapSymbol): Properties {
  return { style: fill ? 'solid' : 'no', color: fill ? colourOf(fill) : CLEAR, outline_style: 'no' };
}

function lineOf(style: MapSymbol): Properties {
  return {
    line_color: colourOf(style.stroke),
    line_style: style.width > 0 ? 'solid' : 'no',
    line_width: String(style.width),
    line_width_unit: unitOf(style),
    capstyle: style.dash?.length ? 'flat' : 'round',
    joinstyle: 'round',
    ...(style.dash?.length && {
      use_custom_dash: '1',
      customdash: style.dash.join(';'),
      customdash_unit: unitOf(style),
    }),
  };
}

/** Labels with the edge that they have here; sizes are pixels. */
export function labelingOf({ text, size = LABEL_SIZE, colour = '#15191c', halo }: LabelStyle): XmlElement {
  const width = halo?.width ?? LABEL_HALO;
  return element('labeling', { type: 'simple' }, [
    element('settings', {}, [
      element(
        'text-style',
        {
          fieldName: qgisExpression(text),
          isExpression: '1',
          fontFamily: 'Noto Sans',
          fontSize: String(size),
          fontSizeUnit: 'Pixel',
          textColor: colourOf(colour),
        },
        [
          element('text-buffer', {
            bufferDraw: width > 0 ? '1' : '0',
            bufferSize: String(width),
            bufferSizeUnits: 'Pixel',
            bufferColor: colourOf(halo?.colour ?? '#ffffff'),
          }),
        ],
      ),
    ]),
  ]);
}

/** `#rrggbbaa` as `r,g,b,a`. */
function colourOf(colour: string): string {
  return [...channelsOf(colour), Math.round(255 * splitColour(colour).opacity)].join(',');
}
