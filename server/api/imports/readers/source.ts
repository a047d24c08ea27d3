import type { Field, ImportFormat } from '#core/protocol';
import type { StatedCrs } from '../../../shared/crs/identify.ts';
import type { FlatGeometry } from '../../../formats/flat.ts';
import type { Findings } from '../../../base/problems.ts';

/** An uploaded file, and a folder of the job to unpack into. */
export interface SourceFile {
  format: ImportFormat;
  file: string;
  folder: string;
  /** File name without extension: the default layer name. */
  name: string;
}

export interface LayerInfo {
  name: string;
  /** Number of features, and of those without a geometry. */
  count: number;
  /** Point, LineString, Polygon or MultiPoint according to the header; null when unknown or mixed. */
  geometryType: string | null;
}

/** One geometry of a feature; a geometry collection yields several with the same `feature`. */
export interface SourceFeature {
  feature: number;
  properties: Record<string, unknown>;
  /** False where there is nothing to draw; the reason is among the findings. */
  hasGeometry: boolean;
}

/** An open layer of a file of any format. */
export interface LayerSource {
  layers: LayerInfo[];
  layer: LayerInfo;
  /** CRS stated by the file; undefined when missing or not understood. */
  crs: StatedCrs | undefined;
  encoding: string | null;
  /** Fields known in advance; undefined where they appear only in the features. */
  fields: Field[] | undefined;
  /** Longitudes may jump at the antimeridian as in RFC 7946; otherwise an edge is as long as it is. */
  spherical: boolean;
  /** Whether heights are in the unit of the coordinates, as in drawings; in metres otherwise. Default: metres. */
  heightsInUnit?: boolean;
  /** Answers to the questions of the format that were used, given or detected. */
  options?: Record<string, string>;
  /** Of a table: its columns, in order. */
  columns?: string[];
  /**
   * Reads each feature into `into`, one at a time; a promise is to be awaited before the next. `progress` gets the share read,
   * 0 to 1.
   */
  features(
    into: FlatGeometry,
    findings: Findings,
    progress: (part: number) => void,
  ): Iterable<SourceFeature | Promise<void>>;
  close(): void;
}

export interface ReadOptions {
  layer?: string | undefined;
  encoding?: string | undefined;
  /** Answers to the questions of the format. */
  options?: Readonly<Record<string, string>> | undefined;
}
