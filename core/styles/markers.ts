import type { MapSymbol } from '#core/protocol';

export type MarkerName = NonNullable<MapSymbol['shape']>;

/** A step of a drawing: `M` and `L` x y, `O` (a circle) x y radius, `Z` closes. */
export type MarkerStep = readonly ['M' | 'L' | 'O' | 'Z', ...number[]];

/** A marker around 0, 0 with the radius 1; y grows downwards. */
export interface Marker {
  /** Filled with the fill colour and outlined. */
  readonly body: readonly MarkerStep[];
  /** Only stroked. */
  readonly lines: readonly MarkerStep[];
  /** Filled with the colour of the stroke. */
  readonly ink: readonly MarkerStep[];
}

const SQUARE = 'M-1 -1 L1 -1 L1 1 L-1 1 Z';
const TRIANGLE = 'M0 -1 L0.866 0.5 L-0.866 0.5 Z';
const SMALL_SQUARE = 'M-0.8 -0.8 L0.8 -0.8 L0.8 0.8 L-0.8 0.8 Z';

/** Points of a regular polygon or, with an inner radius, of a star, beginning at the top. */
function around(corners: number, inner?: number): string {
  const steps = inner === undefined ? corners : 2 * corners;
  const points = Array.from({ length: steps }, (_, n) => {
    const angle = (2 * Math.PI * n) / steps;
    const radius = inner !== undefined && n % 2 === 1 ? inner : 1;
    return `${(radius * Math.sin(angle)).toFixed(3)} ${(-radius * Math.cos(angle)).toFixed(3)}`;
  });
  return `M${points.join(' L')} Z`;
}

/** Body, lines and ink of each marker. */
const DRAWINGS: Record<MarkerName, readonly [body: string, lines?: string, ink?: string]> = {
  circle: ['O0 0 1'],
  square: [SQUARE],
  triangle: [TRIANGLE],
  diamond: ['M0 -1 L1 0 L0 1 L-1 0 Z'],
  cross: ['', 'M-1 0 L1 0 M0 -1 L0 1'],
  x: ['', 'M-0.8 -0.8 L0.8 0.8 M0.8 -0.8 L-0.8 0.8'],
  star: [around(5, 0.4)],
  pentagon: [around(5)],
  hexagon: [around(6)],
  'control-point': [TRIANGLE, '', 'O0 0 0.2'],
  benchmark: ['O0 0 0.9', 'M-0.9 0 L0.9 0', 'M-0.6 0 L0.6 0 L0 0.75 Z'],
  station: ['O0 0 0.7', 'M-1 0 L1 0 M0 -1 L0 1', 'O0 0 0.18'],
  'boundary-stone': [SMALL_SQUARE, '', 'O0 0 0.22'],
  nail: ['O0 0 0.6', '', 'O0 0 0.22'],
  'spot-height': ['', '', 'O0 0 0.45'],
  tree: ['O0 0 0.95', '', 'O0 0 0.2'],
  conifer: [around(8, 0.6), '', 'O0 0 0.18'],
  manhole: ['O0 0 0.95', 'M-0.65 -0.65 L0.65 0.65 M0.65 -0.65 L-0.65 0.65'],
  'square-manhole': [SMALL_SQUARE, 'M-0.8 -0.8 L0.8 0.8 M0.8 -0.8 L-0.8 0.8'],
  drain: [SMALL_SQUARE, 'M-0.35 -0.8 L-0.35 0.8 M0 -0.8 L0 0.8 M0.35 -0.8 L0.35 0.8'],
  hydrant: ['O0 0 0.85', '', 'M0 -0.85 L0.6 0.6 L-0.6 0.6 Z'],
  valve: ['M-0.95 -0.6 L0.95 0.6 L0.95 -0.6 L-0.95 0.6 Z'],
  meter: [SMALL_SQUARE, 'M-0.45 0.5 L-0.45 -0.45 L0 0.15 L0.45 -0.45 L0.45 0.5'],
  well: ['O0 0 0.95 O0 0 0.5'],
  pole: ['O0 0 0.55', 'M0.55 0 L1 0 M-0.55 0 L-1 0'],
  lamp: ['O0 0 0.5', 'M0 -0.5 L0 -1 M0 0.5 L0 1 M-0.5 0 L-1 0 M0.5 0 L1 0', 'O0 0 0.15'],
  cabinet: ['M-0.95 -0.6 L0.95 -0.6 L0.95 0.6 L-0.95 0.6 Z', 'M-0.95 0.6 L0.95 -0.6'],
  transformer: [
    'M-0.9 -0.7 L0.9 -0.7 L0.9 0.7 L-0.9 0.7 Z',
    '',
    'M0.15 -0.6 L-0.4 0.1 L-0.05 0.1 L-0.15 0.6 L0.4 -0.1 L0.05 -0.1 Z',
  ],
  antenna: ['', 'M-0.6 1 L0 -0.4 L0.6 1 M-0.35 0.4 L0.35 0.4 M-0.8 -1 L0 -0.4 L0.8 -1', 'O0 -0.4 0.18'],
  sign: ['M-0.8 -1 L0.8 -1 L0.8 0 L-0.8 0 Z', 'M0 0 L0 1'],
};

const parsed = new Map<MarkerName, Marker>();

export function markerOf(name: MarkerName): Marker {
  let marker = parsed.get(name);
  if (!marker) {
    const [body, lines = '', ink = ''] = DRAWINGS[name];
    parsed.set(name, (marker = { body: stepsOf(body), lines: stepsOf(lines), ink: stepsOf(ink) }));
  }
  return marker;
}

function stepsOf(drawing: string): MarkerStep[] {
  return [...drawing.matchAll(/([MLOZ])([^MLOZ]*)/g)].map(([, step, numbers = '']) => [
    step as 'M',
    ...numbers.trim().split(/\s+/).filter(Boolean).map(Number),
  ]);
}

/** What can trace a marker: a canvas, or a PDF. */
export interface MarkerPath {
  moveTo(x: number, y: number): unknown;
  lineTo(x: number, y: number): unknown;
  circle(x: number, y: number, radius: number): unknown;
  closePath(): unknown;
}

/** Traces steps around a point, enlarged to the radius. */
export function traceSteps(
  path: MarkerPath,
  steps: readonly MarkerStep[],
  x: number,
  y: number,
  radius: number,
): void {
  for (const [step, east = 0, south = 0, size = 0] of steps) {
    const [px, py] = [x + east * radius, y + south * radius];
    if (step === 'M') path.moveTo(px, py);
    else if (step === 'L') path.lineTo(px, py);
    else if (step === 'O') path.circle(px, py, size * radius);
    else path.closePath();
  }
}

/** The steps as path data of SVG. */
export function svgPathOf(steps: readonly MarkerStep[], x: number, y: number, radius: number): string {
  let d = '';
  const text = (value: number) => String(Number(value.toFixed(3)));
  traceSteps(
    {
      moveTo: (px, py) => (d += `M${text(px)} ${text(py)}`),
      lineTo: (px, py) => (d += `L${text(px)} ${text(py)}`),
      circle: (px, py, r) => {
        const [wide, size] = [text(2 * r), text(r)];
        d += `M${text(px - r)} ${text(py)}a${size} ${size} 0 1 0 ${wide} 0a${size} ${size} 0 1 0 -${wide} 0Z`;
      },
      closePath: () => (d += 'Z'),
    },
    steps,
    x,
    y,
    radius,
  );
  return d;
}
