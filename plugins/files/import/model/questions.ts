import type { ImportQuestion } from '../api.ts';

const choice = (id: string, values: readonly string[]): ImportQuestion => ({
  id,
  title: `ask.${id}`,
  answers: values.map((value) => ({ value, title: `ask.${id}.${NAMES[value] ?? value}` })),
});

/** Signs in the keys of texts. */
const NAMES: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
  ' ': 'blank',
  '.': 'point',
};

const COLUMNS = ['x', 'y', 'z', 'wkt'].map((id): ImportQuestion => ({
  id,
  title: `ask.${id}`,
  answers: 'columns',
}));
const TABLE = [choice('header', ['yes', 'no']), choice('decimal', ['.', ',']), ...COLUMNS];
const TEXT_TABLE = [choice('separator', [',', ';', '\t', '|', ' ']), ...TABLE];
const DRAWING = [
  choice('layers', ['together', 'separate']),
  choice('blocks', ['auto', 'points', 'drawn']),
  choice('closed', ['lines', 'areas']),
  choice('scale', ['1', '0.001', '0.01', '0.1', '0.3048', '0.0254']),
];

/** What the formats of the server ask, by the ending of the file. */
export function questionsOf(name: string): readonly ImportQuestion[] {
  const lower = name.toLowerCase();
  if (/\.(csv|tsv|txt|xyz)$/.test(lower)) return TEXT_TABLE;
  if (lower.endsWith('.xlsx')) return TABLE;
  return lower.endsWith('.dxf') ? DRAWING : [];
}
