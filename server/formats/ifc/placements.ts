import { plain, refsIn, type IfcLine, type IfcLines } from './ifc-lines.ts';

/** Row-major 3 × 4: axes and location, metres. */
export type Matrix = readonly number[];
export const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
/** Placements in placements: more are a circle. */
const MAX_DEPTH = 200;

/** The placement of an object in the axes of the file. What cannot be read counts as none. */
export function placementOf(lines: IfcLines, thing: IfcLine, metres: number): Matrix {
  let [line] = refsIn(lines.value(thing, 'ObjectPlacement'));
  let matrix = IDENTITY;
  const seen = new Set<number>();
  while (line !== undefined && seen.size < MAX_DEPTH && !seen.has(line)) {
    seen.add(line);
    const placement = lines.get(line);
    const [relative] = refsIn(lines.value(placement, 'RelativePlacement'));
    if (relative !== undefined) matrix = times(axis(lines, relative, metres), matrix);
    [line] = refsIn(lines.value(placement, 'PlacementRelTo'));
  }
  return matrix;
}
placementOf.axis = axis;

/** Lines of the axes that the placement of an object is made of. */
export function axesOf(lines: IfcLines, thing: IfcLine): number[] {
  let [line] = refsIn(lines.value(thing, 'ObjectPlacement'));
  const axes: number[] = [];
  const seen = new Set<number>();
  while (line !== undefined && seen.size < MAX_DEPTH && !seen.has(line)) {
    seen.add(line);
    axes.push(...refsIn(lines.value(lines.get(line), 'RelativePlacement')));
    [line] = refsIn(lines.value(lines.get(line), 'PlacementRelTo'));
  }
  return axes;
}

/** An IfcAxis2Placement2D or 3D. */
function axis(lines: IfcLines, at: number, metres: number): Matrix {
  lines.bring([at]);
  const placement = lines.get(at);
  if (!placement) return IDENTITY;
  lines.bring(refsIn(placement.values));
  const numbers = (value: number | undefined): number[] => {
    const list = lines.get(value)?.values[0];
    return Array.isArray(list) ? list.map(plain).filter((one): one is number => typeof one === 'number') : [];
  };
  const of = (name: string) => numbers(refsIn(lines.value(placement, name))[0]);
  const [x = 0, y = 0, z = 0] = of('Location').map((one) => one * metres);
  const isPlane = placement.type === 'IFCAXIS2PLACEMENT2D';
  const up = unit(isPlane ? [0, 0, 1] : three(of('Axis'), [0, 0, 1]));
  const ref = three(of('RefDirection'), [1, 0, 0]);
  const along = dot(ref, up);
  let east = ref.map((one, i) => one - along * up[i]!);
  // A reference along the axis says nothing.
  if (Math.hypot(...east) < 1e-9) east = Math.abs(up[0]!) < 0.9 ? cross([0, 1, 0], up) : cross([0, 0, 1], up);
  const first = unit(east);
  const second = cross(up, first);
  return [
    first[0]!,
    second[0]!,
    up[0]!,
    x,
    first[1]!,
    second[1]!,
    up[1]!,
    y,
    first[2]!,
    second[2]!,
    up[2]!,
    z,
  ];
}

export const locationOf = (matrix: Matrix): [number, number, number] => [matrix[3]!, matrix[7]!, matrix[11]!];
/** Degrees counter-clockwise about the vertical. */
export const rotationOf = (matrix: Matrix): number => (Math.atan2(matrix[4]!, matrix[0]!) * 180) / Math.PI;

function times(a: Matrix, b: Matrix): Matrix {
  return a.map((_, i) => {
    const [row, column] = [Math.floor(i / 4) * 4, i % 4];
    const sum = a[row]! * b[column]! + a[row + 1]! * b[4 + column]! + a[row + 2]! * b[8 + column]!;
    return column === 3 ? sum + a[row + 3]! : sum;
  });
}

const three = (numbers: number[], otherwise: number[]) =>
  numbers.length >= 2 ? [numbers[0]!, numbers[1]!, numbers[2] ?? 0] : otherwise;
const dot = (a: number[], b: number[]) => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
const cross = (a: number[], b: number[]) => [
  a[1]! * b[2]! - a[2]! * b[1]!,
  a[2]! * b[0]! - a[0]! * b[2]!,
  a[0]! * b[1]! - a[1]! * b[0]!,
];
const unit = (vector: number[]) => {
  const length = Math.hypot(...vector) || 1;
  return vector.map((one) => one / length);
};
export type { IfcLine };
