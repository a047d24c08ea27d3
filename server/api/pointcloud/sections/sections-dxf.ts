import { ticks } from '#core/shapes';
import { dxfOf, type DxfLine, type DxfText } from './simple-dxf.ts';

/** One section of a drawing: its outlines by class, and what was drawn in it. */
export interface DrawnSection {
  readonly title: string;
  readonly length: number;
  readonly outlines: readonly {
    readonly class: number;
    readonly profile: readonly (readonly [number, number])[];
  }[];
  /** Distances along it, and heights. */
  readonly paths: readonly (readonly (readonly [number, number])[])[];
}

/** Between the axes of two sections, as a share of the length of one. */
const GAP = 0.25;

/**
 * Sections side by side in true scale, in the unit of the cloud: outlines on a layer a class, drawn lines, axes with
 * chainage and height. `metres`: of its unit.
 */
export function sectionsDxf(sections: readonly DrawnSection[], metres: number): string {
  const lines: DxfLine[] = [];
  const texts: DxfText[] = [];
  let start = 0;
  for (const section of sections) {
    const { length, outlines, paths, title } = section;
    const heights = [
      ...outlines.flatMap(({ profile }) => profile.map(([, height]) => height)),
      ...paths.flatMap((path) => path.map(([, height]) => height)),
    ];
    const low = Math.floor(heights.reduce((least, one) => Math.min(least, one), Infinity));
    const high = heights.reduce((most, one) => Math.max(most, one), -Infinity);
    for (const { class: code, profile } of outlines)
      lines.push({ layer: `CLASS_${code}`, points: profile.map(([x, y]) => [start + x, y]) });
    for (const path of paths) lines.push({ layer: 'DRAWN', points: path.map(([x, y]) => [start + x, y]) });
    if (Number.isFinite(low)) axes(start, length, low, Math.max(high, low + 1), title, lines, texts);
    start += length * (1 + GAP);
  }
  return dxfOf(lines, texts, metres);
}

function axes(
  start: number,
  length: number,
  low: number,
  high: number,
  title: string,
  lines: DxfLine[],
  texts: DxfText[],
): void {
  const size = length / 80;
  const layer = 'AXES';
  lines.push({ layer, points: [[start, high], [start, low], [start + length, low]] }); // prettier-ignore
  texts.push({ layer, at: [start, low - 5 * size], height: 1.5 * size, text: title });
  // About ten numbers along, and as far apart upwards.
  const along = ticks(0, length, 1, length / 10);
  const upwards = ticks(low, high, 1, length / 10);
  for (const at of along.at) {
    lines.push({ layer, points: [[start + at, low], [start + at, low - size / 2]] }); // prettier-ignore
    texts.push({ layer, at: [start + at, low - 2 * size], height: size, text: at.toFixed(along.digits) });
  }
  for (const at of upwards.at) {
    lines.push({ layer, points: [[start, at], [start - size / 2, at]] }); // prettier-ignore
    texts.push({ layer, at: [start - 6 * size, at], height: size, text: at.toFixed(upwards.digits) });
  }
}
