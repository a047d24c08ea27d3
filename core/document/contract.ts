import type { Observable } from 'rxjs';
import type { Change, ChangeOrigin, DocumentChange, MapObject, ServerRecord } from './object.ts';

/** minLon, minLat, maxLon, maxLat in degrees. */
export type Extent = readonly [number, number, number, number];

/** What an edit may see. */
export interface DocumentReader {
  readonly size: number;
  get(id: string): MapObject | undefined;
  values(): Iterable<MapObject>;
}

/**
 * A pure function from the document to the changes it wants; knows nothing of undo, saving or screens.
 * It returns no changes where there is nothing to do.
 */
export type Edit = (document: DocumentReader) => readonly Change[];

/** The one spatial index of the document: hit test, snapping, tracing, selection and validation all ask it. */
export interface SpatialIndex {
  /** Ids of objects whose extent meets `extent`, in no order. */
  search(extent: Extent): string[];
  /** As `search`, the objects themselves. */
  objects(extent: Extent, sought?: IndexQuery): MapObject[];
  /** Segments (and lone points, with `to` equal to `from`) whose extent meets `extent`. */
  segments(extent: Extent, sought?: IndexQuery): readonly Segment[];
  /** As `segments`, where most of them are looked at by their ordinates alone. */
  edges(extent: Extent, sought?: IndexQuery): FoundEdges;
}

/** Which objects, or segments of objects, are asked for; all, where it says nothing. */
export interface IndexQuery {
  /** So many at most: whoever gets as many does not know what else there is. */
  readonly max?: number;
  /** Only objects that this lets. */
  readonly where?: ((object: MapObject) => boolean) | undefined;
}

/** One edge of an object; ordinates in degrees. `path` leads into the coordinates: [ring, vertex] and so on. */
export interface Segment {
  readonly id: string;
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** Index path of `from` in the coordinates. */
  readonly path: readonly number[];
}

/** Edges and lone points, by their numbers: 0 and so on. */
export interface FoundEdges {
  readonly size: number;
  /** Of each x and y of its beginning, then of its end, in degrees. */
  readonly ends: readonly number[];
  /** Is it the next of the same run as the one before, so that it begins where that ends? */
  continues(edge: number): boolean;
  segment(edge: number): Segment;
}

export interface ProjectDocument extends DocumentReader {
  readonly projectId: string;
  readonly changes$: Observable<DocumentChange>;
  readonly index: SpatialIndex;
  recordOf(id: string): ServerRecord | undefined;
  /** Notes what the server acknowledged; no change of content. */
  acknowledge(id: string, record: ServerRecord | undefined): void;
  /** The only way in. @throws AppError('stale-change') when a `before` is not what the document holds. */
  apply(changes: readonly Change[], origin: ChangeOrigin): void;
}
