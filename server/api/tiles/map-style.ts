import type { AnswerOf, Language, MapSymbol, ObjectType, tileJson, tileStyle } from '#core/protocol';
import { DEFAULT_RADIUS, resolutionAt, splitColour } from '#core/styles';
import { drawnClasses } from './map-style-classes.ts';

/** The deepest zoom of tiles; clients enlarge these beyond. */
const DEEPEST = 24;
const SOURCE = 'groma';
/** Metres of the equator in Web Mercator. */
const WORLD = 2 * Math.PI * 6_378_137;

/** What is drawn: an object type by its name, title, geometry and style. */
export type DrawnType = Pick<ObjectType, 'name' | 'title' | 'geometryType' | 'style'>;
export interface TileService {
  readonly name: string;
  /** Where the server is reached: `https://groma.example.org`. */
  readonly origin: string;
  readonly projectId: string;
  readonly language: Language;
  /** Of the visible objects. */
  readonly extent: [number, number, number, number] | null;
  readonly types: readonly DrawnType[];
}
type MapLayer = AnswerOf<typeof tileStyle>['layers'][number];

const titleOf = ({ title, name }: DrawnType, language: Language): string => title[language] || name;

export function tileJsonOf({
  name,
  origin,
  projectId,
  language,
  extent,
  types,
}: TileService): AnswerOf<typeof tileJson> {
  return {
    tilejson: '3.0.0',
    name,
    tiles: [`${origin}/api/tiles/${projectId}/{z}/{x}/{y}.mvt`],
    minzoom: 0,
    maxzoom: DEEPEST,
    ...(extent && { bounds: extent }),
    vector_layers: types.map((type) => ({
      id: type.name,
      description: titleOf(type, language),
      fields: { id: 'String', typeName: 'String', label: 'String' },
    })),
  };
}

/** Areas below lines below points; each in the order of the types. */
export function mapStyleOf(service: TileService): AnswerOf<typeof tileStyle> {
  const { tiles, minzoom, maxzoom, bounds, name } = tileJsonOf(service);
  const layers = service.types.map((type) => layersOf(type, titleOf(type, service.language)));
  const source = { type: 'vector' as const, tiles, minzoom, maxzoom, ...(bounds && { bounds }) };
  return {
    version: 8,
    name,
    sources: { [SOURCE]: source },
    layers: (['fill', 'line', 'circle'] as const).flatMap((kind) =>
      layers.flat().filter(({ type }) => type === kind),
    ),
  };
}

/** Layers by the classes of the style, and by the geometries that the type may have. */
function layersOf(type: DrawnType, title: string): MapLayer[] {
  return drawnClasses(type.style).flatMap(({ symbol, filter, minScale, maxScale, key }) =>
    symbolLayers(type, symbol).map((layer) => ({
      ...layer,
      id: key === '' ? `${type.name} ${layer.type}` : `${type.name} ${key} ${layer.type}`,
      metadata: { 'groma:title': title },
      ...(filter === undefined ? {} : { filter: ['all', geometryFilter(layer.type), filter] }),
      ...(minScale !== undefined && { minzoom: zoomAt(minScale) }),
      ...(maxScale !== undefined && { maxzoom: zoomAt(maxScale) }),
    })),
  );
}

/** Expressions and the older filters with `$type`, which more programs read, cannot be mixed. */
function geometryFilter(type: MapLayer['type']): unknown {
  const kinds = { fill: ['Polygon'], line: ['LineString', 'Polygon'], circle: ['Point'] }[type];
  return ['in', ['geometry-type'], ['literal', kinds.flatMap((kind) => [kind, `Multi${kind}`])]];
}

/** The zoom of a scale at the equator, where a tile is 512 pixels wide. */
function zoomAt(scale: number): number {
  const zoom = Math.log2(WORLD / 512 / resolutionAt(scale));
  return Math.round(Math.max(0, Math.min(24, zoom)) * 100) / 100;
}

function symbolLayers({ name, geometryType }: DrawnType, style: MapSymbol): MapLayer[] {
  const may = (kind: string) => geometryType === null || geometryType.endsWith(kind);
  const layer = (type: MapLayer['type'], kinds: readonly string[], paint: object): MapLayer => ({
    id: '',
    type,
    source: SOURCE,
    'source-layer': name,
    filter: ['in', '$type', ...kinds],
    paint,
  });
  const stroke = paintOf(style.stroke);
  const hasStroke = style.width > 0;
  const layers: MapLayer[] = [];
  if (style.fill && may('Polygon')) {
    const { colour, opacity } = paintOf(style.fill);
    layers.push(
      layer('fill', ['Polygon'], { 'fill-color': colour, 'fill-opacity': opacity, 'fill-antialias': false }),
    );
  }
  if (hasStroke && (may('Polygon') || may('LineString'))) {
    // MapLibre counts dashes in widths of the line.
    const dash = style.dash?.length ? style.dash.map((length) => length / style.width) : undefined;
    layers.push({
      ...layer('line', ['LineString', 'Polygon'], {
        'line-color': stroke.colour,
        'line-opacity': stroke.opacity,
        'line-width': style.width,
        ...(dash && { 'line-dasharray': dash }),
      }),
      layout: { 'line-cap': dash ? 'butt' : 'round', 'line-join': 'round' },
    });
  }
  if (may('Point')) {
    const fill = style.fill ? paintOf(style.fill) : { colour: stroke.colour, opacity: 0 };
    layers.push(
      layer('circle', ['Point'], {
        'circle-radius': style.radius ?? DEFAULT_RADIUS,
        'circle-color': fill.colour,
        'circle-opacity': fill.opacity,
        'circle-stroke-color': stroke.colour,
        'circle-stroke-opacity': stroke.opacity,
        'circle-stroke-width': style.width,
      }),
    );
  }
  return layers;
}

/** `#rrggbbaa` as colour and opacity. */
function paintOf(colour: string): { colour: string; opacity: number } {
  const { rgb, opacity } = splitColour(colour);
  return { colour: rgb, opacity: Math.round(opacity * 1000) / 1000 };
}
