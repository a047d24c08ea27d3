import { closeSync, openSync, readSync } from 'node:fs';
import type { TextColumns } from '#core/protocol';
import {
  blocksOf,
  measuredPoint,
  originOf,
  placed,
  STEP,
  type MeasuredPoint,
  type Place,
} from '../measured.ts';
import type { PointSource } from '../points.ts';
import { UnusableCloud } from '../unusable-cloud.ts';
import { LineReader } from './line-reader.ts';

const CHUNK = 1024 * 1024;
const MAX_LINE = 64 * 1024;
const SAMPLED = 1000;

/** Opens a text of points, a point a line; PTS has numbers of points between. Throws UnusableCloud. */
export function openText(
  path: string,
  { columns, pts }: { columns: TextColumns; pts: boolean },
  unit = 1,
  heightUnit = unit,
  place?: Place,
): PointSource {
  for (const axis of ['x', 'y', 'z'] as const)
    if (columns.columns.filter((one) => one === axis).length !== 1)
      throw new UnusableCloud('columns', { axis });
  const text = new TextPoints(path, columns, pts, unit, heightUnit);
  const points = () => placed(text.points(), place);
  const origin = originOf(points());
  return {
    scale: [STEP, STEP, STEP],
    offset: origin,
    hasColour: columns.columns.includes('red'),
    count: undefined,
    bounds: undefined,
    blocks: () => blocksOf(points(), origin),
    close() {},
  };
}

class TextPoints {
  readonly #path: string;
  readonly #columns: TextColumns;
  readonly #pts: boolean;
  readonly #factors: Readonly<Record<string, number>>;

  constructor(path: string, columns: TextColumns, pts: boolean, unit: number, heightUnit: number) {
    this.#path = path;
    this.#columns = columns;
    this.#pts = pts;
    this.#factors = { x: unit, y: unit, z: heightUnit };
    this.#factors = { ...this.#factors, ...this.#rangesOf() };
  }

  /** Factors of intensities and colours: those from 0 to 1 are scaled, and PTS counts intensities from -2048. */
  #rangesOf(): Record<string, number> {
    const most: Record<string, number> = {};
    let n = 0;
    for (const point of this.points()) {
      for (const name of ['intensity', 'red', 'green', 'blue'] as const)
        most[name] = Math.max(most[name] ?? 0, point[name]);
      if (++n === SAMPLED) break;
    }
    const colour = Math.max(most['red'] ?? 0, most['green'] ?? 0, most['blue'] ?? 0);
    const scaled = (value: number, to: number) => (value > 0 && value <= 1 ? to : 1);
    const byColour = scaled(colour, 255);
    const intensity = this.#pts ? 1 : scaled(most['intensity'] ?? 0, 65_535);
    return { red: byColour, green: byColour, blue: byColour, intensity };
  }

  *points(): Generator<MeasuredPoint> {
    const reader = new LineReader(this.#columns, this.#pts, this.#factors);
    const point = measuredPoint();
    let number = 0;
    for (const line of linesOf(this.#path)) if (reader.read(line, ++number, point)) yield point;
  }
}

function* linesOf(path: string): Generator<string> {
  const fd = openSync(path, 'r');
  try {
    const bytes = Buffer.allocUnsafe(CHUNK);
    let rest = '';
    for (;;) {
      const read = readSync(fd, bytes, 0, CHUNK, null);
      if (read === 0) break;
      const lines = (rest + bytes.toString('latin1', 0, read)).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop()!;
      if (rest.length > MAX_LINE) throw new UnusableCloud('long-line');
      yield* lines;
    }
    if (rest !== '') yield rest;
  } finally {
    closeSync(fd);
  }
}
