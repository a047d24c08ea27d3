import type { Field } from '#core/protocol';
import type { GridFiles } from '../../../shared/crs/grids.ts';
import type { Finding } from '../../../base/problems.ts';
import type { Mapping } from './properties.ts';
import type { LayerInfo } from '../readers/source.ts';
import type { RowConstants } from './tuples.ts';

export type Format = 'shapefile' | 'geojson';

export interface ReadingTask {
  format: Format;
  /** The uploaded file, and a folder of this job's own to unpack and write into. */
  file: string;
  folder: string;
  /** The file's name without extension: what a layer without a name is called. */
  name: string;
  layer?: string | undefined;
  encoding?: string | undefined;
  /** `EPSG:<code>`, named by the person; overrules what the file says. */
  crs?: string | undefined;
  mapping?: Mapping | undefined;
  /** What its coordinates may be computed by. */
  grids?: GridFiles | undefined;
  /** Fields of the object type the rows go to, when it is there already: values are made to fit. */
  typeFields?: Field[] | undefined;
  /** `headers` reads no feature; `look` reads all and writes none; `rows` also writes rows for COPY. */
  mode: 'headers' | 'look' | 'rows';
  /** A value whose first two records are wanted, as JSON text. */
  seek?: { field: string; value: string } | undefined;
  /** Of `rows`. */
  constants?: RowConstants | undefined;
}

/** What a reading found. */
export interface Reading {
  /** Features in the file, whether they have a geometry or not. */
  count: number;
  /** Whether any of them has a geometry, placed on the globe or not. */
  drawn: boolean;
  /** Objects that have a geometry, by its type; collections count as their parts. */
  geometryTypes: Record<string, number>;
  crs: string | null;
  crsName: string | null;
  encoding: string | null;
  fields: Field[];
  findings: Finding[];
  findingCount: number;
  extent: [number, number, number, number] | null;
  layers: LayerInfo[];
  layer: string;
  preview: unknown;
  sample: Record<string, unknown>[];
  /** Records that have the value sought. */
  sought: number[];
  /** Rows ready for COPY, in `rows.bin`; rows whose geometry the database must judge, in `doubtful.tsv`. */
  ready: number;
  doubtful: number;
}

export const READY_FILE = 'rows.bin';
export const DOUBTFUL_FILE = 'doubtful.tsv';

/** Who hears of a reading while it goes on. */
export interface Hearing {
  /** The part done, 0 to 1. */
  progress(part: number): void;
  /** So many bytes and rows have been added to the file of ready rows. */
  written(piece: { bytes: number; rows: number }): void;
}
