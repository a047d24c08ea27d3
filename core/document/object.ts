import type { Geometry, GeometryObject } from '#core/protocol';

/** An object of the open project: its content, never changed in place. What the server adds is in `ServerRecord`. */
export interface MapObject {
  /** A uuid; of a new object made here, and kept by the server. */
  readonly id: string;
  readonly typeName: string;
  /** GeoJSON, longitude and latitude in degrees (WGS84), ellipsoidal height in metres where known. */
  readonly location: Geometry;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly relatesTo: readonly string[];
}

/** What the server last said of an object; absent for one it has not yet acknowledged. */
export interface ServerRecord {
  readonly version: number;
  readonly metadata?: GeometryObject['metadata'];
}

/** One object's change: created (no `before`), deleted (no `after`) or changed. */
export interface Change {
  readonly id: string;
  readonly before: MapObject | undefined;
  readonly after: MapObject | undefined;
  /** By dividing an object: what is left of it, or one of its other parts. */
  readonly split?: boolean;
}

/** Why the document changed. Only the first three are a person's work and go into the autosave queue. */
export type ChangeOrigin = 'edit' | 'undo' | 'redo' | 'load' | 'unload' | 'remote' | 'resolve';

export interface DocumentChange {
  readonly changes: readonly Change[];
  readonly origin: ChangeOrigin;
}
