import { PbfWriter } from 'pbf';
import { EXTENT } from './grid.ts';
import type { Shape } from './shape.ts';

export interface TileFeature {
  shape: Shape;
  properties: Record<string, string | number | boolean>;
}

const KIND = { point: 1, line: 2, polygon: 3 } as const;
const [MOVE, DRAW, CLOSE] = [1, 2, 7];

/** A tile by Mapbox Vector Tile specification 2.1, one layer per name. */
export function encodeTile(layers: ReadonlyMap<string, readonly TileFeature[]>): Buffer {
  const tile = new PbfWriter();
  for (const [name, features] of layers) tile.writeMessage(3, writeLayer, { name, features });
  return Buffer.from(tile.finish());
}

interface Layer {
  name: string;
  features: readonly TileFeature[];
}

function writeLayer({ name, features }: Layer, pbf: PbfWriter): void {
  const keys = new Numbering<string>();
  const values = new Numbering<string | number | boolean>();
  pbf.writeVarintField(15, 2);
  pbf.writeStringField(1, name);
  pbf.writeVarintField(5, EXTENT);
  for (const { shape, properties } of features) {
    const tags: number[] = [];
    for (const [key, value] of Object.entries(properties)) tags.push(keys.of(key), values.of(value));
    const geometry = commands(shape);
    pbf.writeMessage(
      2,
      (_, feature) => {
        feature.writePackedVarint(2, tags);
        feature.writeVarintField(3, KIND[shape.kind]);
        feature.writePackedVarint(4, geometry);
      },
      undefined,
    );
  }
  for (const key of keys.all) pbf.writeStringField(3, key);
  for (const value of values.all) pbf.writeMessage(4, writeValue, value);
}

function writeValue(value: string | number | boolean, pbf: PbfWriter): void {
  if (typeof value === 'string') pbf.writeStringField(1, value);
  else if (typeof value === 'boolean') pbf.writeBooleanField(7, value);
  else if (Number.isSafeInteger(value)) pbf.writeSVarintField(6, value);
  else pbf.writeDoubleField(3, value);
}

/** Section 4.3 of the specification: commands with zigzag differences. */
function commands({ kind, runs }: Shape): number[] {
  const out: number[] = [];
  let [x, y] = [0, 0];
  const step = (run: readonly number[], i: number) => {
    out.push(zigzag(run[i]! - x), zigzag(run[i + 1]! - y));
    [x, y] = [run[i]!, run[i + 1]!];
  };
  if (kind === 'point') {
    out.push(command(MOVE, runs.length));
    for (const run of runs) step(run, 0);
    return out;
  }
  for (const run of runs) {
    out.push(command(MOVE, 1));
    step(run, 0);
    out.push(command(DRAW, run.length / 2 - 1));
    for (let i = 2; i < run.length; i += 2) step(run, i);
    if (kind === 'polygon') out.push(command(CLOSE, 1));
  }
  return out;
}

function command(id: number, count: number): number {
  return (id & 7) | (count << 3);
}

function zigzag(value: number): number {
  return (value << 1) ^ (value >> 31);
}

/** Numbers things in the order they are first met. */
class Numbering<T> {
  readonly all: T[] = [];
  #known = new Map<T, number>();

  of(value: T): number {
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    this.#known.set(value, this.all.length);
    return this.all.push(value) - 1;
  }
}
