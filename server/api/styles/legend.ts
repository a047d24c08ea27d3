import type { Language, LegendEntry } from '#core/protocol';
import { signOf, type TypeSymbol } from './sign.ts';

const GAP = 8;
const MIN_ROW = 26;
const MIN_SIGN = 40;
const LETTER = 7.2;
const LONGEST = 60;

/** Layout of a legend, in CSS pixels. */
export interface LegendLayout {
  width: number;
  height: number;
  rows: { sign: TypeSymbol; title: string; signX: number; textX: number; middle: number }[];
}

export function layoutOf(entries: readonly LegendEntry[], language: Language): LegendLayout {
  const signs = entries.map(({ geometryType, style }) => signOf(geometryType, style));
  const column = Math.max(MIN_SIGN, ...signs.map((sign) => sign.width));
  let top = GAP;
  const rows = entries.map(({ title, typeName }, i) => {
    const sign = signs[i]!;
    const height = Math.max(MIN_ROW, sign.height + GAP);
    const middle = top + height / 2;
    top += height;
    const text = shortened(title[language] || typeName);
    return { sign, title: text, signX: GAP + column / 2, textX: 2 * GAP + column, middle };
  });
  const longest = Math.max(0, ...rows.map(({ title }) => [...title].length));
  return { width: Math.ceil(3 * GAP + column + longest * LETTER), height: Math.ceil(top + GAP), rows };
}

function shortened(title: string): string {
  const letters = [...title];
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join('')}…` : title;
}

/** `titles: false`: only the symbols, for callers that render titles themselves. */
export function legendSvg({ width, height, rows }: LegendLayout, titles = true): string {
  const parts = rows.map(
    ({ sign, title, signX, textX, middle }) =>
      `<g transform="translate(${signX} ${middle})">${sign.svg}</g>` +
      (titles ? `<text x="${textX}" y="${middle}" dominant-baseline="central">${escaped(title)}</text>` : ''),
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ` +
    `font-family="'Noto Sans', system-ui, sans-serif" font-size="13" fill="#15191c">${parts.join('')}</svg>`
  );
}

/** Escapes for XML; characters that XML cannot contain are removed. */
export function escaped(text: string): string {
  return text
    .replace(/[\p{Control}\p{Surrogate}\uFFFE\uFFFF]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
