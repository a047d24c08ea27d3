import type { Observable } from 'rxjs';
import type { Change, ChangeOrigin, DocumentChange, MapObject, ServerRecord } from './object.ts';

/** minLon, minLat, maxLon, maxLat in degrees. */
export type Extent = readonly [number, number, number, number];

/** Read access to the document, for edits. */
export interface DocumentReader {
  readonly size: number;
  get(id: string): MapObject | undefined;
  values(): Iterable<MapObject>;
}

/**
 * A pure function from the document to changes; it knows nothing of undo, saving or the screen. Returns an empty list
 * when there is nothing to do.
 */
export type Edit = (document: DocumentReader) => readonly Change[];

/** The spatial index of the document, shared by hit test, snapping, tracing, selection and validation. */
export interface SpatialIndex {
  /** Ids of objects whose extent meets `extent`, in no order. */
  search(extent: Extent): string[];
  /** Like `search`, but returns the objects. */
  objects(extent: Extent, query?: IndexQuery): MapObject[];
  /** Segments (and points, with `to` equal to `from`) whose extent meets `extent`. */
  segments(extent: Extent, query?: IndexQuery): readonly Segment[];
  /** Like `segments`, for callers that mostly need only the coordinates. */
  edges(extent: Extent, query?: IndexQuery): FoundEdges;
}

/** Which objects or segments to find. Default: all. */
export interface IndexQuery {
  /** Most results; when this many are returned there may be more. */
  readonly max?: number;
  /** Filter on objects. */
  readonly where?: ((object: MapObject) => boolean) | undefined;
}

/** One edge of an object; coordinates in degrees. `path` leads into the coordinates: [ring, vertex] and so on. */
export interface Segment {
  readonly id: string;
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** Index path of `from` in the coordinates. */
  readonly path: readonly number[];
}

/** Edges and points, numbered from 0. */
export interface FoundEdges {
  readonly size: number;
  /** Four numbers per edge: x and y of its start, then of its end, degrees. */
  readonly ends: readonly number[];
  /** Returns whether the edge follows the previous one in the same run, so that it begins where that ends. */
  continues(edge: number): boolean;
  segment(edge: number): Segment;
}

export interface ProjectDocument extends DocumentReader {
  readonly projectId: string;
  readonly changes$: Observable<DocumentChange>;
  readonly index: SpatialIndex;
  recordOf(id: string): ServerRecord | undefined;
  /** Records what the server acknowledged. Does not change content. */
  acknowledge(id: string, record: ServerRecord | undefined): void;
  /**
   * Applies changes. All changes of the document come through here.
   * @throws AppError 'stale-change' when a `before` is not the current object.
   */
  apply(changes: readonly Change[], origin: ChangeOrigin): void;
}
