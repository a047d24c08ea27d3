import type { Position } from '#core/protocol';
import type { Metric } from '#core/sketch';
import type { Measure } from './measures.ts';

export interface MeasuredValues {
  /** Each leg in order; of an area the one back to the first vertex too. Metres; degrees clockwise from north. */
  readonly segments: readonly { readonly length: number; readonly azimuth: number }[];
  /** Sum of all segments: the distance, or the perimeter. Metres. */
  readonly length: number;
  /** Square metres; undefined of a distance. */
  readonly area: number | undefined;
}

/** What a measure says, taken by `metric`. */
export function valuesOf(
  { kind, vertices }: Pick<Measure, 'kind' | 'vertices'>,
  metric: Metric,
): MeasuredValues {
  const ends = kind === 'area' ? [...vertices, vertices[0]!] : vertices;
  const segments = ends.slice(1).map((to, i) => metric.segment(ends[i]!, to));
  return {
    segments,
    length: segments.reduce((sum, { length }) => sum + length, 0),
    area: kind === 'area' ? metric.area(vertices) : undefined,
  };
}

/** Where its bubble belongs: the end of a distance, the middle of an area's vertices. Longitudes may cross 180°. */
export function anchorOf({ kind, vertices }: Pick<Measure, 'kind' | 'vertices'>): Position {
  if (kind === 'distance') return vertices.at(-1)!;
  const first = vertices[0]![0];
  const near = (longitude: number): number => longitude - Math.round((longitude - first) / 360) * 360;
  const longitude = vertices.reduce((sum, vertex) => sum + near(vertex[0]), 0) / vertices.length;
  const latitude = vertices.reduce((sum, vertex) => sum + vertex[1], 0) / vertices.length;
  return [longitude - Math.round(longitude / 360) * 360, latitude];
}
