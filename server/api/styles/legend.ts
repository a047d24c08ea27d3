import type { Language, LegendEntry } from '#core/protocol';
import { legendOf } from '#core/styles';
import { sentence } from '../../base/language.ts';
import { signOf, type TypeSymbol } from './sign.ts';

const GAP = 8;
const MIN_ROW = 26;
const MIN_SIGN = 40;
const LETTER = 7.2;
const LONGEST = 60;
/** How far classes stand to the right of their layer. */
const INDENT = 12;

interface LegendRow {
  /** Undefined: the title of a layer with classes. */
  sign: TypeSymbol | undefined;
  title: string;
  signX: number;
  textX: number;
  middle: number;
}

/** Layout of a legend, in CSS pixels. */
export interface LegendLayout {
  width: number;
  height: number;
  rows: LegendRow[];
}

type LegendLine = Pick<LegendRow, 'sign' | 'title'> & { indent: number };

export function layoutOf(entries: readonly LegendEntry[], language: Language): LegendLayout {
  const lines = entries.flatMap((entry) => linesOf(entry, language));
  const column = Math.max(MIN_SIGN, ...lines.map(({ sign }) => sign?.width ?? 0));
  let top = GAP;
  const rows = lines.map(({ sign, title, indent }) => {
    const height = Math.max(MIN_ROW, (sign?.height ?? 0) + GAP);
    const middle = top + height / 2;
    top += height;
    const textX = sign ? 2 * GAP + column + indent : GAP;
    return { sign, title: shortened(title), signX: GAP + column / 2 + indent, textX, middle };
  });
  const longest = Math.max(0, ...rows.map(({ title }) => [...title].length));
  const width = Math.ceil(3 * GAP + INDENT + column + longest * LETTER);
  return { width, height: Math.ceil(top + GAP), rows };
}

function linesOf(
  { title, typeName, geometryType, style }: LegendEntry,
  language: Language,
): readonly LegendLine[] {
  const name = title[language] || typeName;
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 6 });
  const items = legendOf(style, (value) => numbers.format(value));
  if (!style.classes) return [{ sign: signOf(geometryType, style), title: name, indent: 0 }];
  const classes = items.map((item) => ({
    sign: signOf(geometryType, item.symbol),
    title: item.kind === 'others' ? sentence(language, 'styles.others') : item.title,
    indent: INDENT,
  }));
  return [{ sign: undefined, title: name, indent: 0 }, ...classes];
}

function shortened(title: string): string {
  const letters = [...title];
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join('')}…` : title;
}

/** `titles: false`: only the symbols, for callers that render titles themselves. */
export function legendSvg({ width, height, rows }: LegendLayout, titles = true): string {
  const parts = rows.map(
    ({ sign, title, signX, textX, middle }) =>
      (sign ? `<g transform="translate(${signX} ${middle})">${sign.svg}</g>` : '') +
      (titles
        ? `<text x="${textX}" y="${middle}" dominant-baseline="central"${sign ? '' : ' font-weight="600"'}>${escaped(title)}</text>`
        : ''),
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
