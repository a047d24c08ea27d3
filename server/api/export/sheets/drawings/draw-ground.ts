import type { PaperBox, SheetProfile } from '#core/protocol';
import { ticks } from '#core/shapes';
import { INK } from '../../../../formats/pdf/look.ts';
import type { GroundLine } from '../../content/sheet-task.ts';
import type { PaperDrawing, PaperLine, PaperPoint, PaperWords } from './paper-drawing.ts';
import { piecesUpTo, stationsOf } from './stations.ts';

/** Millimetres: what stands above the ground, beside it and below it. */
const HEAD = 12;
const SIDE = { left: 26, right: 4 };
const ROW = { distances: 6, numbers: 14 };
/** Least height of the part with the ground. */
const LEAST = 12;
/** Between two numbers of the band, and of an axis. */
const APART = 4;
/** From the band to the lowest ground at least, and between two round heights on which it can stand. */
const ABOVE_BAND = 1;
const ROUNDED = 3;
/** What is kept free above and below the ground, since round numbers are up to 2.5 times as far apart. */
const FREE = ABOVE_BAND + 2.5 * ROUNDED + 2;
const SIZE = { title: 9, about: 6.5, number: 6.5 };

/** What is tried where the exaggeration that was asked for has no room. */
const ROUND = [50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01];

/** Texts of a profile in the language of the sheet. */
export interface ProfileTexts {
  ratio(scale: number): string;
  number(value: number, digits: number): string;
  say(key: 'title' | 'scales' | 'times' | 'stations' | 'distances' | 'heights' | 'datum', values?: Record<string, string>): string; // prettier-ignore
}

/** Says what of a profile is not as it was asked for. */
export type ProfileFault =
  | { key: 'no-room' }
  | { key: 'no-ground' }
  | { key: 'cut'; values: { shown: string; length: string } }
  | { key: 'lower'; values: { asked: string; drawn: string } }
  | { key: 'stations-left'; values: { count: number } };

interface ProfileRequest extends Pick<SheetProfile, 'exaggeration' | 'step'> {
  readonly ground: GroundLine;
  readonly box: PaperBox;
  /** 1 : `scale`, of lengths. */
  readonly scale: number;
}

/**
 * The ground along a line to scale: heights over lengths, with axes, and below it a band with distances between stations,
 * stations and heights, as surveyors draw it.
 */
export function drawGround(
  { ground, box, scale, exaggeration = 1, step }: ProfileRequest,
  texts: ProfileTexts,
): { drawing: PaperDrawing; faults: ProfileFault[] } {
  const faults: ProfileFault[] = [];
  const left = box.x + SIDE.left;
  const right = box.x + box.width - SIDE.right;
  const bottom = box.y + box.height;
  const band = bottom - 2 * ROW.numbers - ROW.distances;
  const top = box.y + HEAD;
  if (band - top < LEAST || right - left < LEAST)
    return { drawing: { box, lines: [], texts: [] }, faults: [{ key: 'no-room' }] };
  const millimetre = 1000 / scale;
  const length = ground.corners.at(-1)!;
  const end = Math.min(length, (right - left) / millimetre);
  if (end < length - 1e-6)
    faults.push({ key: 'cut', values: { shown: texts.number(end, 2), length: texts.number(length, 2) } });
  const pieces = piecesUpTo(ground.pieces, end);
  const heights = pieces.flatMap((piece) => piece.map(([, height]) => height));
  if (heights.length === 0) faults.push({ key: 'no-ground' });
  const low = heights.reduce((a, b) => Math.min(a, b), Infinity);
  const high = heights.reduce((a, b) => Math.max(a, b), -Infinity);
  const room = band - top - FREE;
  const times = fitting(exaggeration, (high - low) * millimetre, room);
  if (times !== exaggeration)
    faults.push({ key: 'lower', values: { asked: texts.number(exaggeration, 2), drawn: texts.number(times, 2) } }); // prettier-ignore
  const up = millimetre * times;
  // A round height below the ground, on which the band stands.
  const datum = heights.length === 0 ? 0 : datumBelow(low, up);
  const x = (along: number) => left + along * millimetre;
  const y = (height: number) => band - (height - datum) * up;
  const { stations, left: crowded } = stationsOf(ground, {
    end,
    step: step ?? ticks(0, end, millimetre, 3 * APART).at[1] ?? end,
    least: APART / millimetre,
  });
  if (crowded > 0) faults.push({ key: 'stations-left', values: { count: crowded } });

  const lines: PaperLine[] = [];
  const words: PaperWords[] = [];
  const line = (points: readonly PaperPoint[], width = 0.3, colour: string = INK.line) =>
    lines.push({ points, width, colour });
  const put = (text: string, at: PaperPoint, align: PaperWords['align'], more: Partial<PaperWords> = {}) =>
    words.push({ text, at, align, size: SIZE.number, ...more });

  put(titleOf(ground, texts), [box.x + 2, box.y + 3.4], 'left', { size: SIZE.title, isStrong: true });
  put(scalesOf(scale, times, ground, texts), [box.x + 2, box.y + 7.6], 'left', { size: SIZE.about });
  // Axes.
  const rows = [band, band + ROW.distances, band + ROW.distances + ROW.numbers, bottom];
  for (const row of rows.slice(0, 3)) line([[box.x, row], [box.x + box.width, row]], 0.5, INK.text); // prettier-ignore
  line([[left, top], [left, bottom]], 0.5, INK.text); // prettier-ignore
  const levels = ticks(datum, datum + (band - top) / up, up, APART);
  for (const level of heights.length > 0 ? levels.at : []) {
    line([[left, y(level)], [right, y(level)]], 0.15); // prettier-ignore
    // The number of the datum is beside the band.
    if (band - y(level) >= APART / 2) put(texts.number(level, levels.digits), [left - 1, y(level)], 'right');
  }
  if (heights.length > 0)
    put(texts.say('datum', { height: texts.number(datum, levels.digits) }), [box.x + 2, band - 1.6], 'left', { isStrong: true }); // prettier-ignore
  // The band.
  const middles = rows.slice(1).map((row, n) => (row + rows[n]!) / 2);
  for (const [n, key] of (['distances', 'stations', 'heights'] as const).entries())
    put(texts.say(key), [box.x + 2, middles[n]!], 'left');
  for (const [n, { along, height }] of stations.entries()) {
    const at = x(along);
    line([[at, height === undefined ? band : y(height)], [at, band]], 0.25); // prettier-ignore
    line([[at, band], [at, band + ROW.distances]], 0.25); // prettier-ignore
    const aside = Math.min(Math.max(at, left + 2.2), right + SIDE.right - 2.2);
    put(texts.number(along, 2), [aside, middles[1]!], 'center', { isUpright: true });
    put(height === undefined ? '–' : texts.number(height, 2), [aside, middles[2]!], 'center', { isUpright: true }); // prettier-ignore
    const before = stations[n - 1];
    if (!before) continue;
    const distance = texts.number(along - before.along, 2);
    const wide = (along - before.along) * millimetre;
    // A number of 6.5 points is some 1.3 mm wide a digit.
    if (distance.length * 1.3 <= wide) put(distance, [at - wide / 2, middles[0]!], 'center');
  }
  for (const piece of pieces)
    line(
      piece.map(([along, height]): PaperPoint => [x(along), y(height)]),
      1,
      INK.text,
    );
  return { drawing: { box, lines, texts: words }, faults };
}

function fitting(asked: number, rise: number, room: number): number {
  if (!(rise * asked > room)) return asked;
  return ROUND.find((times) => times < asked && rise * times <= room) ?? room / rise;
}

/** A round height below `low`; `up`: millimetres of a metre of height. */
function datumBelow(low: number, up: number): number {
  const least = ROUNDED / up;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((times) => times * power).find((one) => one >= least)!;
  return Math.floor((low - ABOVE_BAND / up) / step) * step;
}

function titleOf({ ground, line }: GroundLine, texts: ProfileTexts): string {
  return [texts.say('title'), line, ground].filter((part) => part !== '').join(' – ');
}

function scalesOf(scale: number, times: number, { about }: GroundLine, texts: ProfileTexts): string {
  const scales = texts.say('scales', { lengths: texts.ratio(scale), heights: texts.ratio(scale / times) });
  const said = times === 1 ? scales : `${scales}, ${texts.say('times', { times: texts.number(times, times < 1 ? 2 : 0) })}`; // prettier-ignore
  return `${said} · ${about}`;
}
