import type { MapSymbol, MARKERS } from '#core/protocol';
import { child, childrenOf, type XmlElement } from '../xml-tree.ts';
import { bounded, colourOf, MILLIMETRE, POINT, radiusOf, type Omissions } from './foreign-style.ts';

type Marker = (typeof MARKERS)[number];
type Hatch = NonNullable<MapSymbol['hatch']>;
/** What a layer of a symbol adds. */
type SymbolPart = Partial<MapSymbol>;
type Properties = ReadonlyMap<string, string>;

const MARKER_NAMES: Readonly<Record<string, Marker>> = {
  circle: 'circle',
  square: 'square',
  diamond: 'diamond',
  pentagon: 'pentagon',
  hexagon: 'hexagon',
  triangle: 'triangle',
  equilateral_triangle: 'triangle',
  star: 'star',
  cross: 'cross',
  cross_fill: 'cross',
  cross2: 'x',
};
/** Brush styles of Qt, in which `b_diagonal` rises to the right. */
const BRUSHES: Readonly<Record<string, Hatch['kind']>> = {
  horizontal: 'horizontal',
  vertical: 'vertical',
  b_diagonal: 'forward',
  f_diagonal: 'backward',
  cross: 'cross',
  diagonal_x: 'diagonal-cross',
};
/** Pen styles of Qt, in widths of the line. */
const DASHES: Readonly<Record<string, readonly number[]>> = {
  dash: [4, 2],
  dot: [1, 2],
  'dash dot': [4, 2, 1, 2],
  'dash dot dot': [4, 2, 1, 2, 1, 2],
};
/** Metres for units on the ground, pixels for those on paper. */
const GROUND = new Set(['MapUnit', 'RenderMetersInMapUnits']);
const PAPER: Readonly<Record<string, number>> = {
  MM: MILLIMETRE,
  Pixel: 1,
  Point: POINT,
  Inch: 96,
};
/** Pixels between two lines of a brush. */
const BRUSH_SPACING = 8;

/** The symbols of a `symbols` element by their names. */
export function qmlSymbols(symbols: XmlElement | undefined): ReadonlyMap<string, XmlElement> {
  return new Map(childrenOf(symbols, 'symbol').map((each) => [each.attributes['name'] ?? '', each]));
}

/** One symbol of the layers of a QGIS symbol; layers that do not fit into it are omitted. */
export function qmlSymbol(symbol: XmlElement, omissions: Omissions): MapSymbol {
  const alpha = Number(symbol.attributes['alpha'] ?? 1);
  let whole: SymbolPart = {};
  for (const layer of childrenOf(symbol, 'layer')) {
    if (layer.attributes['enabled'] === '0') continue;
    if (isDataDefined(layer)) omissions.add('data-defined', layer.attributes['class']);
    const part = new LayerReader(layer, alpha, omissions).read();
    if (!part) continue;
    const repeated = Object.keys(part).find((key) => key !== 'unit' && Object.hasOwn(whole, key));
    // The lowest layer is drawn first: a line under another is its casing.
    if (repeated === undefined) whole = { ...whole, ...part };
    else omissions.add('layer', layer.attributes['class']);
  }
  return { stroke: '#000000', width: 0, ...whole };
}

class LayerReader {
  readonly #layer: XmlElement;
  readonly #alpha: number;
  readonly #omissions: Omissions;
  readonly #properties: Properties;
  #unit: MapSymbol['unit'];

  constructor(layer: XmlElement, alpha: number, omissions: Omissions) {
    this.#layer = layer;
    this.#alpha = alpha;
    this.#omissions = omissions;
    this.#properties = propertiesOf(layer);
  }

  read(): SymbolPart | undefined {
    const name = this.#layer.attributes['class'] ?? '';
    const offset = this.#text('offset');
    if (offset !== undefined && !/^-?0(\.0+)?(,-?0(\.0+)?)?$/.test(offset))
      this.#omissions.add('offset', name);
    switch (name) {
      case 'SimpleFill':
        return this.#fill();
      case 'SimpleLine':
        return this.#line();
      case 'ArrowLine':
        return { stroke: this.#colour('color'), width: 1.5, line: 'arrows' };
      case 'SimpleMarker':
        return this.#marker();
      case 'LinePatternFill':
      case 'PointPatternFill':
        return this.#pattern(name);
      default:
        this.#omissions.add('graphic', name);
        return undefined;
    }
  }

  #fill(): SymbolPart {
    const style = this.#text('style') ?? 'solid';
    const colour = this.#colour('color');
    const brush = BRUSHES[style] ?? (style.startsWith('dense') ? 'dots' : undefined);
    const hatch = brush && { kind: brush, colour, spacing: BRUSH_SPACING, width: 1 };
    const outline = this.#stroke('outline_color', 'outline_width', 'outline_style');
    return { ...outline, ...(style === 'solid' ? { fill: colour } : {}), ...(hatch ? { hatch } : {}) };
  }

  #line(): SymbolPart {
    const stroke = this.#stroke('line_color', 'line_width', 'line_style');
    if (this.#text('use_custom_dash') !== '1') return stroke;
    const dash = (this.#text('customdash') ?? '')
      .split(';')
      .map((each) => this.#size(Number(each), 'customdash_unit'))
      .filter((each) => each > 0);
    return dash.length > 1 ? { ...stroke, dash: dash.slice(0, 8) } : stroke;
  }

  #marker(): SymbolPart {
    // The unit of the size is that of the symbol.
    const size = this.#size(Number(this.#text('size') ?? 2), 'size_unit');
    const name = this.#text('name') ?? 'circle';
    const shape = MARKER_NAMES[name];
    if (!shape) this.#omissions.add('marker', name);
    const angle = Number(this.#text('angle') ?? 0);
    if (angle !== 0) this.#omissions.add('offset', 'angle');
    return {
      radius: radiusOf(size),
      shape: shape ?? 'circle',
      fill: this.#colour('color'),
      ...this.#stroke('outline_color', 'outline_width', 'outline_style'),
    };
  }

  #pattern(name: string): SymbolPart {
    const spacing = this.#size(
      Number(this.#text(name === 'LinePatternFill' ? 'distance' : 'distance_x') ?? 2),
      name === 'LinePatternFill' ? 'distance_unit' : 'distance_x_unit',
    );
    const inner = childrenOf(child(this.#layer, 'symbol'), 'layer')[0];
    const properties = inner && propertiesOf(inner);
    const colour =
      properties?.get('line_color') ?? properties?.get('color') ?? this.#text('color') ?? '0,0,0,255';
    const width = this.#size(Number(properties?.get('line_width') ?? 0.26), 'line_width_unit');
    return {
      hatch: {
        kind: name === 'LinePatternFill' ? hatchOfAngle(Number(this.#text('angle') ?? 45)) : 'dots',
        colour: this.#parsed(colour),
        spacing: Math.max(2, bounded(spacing, 100)),
        width: Math.max(0.1, bounded(name === 'LinePatternFill' ? width : 2, 20)),
      },
      ...(this.#unit ? { unit: this.#unit } : {}),
    };
  }

  #stroke(colour: string, width: string, style: string): SymbolPart {
    const pen = this.#text(style) ?? 'solid';
    // A hairline of 0 is one pixel wide.
    const wide = this.#size(Number(this.#text(width) ?? 0.26), `${width}_unit`) || (this.#unit ? 0 : 1);
    const dash = DASHES[pen]?.map((length) => bounded(length * wide, 100));
    return {
      stroke: this.#colour(colour),
      width: pen === 'no' ? 0 : bounded(wide),
      ...(dash ? { dash } : {}),
      ...(this.#unit ? { unit: this.#unit } : {}),
    };
  }

  /** A size in pixels, or in metres where the first size of the layer is on the ground. */
  #size(value: number, unitName: string): number {
    const unit = this.#text(unitName) ?? 'MM';
    const isGround = GROUND.has(unit);
    if (isGround && this.#unit === undefined) this.#unit = 'm';
    if (isGround !== (this.#unit === 'm') || (!isGround && PAPER[unit] === undefined) || unit === 'MapUnit')
      this.#omissions.add('unit', unit);
    return isGround ? value : value * (PAPER[unit] ?? MILLIMETRE);
  }

  #colour(name: string): string {
    return this.#parsed(this.#text(name) ?? '0,0,0,255');
  }

  #parsed(text: string): string {
    return qmlColour(text, this.#alpha);
  }

  #text(name: string): string | undefined {
    return this.#properties.get(name);
  }
}

/** `r,g,b,a`, each to 255; newer files add the same in another form. */
export function qmlColour(text: string, alpha = 1): string {
  const [r = 0, g = 0, b = 0, a = 255] = text.split(',').slice(0, 4).map(Number);
  const part = (value: number) => bounded(value, 255).toFixed(0);
  const hex = [r, g, b].map((value) => Number(part(value)).toString(16).padStart(2, '0')).join('');
  return colourOf(`#${hex}`, (a / 255) * alpha);
}

/** Lines at an angle counterclockwise from the east, to the nearest that there is. */
function hatchOfAngle(angle: number): Hatch['kind'] {
  const kinds = ['horizontal', 'forward', 'vertical', 'backward'] as const;
  return kinds[(((Math.round(angle / 45) % 4) + 4) % 4) as 0 | 1 | 2 | 3];
}

/** `Option` elements of newer files, `prop` elements of older ones. */
function propertiesOf(layer: XmlElement): Properties {
  const options = childrenOf(child(layer, 'Option'), 'Option');
  return new Map([
    ...childrenOf(layer, 'prop').map(
      ({ attributes }) => [attributes['k'] ?? '', attributes['v'] ?? ''] as const,
    ),
    ...options.map(({ attributes }) => [attributes['name'] ?? '', attributes['value'] ?? ''] as const),
  ]);
}

function isDataDefined(layer: XmlElement): boolean {
  const properties = child(child(layer, 'data_defined_properties'), 'Option');
  const named = childrenOf(properties, 'Option').find((each) => each.attributes['name'] === 'properties');
  return childrenOf(named, 'Option').some((each) =>
    childrenOf(each, 'Option').some(
      ({ attributes }) => attributes['name'] === 'active' && attributes['value'] === 'true',
    ),
  );
}
