import type { Field, ImportFormat } from '#core/protocol';
import type { GridFiles } from '../../../shared/crs/grids.ts';
import type { FileProblem } from '../../../base/problems.ts';
import type { Mapping } from './properties.ts';
import type { LayerInfo } from '../readers/source.ts';
import type { RowConstants } from './tuples.ts';

export type Format = ImportFormat;

export interface ReadingTask {
  format: Format;
  /** The uploaded file, and a folder of this job to unpack and write into. */
  file: string;
  folder: string;
  /** File name without extension: the default layer name. */
  name: string;
  layer?: string | undefined;
  encoding?: string | undefined;
  /** `EPSG:<code>` chosen by the person; overrides the file's. */
  crs?: string | undefined;
  mapping?: Mapping | undefined;
  /** Answers to the questions of the format. */
  options?: Readonly<Record<string, string>> | undefined;
  /** Shift grids for coordinate operations. */
  grids?: GridFiles | undefined;
  /** Fields of the existing object type: values are converted for them. */
  typeFields?: Field[] | undefined;
  /** `headers` reads no feature; `look` reads all and writes none; `rows` also writes rows for COPY, `objects` objects for an export. */
  mode: 'headers' | 'look' | 'rows' | 'objects';
  /** A value, as JSON text, whose first two records are wanted. */
  seek?: { field: string; value: string } | undefined;
  /** For `rows`. */
  constants?: RowConstants | undefined;
}

/** Result of reading a file. */
export interface FileReading {
  /** Features in the file, with or without geometry. */
  count: number;
  /** Whether any has a geometry, on the globe or not. */
  drawn: boolean;
  /** Objects with a geometry, by type; collections count as their parts. */
  geometryTypes: Record<string, number>;
  crs: string | null;
  crsName: string | null;
  encoding: string | null;
  fields: Field[];
  findings: FileProblem[];
  findingCount: number;
  extent: [number, number, number, number] | null;
  layers: LayerInfo[];
  layer: string;
  preview: unknown;
  sample: Record<string, unknown>[];
  /** Answers to the questions of the format that were used. */
  options: Record<string, string>;
  /** Of a table. */
  columns: string[];
  /** Records with the value sought. */
  sought: number[];
  /** Rows ready for COPY, in `rows.bin`; rows whose geometry the database must validate, in `doubtful.tsv`. */
  ready: number;
  doubtful: number;
}

export const READY_FILE = 'rows.bin';
/** Objects as text, one per line, for an export; none is checked or repaired. */
export const OBJECTS_FILE = 'objects.ndjson';
export const DOUBTFUL_FILE = 'doubtful.tsv';

/** Callbacks while reading. */
export interface ReadingListener {
  /** The share done, 0 to 1. */
  progress(part: number): void;
  /** Bytes and rows appended to the file of ready rows. */
  written(piece: { bytes: number; rows: number }): void;
}
