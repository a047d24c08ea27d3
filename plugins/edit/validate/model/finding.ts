import type { MapObject } from '#core/document';
import type { Geometry } from '#core/protocol';

/** The kinds of findings, the most severe first; findings are listed in this order. */
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
export type FindingKind = (typeof KINDS)[number];

/** One error or warning. */
export interface Finding {
  /** The same for the same finding at the same place. */
  readonly id: string;
  readonly kind: FindingKind;
  /** The subkind: the end of a text key after `detail.`. */
  readonly detail: string;
  /** `error`: other programs reject or misread the data; `warning`: probably unintended. */
  readonly severity: 'error' | 'warning';
  /** The objects at the time of the check. */
  readonly objects: readonly MapObject[];
  /** The geometry marked on the map. */
  readonly place: Geometry;
  /** Geodesic, or for widths in the tangent plane of the ellipsoid; or a number of places. */
  readonly size?: { readonly value: number; readonly unit: 'm' | 'm²' | 'places' };
}

/** Decimals of a degree that distinguish places of findings: 1 cm. */
const DIGITS = 7;

export function finding(found: Omit<Finding, 'id'>): Finding {
  const at = firstOf(found.place.coordinates);
  const where = at.slice(0, 2).map((degrees) => degrees.toFixed(DIGITS));
  return { ...found, id: [found.kind, ...found.objects.map(({ id }) => id), ...where].join(' ') };
}

/** Returns several places as one geometry. */
export function placesOf(places: readonly (readonly [number, number, ...unknown[]])[]): Geometry {
  return {
    type: 'MultiPoint',
    coordinates: places.slice(0, MAX_PLACES).map(([x, y]): [number, number] => [x, y]),
  };
}
/** Maximum number of places marked on one object. */
const MAX_PLACES = 100;

type ReadonlyCoordinates = readonly number[] | readonly ReadonlyCoordinates[];
function firstOf(coordinates: ReadonlyCoordinates): readonly number[] {
  const [first] = coordinates;
  return typeof first === 'number' || first === undefined ? (coordinates as number[]) : firstOf(first);
}
