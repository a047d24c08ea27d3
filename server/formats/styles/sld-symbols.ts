import type { MapSymbol, MARKERS } from '#core/protocol';
import { child, childText, type XmlElement } from '../xml-tree.ts';
import { bounded, colourOf, radiusOf, type Omissions } from './foreign-style.ts';

type Marker = (typeof MARKERS)[number];
type Hatch = NonNullable<MapSymbol['hatch']>;

const WELL_KNOWN: Readonly<Record<string, Marker>> = {
  circle: 'circle',
  square: 'square',
  triangle: 'triangle',
  star: 'star',
  cross: 'cross',
  x: 'x',
  diamond: 'diamond',
  pentagon: 'pentagon',
  hexagon: 'hexagon',
};
/** Marks that fill areas, of GeoServer and QGIS. */
const PATTERNS: Readonly<Record<string, Hatch['kind']>> = {
  'shape://horline': 'horizontal',
  'shape://vertline': 'vertical',
  'shape://slash': 'forward',
  'shape://backslash': 'backward',
  'shape://plus': 'cross',
  'shape://times': 'diagonal-cross',
  'shape://dot': 'dots',
  horline: 'horizontal',
  line: 'vertical',
  slash: 'forward',
  backslash: 'backward',
  cross: 'cross',
  x: 'diagonal-cross',
  circle: 'dots',
};
const UNITS: Readonly<Record<string, { metres: number } | undefined>> = {
  metre: { metres: 1 },
  foot: { metres: 0.3048 },
};

/** How sizes are written in a symbolizer: pixels, or on the ground. */
interface Sizes {
  readonly factor: number;
  readonly unit: Pick<MapSymbol, 'unit'>;
}

/** The symbol of a symbolizer other than of text; undefined where nothing of it can be drawn. */
export function symbolizerOf(element: XmlElement, omissions: Omissions): MapSymbol | undefined {
  const uom = element.attributes['uom']?.split(/[/#:]/).at(-1)?.toLowerCase();
  const ground = uom === undefined ? undefined : UNITS[uom];
  if (uom !== undefined && uom !== 'pixel' && !ground) omissions.add('unit', uom);
  const sizes: Sizes = { factor: ground?.metres ?? 1, unit: ground ? { unit: 'm' } : {} };
  for (const name of ['Geometry', 'PerpendicularOffset', 'Displacement'])
    if (child(element, name)) omissions.add('offset', name);
  switch (element.name) {
    case 'PointSymbolizer':
      return pointOf(child(element, 'Graphic'), sizes, omissions);
    case 'LineSymbolizer':
      return { ...strokeOf(child(element, 'Stroke'), sizes, omissions), ...sizes.unit };
    case 'PolygonSymbolizer':
      return areaOf(element, sizes, omissions);
    default:
      omissions.add('symbolizer', element.name);
      return undefined;
  }
}

function areaOf(element: XmlElement, sizes: Sizes, omissions: Omissions): MapSymbol {
  const [fill, stroke] = [child(element, 'Fill'), child(element, 'Stroke')];
  const pattern = child(child(fill, 'GraphicFill'), 'Graphic');
  const hatch = pattern && hatchOf(pattern, sizes, omissions);
  return {
    ...(stroke ? strokeOf(stroke, sizes, omissions) : { stroke: '#000000', width: 0 }),
    ...(fill && !pattern ? { fill: fillOf(fill, omissions) } : {}),
    ...(hatch ? { hatch } : {}),
    ...sizes.unit,
  };
}

function strokeOf(
  stroke: XmlElement | undefined,
  { factor }: Sizes,
  omissions: Omissions,
): Pick<MapSymbol, 'stroke' | 'width' | 'dash'> {
  for (const name of ['GraphicStroke', 'GraphicFill'])
    if (child(stroke, name)) omissions.add('graphic', name);
  const parameter = (name: string) => parameterOf(stroke, name, omissions);
  const colour = rgbOf(parameter('stroke'), '#000000', omissions);
  const dash = (parameter('stroke-dasharray') ?? '')
    .split(/[\s,]+/)
    .map(Number)
    .filter((length) => length > 0)
    .slice(0, 8);
  return {
    stroke: colourOf(colour, Number(parameter('stroke-opacity') ?? 1)),
    width: bounded(Number(parameter('stroke-width') ?? 1) * factor),
    ...(dash.length > 1 ? { dash: dash.map((length) => bounded(length * factor, 100)) } : {}),
  };
}

function fillOf(fill: XmlElement | undefined, omissions: Omissions): string {
  const colour = rgbOf(parameterOf(fill, 'fill', omissions), '#808080', omissions);
  return colourOf(colour, Number(parameterOf(fill, 'fill-opacity', omissions) ?? 1));
}

function pointOf(graphic: XmlElement | undefined, sizes: Sizes, omissions: Omissions): MapSymbol {
  const mark = child(graphic, 'Mark');
  if (child(graphic, 'ExternalGraphic')) omissions.add('graphic', 'ExternalGraphic');
  for (const name of ['Rotation', 'Displacement', 'AnchorPoint'])
    if (child(graphic, name)) omissions.add('offset', name);
  const name = childText(mark, 'WellKnownName') || 'square';
  const shape = WELL_KNOWN[name.toLowerCase()];
  if (mark && !shape) omissions.add('marker', name);
  const [fill, stroke] = [child(mark, 'Fill'), child(mark, 'Stroke')];
  const size = Number(literalOf(child(graphic, 'Size'), omissions) ?? 6) * sizes.factor;
  return {
    ...(stroke ? strokeOf(stroke, sizes, omissions) : { stroke: '#000000', width: 0 }),
    ...(fill || !stroke ? { fill: fillOf(fill, omissions) } : {}),
    radius: radiusOf(size),
    shape: shape ?? 'circle',
    ...sizes.unit,
  };
}

function hatchOf(graphic: XmlElement, { factor }: Sizes, omissions: Omissions): Hatch | undefined {
  const mark = child(graphic, 'Mark');
  const name = childText(mark, 'WellKnownName') ?? '';
  const kind = PATTERNS[name.toLowerCase()];
  if (!kind) {
    omissions.add('graphic', name || 'GraphicFill');
    return undefined;
  }
  const line = child(mark, 'Stroke');
  const { stroke, width } = strokeOf(line, { factor, unit: {} }, omissions);
  const size = Number(literalOf(child(graphic, 'Size'), omissions) ?? 8) * factor;
  return {
    kind,
    colour: line ? stroke : fillOf(child(mark, 'Fill'), omissions),
    spacing: Math.max(2, bounded(size, 100)),
    width: Math.max(0.1, bounded(line ? width : 1, 20)),
  };
}

/** The value of a `CssParameter` (1.0) or `SvgParameter` (1.1). */
export function parameterOf(
  element: XmlElement | undefined,
  name: string,
  omissions: Omissions,
): string | undefined {
  return literalOf(
    element?.children.find(
      (each) =>
        (each.name === 'SvgParameter' || each.name === 'CssParameter') && each.attributes['name'] === name,
    ),
    omissions,
  );
}

/** The text of an element, directly or as a literal; undefined where it is calculated. */
export function literalOf(element: XmlElement | undefined, omissions: Omissions): string | undefined {
  if (!element) return undefined;
  const [inner] = element.children;
  if (!inner) return element.text.trim();
  if (inner.name === 'Literal') return inner.text.trim();
  omissions.add('data-defined', element.attributes['name'] ?? element.name);
  return undefined;
}

export function rgbOf(text: string | undefined, otherwise: string, omissions: Omissions): string {
  if (text === undefined) return otherwise;
  if (/^#[0-9a-f]{6}$/i.test(text)) return text;
  omissions.add('data-defined', text);
  return otherwise;
}
