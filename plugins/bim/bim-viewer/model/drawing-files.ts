import { pdfFile, pdfText } from '#core/sheets';
import { boundsOf, type Drawing, type Place } from './drawing.ts';

/** A drawing in DXF R12, which every program reads; metres in the CRS of the drawing. */
export function dxfOf({ lines, seen = [], hidden = [], fills, texts }: Drawing): string {
  const number = (value: number): string => value.toFixed(4);
  const corner = (code: number, [x, y]: Place) => [code, number(x), code + 10, number(y), code + 20, '0.0'];
  const polylines = (layer: string, of: readonly (readonly Place[])[]) =>
    of.flatMap((points) => [
      ...[0, 'POLYLINE', 8, layer, 66, 1, 70, 0, 10, '0.0', 20, '0.0', 30, '0.0'],
      ...points.flatMap((point) => [0, 'VERTEX', 8, layer, ...corner(10, point)]),
      ...[0, 'SEQEND', 8, layer],
    ]);
  const codes: (string | number)[] = [
    ...[0, 'SECTION', 2, 'HEADER', 9, '$ACADVER', 1, 'AC1009', 0, 'ENDSEC'],
    ...[0, 'SECTION', 2, 'TABLES', 0, 'TABLE', 2, 'LTYPE', 70, 2],
    ...[0, 'LTYPE', 2, 'CONTINUOUS', 70, 0, 3, 'Solid line', 72, 65, 73, 0, 40, '0.0'],
    ...[0, 'LTYPE', 2, 'HIDDEN', 70, 0, 3, '_ _ _', 72, 65, 73, 2, 40, '0.15', 49, '0.1', 49, '-0.05'],
    ...[0, 'ENDTAB', 0, 'TABLE', 2, 'LAYER', 70, 5],
    ...[
      ['CUT', 7, 'CONTINUOUS'],
      ['SEEN', 7, 'CONTINUOUS'],
      ['HIDDEN', 8, 'HIDDEN'],
      ['FILL', 8, 'CONTINUOUS'],
      ['ROOMS', 5, 'CONTINUOUS'],
    ].flatMap(([name, colour, type]) => [0, 'LAYER', 2, name!, 70, 0, 62, colour!, 6, type!]),
    ...[0, 'ENDTAB', 0, 'ENDSEC', 0, 'SECTION', 2, 'ENTITIES'],
    ...fills.flatMap(([a, b, c]) => [
      0,
      'SOLID',
      8,
      'FILL',
      ...corner(10, a),
      ...corner(11, b),
      ...corner(12, c),
      ...corner(13, c),
    ]),
    ...polylines('HIDDEN', hidden),
    ...polylines('SEEN', seen),
    ...polylines('CUT', lines),
    ...texts.flatMap(({ at, text }) => [0, 'TEXT', 8, 'ROOMS', ...corner(10, at), 40, '0.2', 1, ascii(text)]),
    ...[0, 'ENDSEC', 0, 'EOF'],
  ];
  return codes.join('\r\n') + '\r\n';
}

/** R12 has no encoding: other characters are written by their number. */
const ascii = (text: string): string =>
  text.replaceAll(/[^ -~]/g, (one) => String.raw`\U+` + one.charCodeAt(0).toString(16).padStart(4, '0'));

/** Sizes of paper, millimetres, across. */
const PAPERS = { A4: [297, 210], A3: [420, 297], A2: [594, 420], A1: [841, 594], A0: [1189, 841] } as const;
export const SCALES = [20, 50, 100, 200, 500, 1000, 2000] as const;
const BORDER = 12;
const FOOT = 16;
const POINTS = 72 / 25.4;

/** The smallest paper on which a drawing has room at a scale; undefined: none. */
export function paperFor(drawing: Drawing, scale: number): keyof typeof PAPERS | undefined {
  const bounds = boundsOf(drawing);
  if (!bounds) return undefined;
  const [across, up] = [bounds[2] - bounds[0], bounds[3] - bounds[1]].map(
    (metres) => (metres * 1000) / scale,
  );
  return (Object.keys(PAPERS) as (keyof typeof PAPERS)[]).find(
    (name) => PAPERS[name][0] - 2 * BORDER >= across! && PAPERS[name][1] - 2 * BORDER - FOOT >= up!,
  );
}

/** A PDF of one page with lines to scale, a title and a bar of the scale; undefined where no paper is large enough. */
export function pdfOf(drawing: Drawing, scale: number, notes: readonly string[]): Blob | undefined {
  const paper = paperFor(drawing, scale);
  const bounds = boundsOf(drawing);
  if (!paper || !bounds) return undefined;
  const [width, height] = PAPERS[paper].map((millimetres) => millimetres * POINTS) as [number, number];
  const unit = (1000 / scale) * POINTS;
  const middle = [(bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2] as const;
  const at = ([x, y]: Place) =>
    `${((x - middle[0]) * unit + width / 2).toFixed(2)} ${((y - middle[1]) * unit + height / 2 + (FOOT * POINTS) / 2).toFixed(2)}`;
  const strokes = (lines: Drawing['lines'] = []) =>
    lines.map((line) => line.map((place, i) => `${at(place)} ${i === 0 ? 'm' : 'l'}`).join(' ') + ' S');
  const bar = barOf(scale);
  const [left, foot] = [BORDER * POINTS, BORDER * POINTS];
  const words = (x: number, y: number, size: number, text: string) =>
    `BT /F1 ${size} Tf ${x.toFixed(2)} ${y.toFixed(2)} Td (${pdfText(text)}) Tj ET`;
  const content = [
    '0.72 g',
    ...drawing.fills.map(([a, b, c]) => `${at(a)} m ${at(b)} l ${at(c)} l h f`),
    '0 g 0.55 G 0.2 w 1 J 1 j [2 1.5] 0 d',
    ...strokes(drawing.hidden),
    '[] 0 d 0 G 0.25 w',
    ...strokes(drawing.seen),
    '0.6 w',
    ...strokes(drawing.lines),
    ...drawing.texts.map(({ at: place, text }) => {
      const [x, y] = at(place).split(' ').map(Number) as [number, number];
      return words(x - text.length * 1.6, y, 6, text);
    }),
    words(left, foot + 24, 12, drawing.title),
    words(left, foot + 12, 8, [`1:${scale}`, ...notes].join(' · ')),
    `${left.toFixed(2)} ${foot.toFixed(2)} ${(bar * unit).toFixed(2)} 4 re S ${left.toFixed(2)} ${foot.toFixed(2)} ${((bar * unit) / 2).toFixed(2)} 4 re f`,
    words(left + bar * unit + 4, foot, 7, `${bar} m`),
  ].join('\n');
  return pdfFile([
    ['<< /Type /Catalog /Pages 2 0 R >>'],
    ['<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width.toFixed(2)} ${height.toFixed(2)}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    ],
    [`<< /Length ${content.length} >>\nstream\n${content}\nendstream`],
    ['<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'],
  ]);
}

/** Metres of a bar that is some centimetres long on paper. */
const barOf = (scale: number): number =>
  [1, 2, 5, 10, 20, 50, 100].find((metres) => metres / scale > 0.03) ?? 100;
