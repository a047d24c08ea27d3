import type { AnswerOf, Language, ObjectType, tileJson, tileStyle } from '#core/protocol';
import { DEFAULT_RADIUS, splitColour } from '#core/styles';

/** The deepest zoom of tiles; clients enlarge these beyond. */
const DEEPEST = 24;
const SOURCE = 'groma';

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

/** Layers by the geometries that the type may have. */
function layersOf({ name, geometryType, style }: DrawnType, title: string): MapLayer[] {
  const may = (kind: string) => geometryType === null || geometryType.endsWith(kind);
  const layer = (type: MapLayer['type'], kinds: readonly string[], paint: object): MapLayer => ({
    id: `${name} ${type}`,
    type,
    source: SOURCE,
    'source-layer': name,
    metadata: { 'groma:title': title },
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
