import type { MapObject } from '#core/document';
import type { Geometry } from '#core/protocol';

/** What is looked for, the gravest first; the list of findings is in this order. */
export const KINDS = [
  'structure',
  'crossing',
  'overlap',
  'duplicate',
  'repeated',
  'gap',
  'sliver',
  'dangle',
  'bounds',
] as const;
export type Kind = (typeof KINDS)[number];

/** One thing that is wrong, or may be. */
export interface Finding {
  /** The same whenever the same is found again at the same place. */
  readonly id: string;
  readonly kind: Kind;
  /** More closely what: the end of a text key behind `detail.`. */
  readonly detail: string;
  /** `error`: other programs will refuse or misread it; `warning`: it is likely not meant. */
  readonly severity: 'error' | 'warning';
  /** As they were when they were looked at. */
  readonly objects: readonly MapObject[];
  /** What is marked on the map. */
  readonly place: Geometry;
  /** Geodesic, or for widths in the plane that touches the ellipsoid there; a count of places. */
  readonly size?: { readonly value: number; readonly unit: 'm' | 'm²' | 'places' };
}

/** Decimals of a degree that tell places of findings apart: 1 cm. */
const DIGITS = 7;

export function finding(found: Omit<Finding, 'id'>): Finding {
  const at = firstOf(found.place.coordinates);
  const where = at.slice(0, 2).map((degrees) => degrees.toFixed(DIGITS));
  return { ...found, id: [found.kind, ...found.objects.map(({ id }) => id), ...where].join(' ') };
}

/** A few places as one geometry. */
export function placesOf(places: readonly (readonly [number, number, ...unknown[]])[]): Geometry {
  return {
    type: 'MultiPoint',
    coordinates: places.slice(0, MOST_PLACES).map(([x, y]): [number, number] => [x, y]),
  };
}
/** More marks on one object tell nothing more. */
const MOST_PLACES = 100;

type Nested = readonly number[] | readonly Nested[];
function firstOf(coordinates: Nested): readonly number[] {
  const [first] = coordinates;
  return typeof first === 'number' || first === undefined ? (coordinates as number[]) : firstOf(first);
}
