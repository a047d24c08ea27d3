/** A polyline on a layer; units of the cloud's CRS. */
export interface DxfLine {
  readonly layer: string;
  readonly points: readonly (readonly [number, number])[];
}
export interface DxfText {
  readonly layer: string;
  readonly at: readonly [number, number];
  readonly height: number;
  readonly text: string;
}

/** $INSUNITS, by metres of the unit. */
const UNITS = [
  [1, 6],
  [0.3048, 2],
  [1200 / 3937, 21],
] as const;
const UNITLESS = 0;

/** A drawing in DXF R12, which every program reads, with its unit: layers, polylines and texts. */
export function dxfOf(lines: readonly DxfLine[], texts: readonly DxfText[], metres: number): string {
  const [, unit = UNITLESS] = UNITS.find(([size]) => Math.abs(size / metres - 1) < 1e-7) ?? [];
  const layers = [...new Set([...lines, ...texts].map(({ layer }) => layer))];
  const codes: (string | number)[] = [
    ...[0, 'SECTION', 2, 'HEADER', 9, '$ACADVER', 1, 'AC1009', 9, '$INSUNITS', 70, unit, 0, 'ENDSEC'],
    ...[0, 'SECTION', 2, 'TABLES', 0, 'TABLE', 2, 'LAYER', 70, layers.length],
    ...layers.flatMap((layer, i) => [0, 'LAYER', 2, layer, 70, 0, 62, (i % 7) + 1, 6, 'CONTINUOUS']),
    ...[0, 'ENDTAB', 0, 'ENDSEC', 0, 'SECTION', 2, 'ENTITIES'],
    ...lines.flatMap(polyline),
    ...texts.flatMap(({ layer, at, height, text }) => [
      ...[0, 'TEXT', 8, layer, 10, number(at[0]), 20, number(at[1]), 30, '0.0'],
      ...[40, number(height), 1, ascii(text)],
    ]),
    ...[0, 'ENDSEC', 0, 'EOF'],
  ];
  return codes.join('\r\n') + '\r\n';
}

function polyline({ layer, points }: DxfLine): (string | number)[] {
  return [
    ...[0, 'POLYLINE', 8, layer, 66, 1, 70, 0, 10, '0.0', 20, '0.0', 30, '0.0'],
    ...points.flatMap(([x, y]) => [0, 'VERTEX', 8, layer, 10, number(x), 20, number(y), 30, '0.0']),
    ...[0, 'SEQEND', 8, layer],
  ];
}

const number = (value: number): string => value.toFixed(4);
/** R12 has no encoding: other characters are written by their number. */
const ascii = (text: string): string =>
  text.replaceAll(/[^ -~]/g, (one) => String.raw`\U+` + one.charCodeAt(0).toString(16).padStart(4, '0'));
