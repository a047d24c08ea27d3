import type { Field } from '#core/protocol';
import type { StatedCrs } from '../../../shared/crs/identify.ts';
import type { FlatGeometry } from '../../../formats/flat.ts';
import type { Findings } from '../../../base/problems.ts';

export interface LayerInfo {
  name: string;
  /** Features in the file; those without a geometry among them. */
  count: number;
  /** Point, LineString, Polygon or MultiPoint as the header says, null when it says none or they are mixed. */
  geometryType: string | null;
}

/** One geometry of a feature; a feature whose geometry is a collection gives several of the same `feature`. */
export interface SourceFeature {
  feature: number;
  properties: Record<string, unknown>;
  /** False where there is nothing to draw; the reason is among the findings. */
  hasGeometry: boolean;
}

/** A file of any format, open at one of its layers. */
export interface Source {
  layers: LayerInfo[];
  layer: LayerInfo;
  /** What the file says of its CRS; undefined when it says nothing that can be understood. */
  crs: StatedCrs | undefined;
  encoding: string | null;
  /** Fields known beforehand; undefined where they show only as the features are read. */
  fields: Field[] | undefined;
  /** Longitude may jump at the antimeridian, as RFC 7946 speaks of; elsewhere an edge is as long as it is. */
  spherical: boolean;
  /** Reads each feature into `into`, one at a time. `progress` hears the part read, 0 to 1. */
  features(into: FlatGeometry, findings: Findings, progress: (part: number) => void): Iterable<SourceFeature>;
  close(): void;
}

export interface ReadOptions {
  layer?: string | undefined;
  encoding?: string | undefined;
}
