import { about, fitPoints, placingOf, type FitFault, type Fitted, type Triple } from '#core/geodesy';
import type { ControlFit, ControlPoint, Georeference, LocalTransform } from '#core/protocol';

/** What a person is about to save. */
export interface Draft extends Georeference {
  /** Points that are not saved yet, also while they are not used. */
  readonly points: readonly ControlPoint[];
  readonly kind: ControlFit['kind'];
  readonly scale: ControlFit['scale'];
}

/** About the middle of what is placed, so that its numbers are those of a place that can be seen. */
export function draftOf(place: Georeference, middle: Triple | undefined): Draft {
  const { fit, transform } = place;
  return {
    ...place,
    transform: middle && place.found !== 'control-points' ? about(transform, middle) : transform,
    points: fit?.points ?? [],
    kind: fit?.kind ?? 'helmert',
    scale: fit?.scale ?? 'kept',
  };
}

/** As it is sent to the server. */
export function georeferenceOf({ points, kind, scale, ...place }: Draft): Georeference {
  const fit = { kind, scale, points: [...points] };
  return place.found === 'control-points' ? { ...place, fit } : { ...place, fit: null };
}

/** The middle comes to lie elsewhere; heights stay. */
export function movedTo(draft: Draft, [east, north]: readonly [number, number]): Draft {
  const { transform } = draft;
  return { ...draft, found: 'dragged', transform: { ...transform, to: [east, north, transform.to[2]] } };
}

export function turnedTo(draft: Draft, degrees: number): Draft {
  const { transform } = draft;
  const [, tilt, roll] = transform.turn;
  return { ...draft, found: 'dragged', transform: { ...transform, turn: [plain(degrees), tilt, roll] } };
}

/** From -180 to 180. */
function plain(degrees: number): number {
  return degrees - 360 * Math.round(degrees / 360);
}

export function typed(draft: Draft, change: Partial<LocalTransform>): Draft {
  return { ...draft, found: 'typed', transform: { ...draft.transform, ...change } };
}

/** Fitted to its points; or why it cannot be. `base`: whose scale is kept. */
export function fitOf({ points, kind, scale }: Draft, base: LocalTransform): Fitted | FitFault {
  return fitPoints({ kind, scale }, points, base);
}

/** The draft as its points say; unchanged where they cannot be fitted. */
export function withFit(draft: Draft, base: LocalTransform): Draft {
  const found = fitOf(draft, base);
  return 'fault' in found ? draft : { ...draft, found: 'control-points', transform: found.transform };
}

/** The upright box of a file where it comes to lie: the corners below and above, in the order of a ring. */
export function outlineOf(
  transform: LocalTransform,
  { min, max }: { readonly min: Triple; readonly max: Triple },
): { below: [number, number, number][]; above: [number, number, number][] } {
  const { toMap } = placingOf(transform);
  const ring = (z: number) =>
    [
      [min[0], min[1]],
      [max[0], min[1]],
      [max[0], max[1]],
      [min[0], max[1]],
    ].map(([x, y]) => toMap([x!, y!, z]));
  return { below: ring(min[2]), above: ring(max[2]) };
}
