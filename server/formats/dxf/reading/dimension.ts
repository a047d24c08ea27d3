import { plainCodes } from './dxf-text.ts';
import type { Entity } from './entity.ts';
import type { Vector } from './matrix.ts';

/** What a dimension without a block shows. */
interface DrawnDimension {
  /** Lines between the points that it measures, its line, and the lines that lead to it. */
  readonly lines: Vector[][];
  /** Where its text stands; undefined: it has none. */
  readonly text: { readonly place: Vector; readonly text: string } | undefined;
}

/** Kinds of dimensions (DXF reference, group 70 without its flags). */
const LINEAR = 0;
const ALIGNED = 1;
const DIAMETER = 3;
const RADIUS = 4;

/** Programs that write no block leave the drawing of a dimension to the reader. Angles and ordinates have a text only. */
export function drawnDimension(entity: Entity): DrawnDimension {
  const kind = entity.number(70) & 7;
  const lines = linesOf(entity, kind);
  const [from, to] = lines[0] ?? [];
  const length = from && to ? Math.hypot(to[0] - from[0], to[1] - from[1]) : undefined;
  const measured = entity.has(42) ? entity.number(42) : length;
  const given = plainCodes(entity.text(1) ?? '');
  const number = measured === undefined ? '' : String(Number(measured.toFixed(4)));
  // `<>` stands for what was measured, and is meant where nothing stands; a blank means no text.
  const text = given === '' ? number : given.replaceAll('<>', number);
  return {
    lines: lines.filter(([a, b]) => Math.hypot(b![0] - a![0], b![1] - a![1]) > 0),
    text: text.trim() === '' ? undefined : { place: entity.point(11), text },
  };
}

/** The line of the dimension is the first. */
function linesOf(entity: Entity, kind: number): Vector[][] {
  if (kind === DIAMETER || kind === RADIUS) return [[entity.point(10), entity.point(15)]];
  if (kind !== LINEAR && kind !== ALIGNED) return [];
  const [at, first, second] = [entity.point(10), entity.point(13), entity.point(14)];
  const angle =
    kind === ALIGNED
      ? Math.atan2(second[1] - first[1], second[0] - first[0])
      : (entity.number(50) * Math.PI) / 180;
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  const onLine = ([x, y, z]: Vector): Vector => {
    const along = (x - at[0]) * dx + (y - at[1]) * dy;
    return [at[0] + along * dx, at[1] + along * dy, z];
  };
  const [from, to] = [onLine(first), onLine(second)];
  return [[from, to], [first, from], [second, to]]; // prettier-ignore
}
