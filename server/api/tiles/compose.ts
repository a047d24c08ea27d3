import { CELL, CELLS, type Coverage } from '../../formats/mvt/coverage.ts';
import { GeometryCommands } from '../../formats/mvt/geometry-commands.ts';
import { BUFFER, EXTENT } from '../../formats/mvt/grid.ts';
import { TileWriter, type Drawing, type LayerWriter } from '../../formats/mvt/mvt.ts';
import { outlinesOf } from '../../formats/mvt/outline.ts';
import type { Shaper } from '../../formats/mvt/shape.ts';
import { uuidAt, type TileObject } from '../../shared/overviews/objects.ts';
import type { MergedKind, MergedObjects, Overview } from '../../shared/overviews/overview.ts';

/** The property with the classes of a type's objects; undefined where it has none. */
export type ClassProperty = (typeName: string) => string | undefined;

/** An object as drawn in a tile. */
export interface ShapedObject extends TileObject {
  /** Undefined: nothing of it is left at this scale. */
  drawing: Drawing | undefined;
  points: boolean;
  /** Larger side of its box, tile units. */
  side: number;
}

/** Most bytes of a tile, and of the objects in it that are drawn one by one. */
export const MAX_BYTES = 300_000;
const MAX_DRAWN_BYTES = 200_000;
/** Most objects drawn one by one: a map paints several tiles at a time. */
const MAX_DRAWN = 3_000;
/** Cells on each axis for which merged points become one marker, which is at least 4 pixels wide. */
const POINT_CELLS = 4;
/** Points are merged when a tile has more of them. */
const MAX_POINTS = 1_000;
/** The coarsest cells of merged objects, on each axis. */
const COARSEST = 64;

/** When not all fit, objects smaller than 8 pixels are all merged: their outlines can hardly be distinguished. */
const OUTLINED = 8 * CELL;

/**
 * Writes a tile of at most `MAX_BYTES`. Objects are drawn one by one from the smallest size at which they fit; all
 * smaller ones are merged into the cells that they cover, one feature per type and class, so that nothing is missing. They
 * are added to `overview`, which has those that were merged before.
 */
export function composeTile(
  objects: readonly ShapedObject[],
  overview: Overview,
  shaper: Shaper,
  classProperty: ClassProperty = () => undefined,
): Buffer {
  const smallest = smallestDrawn(objects);
  const drawn: ShapedObject[] = [];
  for (const object of objects) {
    if (isDrawn(object, smallest)) drawn.push(object);
    else merge(object, overview, shaper);
  }
  for (let coarser = 1; ; coarser *= 2) {
    const writer = new TileWriter();
    for (const each of overview.merged.values()) writeMerged(writer, each, coarser, classProperty);
    for (const object of drawn) writeObject(writer, object, classProperty);
    const tile = writer.finish();
    if (tile.length <= MAX_BYTES || coarser >= COARSEST) return tile;
  }
}

interface Smallest {
  side: number;
  points: boolean;
}

/** The smallest objects that are drawn one by one, so that these fit in a tile; all are merged if not even the largest do. */
function smallestDrawn(objects: readonly ShapedObject[]): Smallest {
  const points = objects.reduce((count, object) => count + (object.points ? 1 : 0), 0) <= MAX_POINTS;
  const sizes = objects.map(sizeOf);
  const largest = objects.reduce((side, object) => Math.max(side, object.side), 0);
  for (let side = CELL; ; side = Math.max(OUTLINED, 2 * side)) {
    let [count, bytes] = [0, 0];
    for (const [n, object] of objects.entries()) {
      if (!isDrawn(object, { side, points })) continue;
      count++;
      bytes += sizes[n]!;
    }
    if (count <= MAX_DRAWN && bytes <= MAX_DRAWN_BYTES) return { side, points };
    if (side > largest) return { side: Infinity, points: false };
  }
}

function isDrawn(object: ShapedObject, smallest: Smallest): boolean {
  if (!object.drawing) return false;
  return object.points ? smallest.points : object.side >= smallest.side;
}

/** About as many bytes as it takes in a tile: id, properties, geometry. */
function sizeOf({ drawing, labelLength, className }: ShapedObject): number {
  if (!drawing) return 0;
  let bytes = (className === undefined ? 54 : 57) + Math.max(0, labelLength);
  for (const command of drawing.commands) bytes += command < 0x80 ? 1 : command < 0x4000 ? 2 : 3;
  return bytes;
}

function merge(
  { typeName, bytes, geometry, points, className }: ShapedObject,
  overview: Overview,
  shaper: Shaper,
): void {
  const coverage = overview.coverage(typeName, points ? 'points' : 'areas');
  coverage.begin(className).count++;
  shaper.cover(bytes, geometry, coverage);
}

function writeObject(writer: TileWriter, object: ShapedObject, classProperty: ClassProperty): void {
  const { typeName, labelField, labelLength, bytes, label, className } = object;
  const layer = writer.layer(typeName);
  // A label attribute with the name of a common property is left out.
  if (labelField !== null && labelField !== 'id' && labelField !== 'typeName' && labelLength >= 0)
    layer.tag(labelField, bytes.toString('utf8', label, label + labelLength));
  layer.ownTag('id', uuidAt(bytes, object.id));
  layer.tag('typeName', typeName);
  tagClass(layer, classProperty(typeName), className);
  layer.feature(object.drawing!);
}

function tagClass(layer: LayerWriter, property: string | undefined, className: string | undefined): void {
  if (property !== undefined && className !== undefined) layer.tag(property, className);
}

/**
 * Merged objects of each class as one feature: `count` of them, `side` the length that a square of their mean size has, in
 * tile units.
 */
function writeMerged(
  writer: TileWriter,
  { typeName, kind, coverage }: MergedObjects,
  coarser: number,
  classProperty: ClassProperty,
): void {
  const factor = kind === 'points' ? Math.max(POINT_CELLS, coarser) : coarser;
  const cells = coverage.coarser(factor);
  const sides = sidesOf(coverage);
  for (const [n, { name, count }] of coverage.classes.entries()) {
    const mask = coverage.classes.length === 1 ? cells : cells.map((value) => (value === n + 1 ? 1 : 0));
    const drawing = drawCells(mask, CELLS / factor, kind);
    if (!drawing) continue;
    const layer = writer.layer(typeName);
    layer.tag('typeName', typeName);
    layer.tag('count', Math.max(1, count));
    layer.tag('side', sides[n]!);
    tagClass(layer, classProperty(typeName), name);
    layer.feature(drawing);
  }
}

/** The side of a square of the mean size of the objects of each class, in tile units. */
function sidesOf({ cells, classes }: Coverage): number[] {
  const covered = Array<number>(classes.length + 1).fill(0);
  for (const value of cells) covered[value]!++;
  return classes.map(({ count }, n) =>
    Math.max(1, Math.round(CELL * Math.sqrt(covered[n + 1]! / Math.max(1, count)))),
  );
}

function drawCells(cells: Uint8Array, side: number, kind: MergedKind): Drawing | undefined {
  const drawing = new GeometryCommands();
  drawing.begin();
  const units = EXTENT / side;
  if (kind === 'points') {
    for (let at = 0; at < cells.length; at++)
      if (cells[at]) drawing.point(((at % side) + 0.5) * units, (Math.floor(at / side) + 0.5) * units);
  } else {
    // Cells at the edge reach into the buffer: the edge of a tile is no border.
    const unit = (at: number) => (at === 0 ? -BUFFER : at === side ? EXTENT + BUFFER : at * units);
    for (const rings of outlinesOf(cells, side))
      for (const ring of rings) drawing.ring(ring.map(unit), ring.length, false);
  }
  return drawing.end() ? drawing : undefined;
}
