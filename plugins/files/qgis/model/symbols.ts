import type { Style } from '#core/protocol';
import { channelsOf, DEFAULT_RADIUS, splitColour } from '#core/styles';
import { element, type XmlElement } from './xml.ts';

export type QgisGeometry = 'Point' | 'Line' | 'Polygon';

const PIXEL = 'Pixel';
const CLEAR = '255,255,255,0';

/** A single symbol that looks as on the map here; sizes are pixels, as here. */
export function rendererOf(geometry: QgisGeometry, style: Style): XmlElement {
  const { type, layers } = symbolOf(geometry, style);
  return element('renderer-v2', { type: 'singleSymbol', symbollevels: '0', enableorderby: '0' }, [
    element('symbols', {}, [
      element(
        'symbol',
        { type, name: '0', alpha: '1', clip_to_extent: '1', force_rhr: '0' },
        layers.map(symbolLayer),
      ),
    ]),
  ]);
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
function symbolOf(geometry: QgisGeometry, style: Style): { type: string; layers: readonly SymbolLayer[] } {
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

function markerOf(style: Style): Properties {
  return {
    name: style.shape ?? 'circle',
    size: String(2 * (style.radius ?? DEFAULT_RADIUS)),
    size_unit: PIXEL,
    color: style.fill ? colourOf(style.fill) : CLEAR,
    outline_color: colourOf(style.stroke),
    outline_style: style.width > 0 ? 'solid' : 'no',
    outline_width: String(style.width),
    outline_width_unit: PIXEL,
  };
}

function fillOf({ fill }: Style): Properties {
  return { style: fill ? 'solid' : 'no', color: fill ? colourOf(fill) : CLEAR, outline_style: 'no' };
}

function lineOf(style: Style): Properties {
  return {
    line_color: colourOf(style.stroke),
    line_style: style.width > 0 ? 'solid' : 'no',
    line_width: String(style.width),
    line_width_unit: PIXEL,
    capstyle: style.dash?.length ? 'flat' : 'round',
    joinstyle: 'round',
    ...(style.dash?.length && {
      use_custom_dash: '1',
      customdash: style.dash.join(';'),
      customdash_unit: PIXEL,
    }),
  };
}

/** Labels from an attribute, with a white edge as here. */
export function labelingOf(attribute: string): XmlElement {
  return element('labeling', { type: 'simple' }, [
    element('settings', {}, [
      element(
        'text-style',
        {
          fieldName: attribute,
          isExpression: '0',
          fontFamily: 'Noto Sans',
          fontSize: '9',
          fontSizeUnit: 'Point',
          textColor: '21,25,28,255',
        },
        [
          element('text-buffer', {
            bufferDraw: '1',
            bufferSize: '0.7',
            bufferSizeUnits: 'MM',
            bufferColor: '255,255,255,255',
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
