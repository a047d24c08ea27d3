import type { Position } from '#core/protocol';
import { CHORD_TOLERANCE, type Metric, type Printer } from '#core/sketch';
import {
  circle,
  rectangle,
  regularPolygon,
  squared,
  turnedRectangle,
  type OpenRing,
} from './constructions.ts';

export type ShapeName = 'rectangle' | 'turned' | 'circle' | 'regular';

/** A measured value by its text key: `readout.<name>`. */
export type ShapeReadout = readonly [
  name: 'radius' | 'diameter' | 'side' | 'width' | 'height',
  printed: string,
];

/** How a shape follows from a few points. */
export interface Recipe {
  readonly name: ShapeName;
  /** Number of points to click. */
  readonly points: 2 | 3;
  /** The open ring; undefined if the points define none. */
  ring(points: readonly Position[], metric: Metric): OpenRing | undefined;
  /** The position that a point at `place` is moved to. */
  guide?(points: readonly Position[], place: Position, metric: Metric): Position;
  values(
    ring: OpenRing,
    points: readonly Position[],
    metric: Metric,
    print: Printer,
  ): readonly ShapeReadout[];
  /** The parameters stored with the outline, where its vertices do not show them. */
  parameters?(points: readonly Position[], metric: Metric): Readonly<Record<string, unknown>>;
}

const box: Recipe = {
  name: 'rectangle',
  points: 2,
  ring: ([a, c], metric) => rectangle(a!, c!, metric),
  values: (ring, _, metric, print) => [
    ['width', print.length(metric.segment(ring[0]!, ring[1]!).length)],
    ['height', print.length(metric.segment(ring[1]!, ring[2]!).length)],
  ],
};

const turned: Recipe = {
  name: 'turned',
  points: 3,
  ring: ([a, b, c], metric) => turnedRectangle(a!, b!, c!, metric),
  guide: ([a, b], place, metric) => (a && b ? squared(a, b, place, metric) : place),
  values: (ring, _, metric, print) => [
    ['side', print.length(metric.segment(ring[0]!, ring[1]!).length)],
    ['width', print.length(metric.segment(ring[1]!, ring[2]!).length)],
  ],
};

const round: Recipe = {
  name: 'circle',
  points: 2,
  ring: ([centre, rim], metric) => circle(centre!, rim!, metric),
  values(_, [centre, rim], metric, print) {
    const radius = metric.segment(centre!, rim!).length;
    return [
      ['radius', print.length(radius)],
      ['diameter', print.length(2 * radius)],
    ];
  },
  parameters: ([centre, rim], metric) => ({
    shape: 'circle',
    centre: [centre![0], centre![1]],
    radius: metric.segment(centre!, rim!).length,
    measured: metric.crs ?? 'geodesic',
    tolerance: CHORD_TOLERANCE,
  }),
};

const regular = (sides: () => number): Recipe => ({
  name: 'regular',
  points: 2,
  ring: ([centre, corner], metric) => regularPolygon(centre!, corner!, sides(), metric),
  values: (ring, [centre, corner], metric, print) => [
    ['radius', print.length(metric.segment(centre!, corner!).length)],
    ['side', print.length(metric.segment(ring[0]!, ring[1]!).length)],
  ],
});

export const RECIPES: Readonly<Record<ShapeName, (sides: () => number) => Recipe>> = {
  rectangle: () => box,
  turned: () => turned,
  circle: () => round,
  regular,
};
