import { statSync } from 'node:fs';
import type { Geometry, GeometryObject, LabelPlace, Properties, Style } from '#core/protocol';
import { groupedBySymbol, styleAt } from '#core/styles';
import type { SpoolType } from '../../../formats/layer-writer.ts';
import { DEFAULT_STYLE } from '../../../formats/pdf/map/objects.ts';
import { boundsOf, familyOf, type GeometryFamily } from '../../../formats/shapes.ts';
import { WriteFailure } from '../../../formats/write-failure.ts';
import { readSpool } from '../content/read-spool.ts';
import type { FrameView } from './frame-view.ts';

/** Objects of a sheet are kept in memory: so many, and so many bytes of their text. */
const MOST_OBJECTS = 100_000;
const MOST_BYTES = 96 * 1024 ** 2;

export interface SheetObject {
  readonly id: string;
  readonly properties: Properties;
  readonly location: Geometry;
  readonly labelAt?: LabelPlace | undefined;
  readonly family: GeometryFamily;
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
}

/** The objects of one type. */
export interface SheetLayer {
  readonly type: SpoolType;
  readonly objects: readonly SheetObject[];
}

/** The lowest first: as `order` names them, otherwise areas, lines and points. Throws WriteFailure for too many. */
export function readLayers(types: readonly SpoolType[], order: readonly string[] | undefined): SheetLayer[] {
  const count = types.reduce((sum, type) => sum + type.count, 0);
  const bytes = types.reduce((sum, { file }) => sum + statSync(file).size, 0);
  if (count > MOST_OBJECTS || bytes > MOST_BYTES)
    throw new WriteFailure('export.sheet.too-much', { count, most: MOST_OBJECTS });
  const layers = types.map((type) => ({ type, objects: [...readSpool(type.file)].map(objectOf) }));
  const place = ({ type, objects }: SheetLayer): number =>
    order ? order.indexOf(type.typeName) : FAMILIES.indexOf(objects[0]?.family ?? 'point');
  return layers.sort((a, b) => place(a) - place(b));
}

const FAMILIES: readonly GeometryFamily[] = ['polygon', 'line', 'multipoint', 'point'];

function objectOf({
  id,
  properties,
  location,
  labelAt,
}: Pick<GeometryObject, 'id' | 'properties' | 'location' | 'labelAt'>): SheetObject {
  return { id, properties, location, labelAt, family: familyOf(location), ...boundsOf(location) };
}

/** What a frame shows of a layer: groups with one symbol each, the lowest first. */
export interface DrawnLayer {
  readonly layer: SheetLayer;
  readonly groups: readonly { readonly symbol: Style; readonly objects: readonly SheetObject[] }[];
  /** The classes that occur, by their place in the style; -1: none. */
  readonly classes: ReadonlySet<number>;
}

/** A frame with what it shows. */
export interface ShownFrame {
  readonly view: FrameView;
  readonly drawn: readonly DrawnLayer[];
}

/** The objects that may be in a frame and are drawn at its scale. */
export function drawnIn(view: FrameView, layers: readonly SheetLayer[]): DrawnLayer[] {
  return layers.flatMap((layer): DrawnLayer[] => {
    const near = layer.objects.filter((object) => isNear(view, object));
    if (near.length === 0) return [];
    const { style } = layer.type;
    if (!style)
      return [{ layer, groups: [{ symbol: DEFAULT_STYLE, objects: near }], classes: new Set([-1]) }];
    const at = styleAt<SheetObject>(style, view.scale);
    const groups = [...groupedBySymbol(at, near)].map(([symbol, objects]) => ({ symbol, objects }));
    const classes = new Set(groups.map(({ symbol }) => (style.classes ? at.orderOf(symbol) : -1)));
    return groups.length === 0 ? [] : [{ layer, groups, classes }];
  });
}

/** Whether the bounds of an object meet those of a frame, also across the antimeridian. */
function isNear({ extent: [west, south, east, north] }: FrameView, { x, y }: SheetObject): boolean {
  if (y[0] > north || y[1] < south) return false;
  return [0, 360, -360].some((turn) => x[0] + turn <= east && x[1] + turn >= west);
}
