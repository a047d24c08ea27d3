import type { Geometry, GeometryObject, LabelPlace } from '#core/protocol';

/** An immutable object of the open project: its content. What the server adds is in `ServerRecord`. */
export interface MapObject {
  /** A UUID, created by the client and kept by the server. */
  readonly id: string;
  readonly typeName: string;
  /** GeoJSON, longitude and latitude in degrees (WGS84), ellipsoidal height in metres where known. */
  readonly location: Geometry;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly relatesTo: readonly string[];
  /** The middle of its label, where a person has moved it; missing: the map places it. */
  readonly labelAt?: LabelPlace | undefined;
}

/** What the server last sent about an object; absent until it has acknowledged it. */
export interface ServerRecord {
  readonly version: number;
  readonly metadata?: GeometryObject['metadata'];
}

/** One object's change: created (no `before`), deleted (no `after`) or changed. */
export interface Change {
  readonly id: string;
  readonly before: MapObject | undefined;
  readonly after: MapObject | undefined;
  /** The change is part of a split: the remaining object, or one of its new parts. */
  readonly split?: boolean;
  /** The plugin from outside that made it: `acme-wells@1.0.0`. */
  readonly plugin?: string;
}

/** Why the document changed. Only `edit`, `undo` and `redo` enter the autosave queue. */
export type ChangeOrigin = 'edit' | 'undo' | 'redo' | 'load' | 'unload' | 'remote' | 'resolve';

export interface DocumentChange {
  readonly changes: readonly Change[];
  readonly origin: ChangeOrigin;
}
