import type { GeometryType, MapSymbol, Style } from '#core/protocol';
import { DEFAULT_RADIUS, LABEL_SIZE, labelsAt, rulesOf, splitColour, type SymbolRule } from '#core/styles';
import { escapeXml } from '../xml-tree.ts';
import { filterOf, labelOf, tag } from './expression-filter.ts';
import { Untranslatable } from './ogc-filter.ts';

interface SldLayer {
  readonly name: string;
  readonly title: string;
  readonly geometryType: GeometryType | null;
  readonly style: Style;
}

/** Marks that every reader of SLD knows; others are drawn as circles. */
const WELL_KNOWN = new Set(['circle', 'square', 'triangle', 'star', 'cross', 'x']);
const HATCHES = {
  horizontal: 'shape://horline',
  vertical: 'shape://vertline',
  forward: 'shape://slash',
  backward: 'shape://backslash',
  cross: 'shape://plus',
  'diagonal-cross': 'shape://times',
  dots: 'shape://dot',
} as const;

/** A layer's style as SLD 1.1 (Symbology Encoding). What SLD cannot say is named in comments. */
export function writeSld({ name, title, geometryType, style }: SldLayer): string {
  const rules = rulesOf(style, title).map((rule) => ruleXml(rule, style, geometryType));
  return `<?xml version="1.0" encoding="UTF-8"?>
<StyledLayerDescriptor version="1.1.0" xmlns="http://www.opengis.net/sld" xmlns:se="http://www.opengis.net/se" xmlns:ogc="http://www.opengis.net/ogc">
<NamedLayer><se:Name>${escapeXml(name)}</se:Name><UserStyle><se:Name>${escapeXml(name)}</se:Name><se:FeatureTypeStyle>
${rules.join('\n')}
${labelXml(style)}
</se:FeatureTypeStyle></UserStyle></NamedLayer>
</StyledLayerDescriptor>
`;
}

function ruleXml(
  { title, filter, otherwise, minScale, maxScale, symbol }: SymbolRule,
  style: Style,
  geometryType: GeometryType | null,
): string {
  const both = [style.filter, filter].filter((each) => each !== undefined);
  let condition: string;
  try {
    // An ElseFilter stands alone.
    if (otherwise && style.filter !== undefined) throw new Untranslatable('ElseFilter');
    const parts = both.map(filterOf);
    const inner = parts.length > 1 ? tag('And', parts.join('')) : (parts[0] ?? '');
    condition = otherwise ? '<se:ElseFilter/>' : inner === '' ? '' : tag('Filter', inner);
  } catch (thrown) {
    if (!(thrown instanceof Untranslatable)) throw thrown;
    return comment(`${title}: ${both.join(' and ')} (${thrown.message})`);
  }
  const scales = [
    ['MinScaleDenominator', largest(maxScale, style.maxScale, Math.max)],
    ['MaxScaleDenominator', largest(minScale, style.minScale, Math.min)],
  ] as const;
  return [
    '<se:Rule>',
    ...(title === '' ? [] : [`<se:Description><se:Title>${escapeXml(title)}</se:Title></se:Description>`]),
    condition,
    ...scales.map(([name, value]) => (value === undefined ? '' : `<se:${name}>${value}</se:${name}>`)),
    symbolizers(symbol, geometryType),
    '</se:Rule>',
  ].join('');
}

function largest(
  a: number | undefined,
  b: number | undefined,
  of: (a: number, b: number) => number,
): number | undefined {
  return a === undefined ? b : b === undefined ? a : of(a, b);
}

function symbolizers(symbol: MapSymbol, geometryType: GeometryType | null): string {
  const uom = symbol.unit === 'm' ? ' uom="http://www.opengeospatial.org/se/units/metre"' : '';
  const is = (kind: string) => geometryType === null || geometryType.endsWith(kind);
  const fill = symbol.fill === undefined ? '' : fillXml(symbol.fill);
  const area = `<se:PolygonSymbolizer${uom}>${fill}${strokeXml(symbol)}</se:PolygonSymbolizer>`;
  const hatch = symbol.hatch
    ? `<se:PolygonSymbolizer${uom}>${hatchXml(symbol.hatch)}</se:PolygonSymbolizer>`
    : '';
  const omitted = [
    ...(symbol.line && symbol.line !== 'plain' ? [`line ${symbol.line}`] : []),
    ...(symbol.svg === undefined ? [] : ['svg']),
    ...(is('Point') && symbol.shape && !WELL_KNOWN.has(symbol.shape) ? [`marker ${symbol.shape}`] : []),
  ];
  return [
    ...(is('Polygon') ? [area, hatch] : []),
    ...(is('LineString') ? [`<se:LineSymbolizer${uom}>${strokeXml(symbol)}</se:LineSymbolizer>`] : []),
    ...(is('Point') ? [`<se:PointSymbolizer${uom}>${graphicXml(symbol)}</se:PointSymbolizer>`] : []),
    ...(omitted.length > 0 ? [comment(omitted.join(', '))] : []),
  ].join('');
}

function graphicXml(symbol: MapSymbol): string {
  const { radius = DEFAULT_RADIUS, shape = 'circle', fill } = symbol;
  const name = WELL_KNOWN.has(shape) ? shape : 'circle';
  const inner = `${fill === undefined ? '' : fillXml(fill)}${strokeXml(symbol)}`;
  return `<se:Graphic><se:Mark><se:WellKnownName>${name}</se:WellKnownName>${inner}</se:Mark><se:Size>${2 * radius}</se:Size></se:Graphic>`;
}

function hatchXml({ kind, colour, spacing, width }: NonNullable<MapSymbol['hatch']>): string {
  const inner = kind === 'dots' ? fillXml(colour) : strokeXml({ stroke: colour, width });
  return `<se:Fill><se:GraphicFill><se:Graphic><se:Mark><se:WellKnownName>${HATCHES[kind]}</se:WellKnownName>${inner}</se:Mark><se:Size>${spacing}</se:Size></se:Graphic></se:GraphicFill></se:Fill>`;
}

function fillXml(colour: string): string {
  const { rgb, opacity } = splitColour(colour);
  return `<se:Fill>${parameter('fill', rgb)}${opacity < 1 ? parameter('fill-opacity', rounded(opacity)) : ''}</se:Fill>`;
}

function strokeXml({ stroke, width, dash }: Pick<MapSymbol, 'stroke' | 'width' | 'dash'>): string {
  if (width === 0) return '';
  const { rgb, opacity } = splitColour(stroke);
  const parameters = [
    parameter('stroke', rgb),
    parameter('stroke-width', width),
    opacity < 1 ? parameter('stroke-opacity', rounded(opacity)) : '',
    dash?.length ? parameter('stroke-dasharray', dash.join(' ')) : '',
  ];
  return `<se:Stroke>${parameters.join('')}</se:Stroke>`;
}

/** Labels as a rule of their own, for all objects that the layer draws. */
function labelXml(style: Style): string {
  const labels = labelsAt(style, undefined);
  if (!labels || labels.text === '') return '';
  try {
    const filter = style.filter === undefined ? '' : tag('Filter', filterOf(style.filter));
    const { size = LABEL_SIZE, colour = '#000000', halo, placement } = labels;
    const font = `<se:Font>${parameter('font-size', size)}</se:Font>`;
    const line = placement === 'along' ? '<se:LabelPlacement><se:LinePlacement/></se:LabelPlacement>' : '';
    const around =
      halo && halo.width > 0
        ? `<se:Halo><se:Radius>${halo.width}</se:Radius>${fillXml(halo.colour ?? '#ffffff')}</se:Halo>`
        : '';
    const scales = [
      ['MinScaleDenominator', largest(labels.maxScale, style.maxScale, Math.max)],
      ['MaxScaleDenominator', largest(labels.minScale, style.minScale, Math.min)],
    ] as const;
    const range = scales.map(([name, value]) =>
      value === undefined ? '' : `<se:${name}>${value}</se:${name}>`,
    );
    return `<se:Rule>${filter}${range.join('')}<se:TextSymbolizer><se:Label>${labelOf(labels.text)}</se:Label>${font}${line}${around}${fillXml(colour)}</se:TextSymbolizer></se:Rule>`;
  } catch (thrown) {
    if (!(thrown instanceof Untranslatable)) throw thrown;
    return comment(`label ${labels.text} (${thrown.message})`);
  }
}

function parameter(name: string, value: string | number): string {
  return `<se:SvgParameter name="${name}">${value}</se:SvgParameter>`;
}

function rounded(opacity: number): number {
  return Math.round(opacity * 1000) / 1000;
}

/** What was not exported. Two hyphens end a comment. */
function comment(text: string): string {
  return `<!-- not exported: ${escapeXml(text).replaceAll('--', '- -')} -->`;
}
