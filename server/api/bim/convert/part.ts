import { statSync, writeFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { UnusableIfc } from '../../../formats/ifc/unusable-ifc.ts';
import { itemsOf, makeFragments, moveTo, originOf, type Triple } from './fragments.ts';
import type { Polygons } from './outline.ts';
import { walkShapes } from './shapes.ts';

export interface PartTask {
  do: 'part';
  /** Path of the IFC file, or of a part of it. */
  file: string;
  /** Where the results are written. */
  fragments: string;
  glb: string;
  rows: string;
  /** Of the parts before; null: the first. */
  origin: Triple | null;
  outline: Polygons;
}
export interface MadePart {
  origin: Triple;
  /** Elements with shapes. */
  elements: number;
  triangles: number;
  bytes: number;
  box: { min: Triple; max: Triple } | null;
  outline: Polygons;
  isHull: boolean;
  leftOut: number;
}

/** What is nearer to the origin of the file has it as its own, metres: single numbers are exact to 0.1 mm there. */
const NEAR = 1000;
const MADE = 0.75;

/** Converts a file, or a part of one. Throws UnusableIfc. */
export async function makePart(task: PartTask, progress: (part: number) => void): Promise<MadePart> {
  const bytes = await makeFragments(task.file, (part) => progress(part * MADE));
  const { localIds, shapes } = itemsOf(bytes);
  if (localIds.length === 0) throw new UnusableIfc('no-products');
  const moved = originOf(bytes);
  const isNear = Math.hypot(...moved) < NEAR;
  const origin = task.origin ?? (isNear ? [0, 0, 0] : (moved.map(Math.round) as Triple));
  if (shapes > 0) moveTo(bytes, origin);
  writeFileSync(task.fragments, deflateSync(bytes));
  const walked = walkShapes(bytes, origin, task, task.outline, (part) => progress(MADE + part * (1 - MADE)));
  const { size } = statSync(task.fragments);
  return { ...walked, origin, bytes: size };
}
