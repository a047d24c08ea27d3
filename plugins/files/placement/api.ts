import type { Observable } from 'rxjs';
import type { Guarded, ServiceName } from '#core/plugin';
import type { MapView, Pixel } from '#core/mapview';
import type { Georeference, GeoreferencedBox, Position, StoredGeoreference } from '#core/protocol';

/** Objects that can be placed: a plugin names the service that lists and saves them. */
export interface PlaceableContribution extends Guarded {
  id: string;
  /** Service of type `Placeables`. */
  source: ServiceName;
}

declare module '#core/plugin' {
  interface ContributionPoints {
    placeables: PlaceableContribution;
  }
}

export interface Placeable {
  readonly id: string;
  readonly name: string;
}

/** The objects of one kind in the open project, with where they are. */
export interface Placeables {
  readonly list$: Observable<readonly Placeable[]>;
  /** Where it is, and the box around it. Throws AppError. */
  read(id: string): Promise<GeoreferencedBox>;
  /** The newest first; the last is as its file says. */
  versions(id: string): Promise<readonly StoredGeoreference[]>;
  /** Saves it as the version after `version`. Throws AppError with status 412 when somebody else was faster. */
  save(id: string, place: Georeference, version: number): Promise<StoredGeoreference>;
  /** Whether this person may save. */
  readonly mayPlace: boolean;
  /** Shows the object itself where it would be, in views that can; undefined: where it is. */
  preview?(id: string, place: Georeference | undefined): void;
  /** What of the object is seen at a pixel of a view; undefined where it is not drawn there. */
  positionOn?(id: string, view: MapView, pixel: Pixel): Promise<Position | undefined>;
}
