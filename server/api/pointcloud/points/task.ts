import type { Affine } from '#core/geodesy';
import type { LasCrs } from '../../../formats/pointcloud/las-crs.ts';
import type { TerrainSource } from '../../terrain/volume/open-surface.ts';
import type { GridFiles } from '../../../shared/crs/grids.ts';
import type { FrameChange } from './frames.ts';
import type {
  CloudFinding,
  CloudMeasure,
  CloudMeasured,
  CloudQuery,
  CloudQueryEnd,
  CloudSelection,
  TileColour,
} from '#core/protocol';

/** Where the bytes of a cloud are, and which of its edits apply. */
export interface CloudPlace {
  cloudId: string;
  /** Version of its file. */
  content: number;
  crs: string | null;
  /** From its stored coordinates to those of the CRS. */
  where: Affine;
  /** Units of the CRS and of its heights per unit of those coordinates. */
  units: [plan: number, height: number];
  /** Vertical CRS of the heights; null: ellipsoidal, or not known. */
  verticalCrs: string | null;
  /** The coordinates that are asked for, where they are others than those of the cloud. */
  into: FrameChange | null;
  /** Storage key of the folder of an octree, or of a COPC. */
  octree: string | null;
  copc: { key: string; bytes: number } | null;
  /** Version of the edits, and the key of their state; null: the classes are those of the file. */
  edits: number;
  state: string | null;
}

export type CloudWork =
  | { kind: 'query'; cloud: CloudPlace; query: CloudQuery; waiting: SharedArrayBuffer }
  | {
      kind: 'measure';
      cloud: CloudPlace;
      other: CloudPlace | null;
      terrain: TerrainBelow | null;
      measure: CloudMeasure;
      seconds: number;
    }
  | {
      kind: 'classify';
      cloud: CloudPlace;
      selection: CloudSelection;
      to: number;
      version: number;
      key: string;
    }
  | {
      kind: 'find';
      cloud: CloudPlace;
      selection: CloudSelection;
      finding: CloudFinding;
      to: number;
      version: number;
      key: string;
    }
  | { kind: 'file'; cloud: CloudPlace; others: CloudPlace[]; selection: CloudSelection; file: CloudFile }
  | { kind: 'classes'; cloud: CloudPlace; node: string }
  | { kind: 'deviations'; cloud: CloudPlace; other: CloudPlace; node: string; most: number }
  | ({ kind: 'tileset'; cloud: CloudPlace; node: string | undefined; folder: string } & OnEarth)
  | ({ kind: 'tile'; cloud: CloudPlace; node: string } & OnEarth);

/** The frame of the coordinates of a cloud, as viewed. */
export type EarthFrame = Pick<FrameChange, 'from' | 'grids'>;

interface OnEarth {
  earth: EarthFrame;
  colour: TileColour | undefined;
}

/** A terrain that points are measured against. */
export interface TerrainBelow {
  id: string;
  name: string;
  source: TerrainSource;
  earth: EarthFrame;
}

/** A file of points to write. */
export interface CloudFile extends LasCrs {
  path: string;
  format: 'las' | 'laz';
  version: '1.2' | '1.4';
  limit: number;
  level?: number | undefined;
  spacing?: number | undefined;
  thin?: { kind: 'grid'; side: number } | { kind: 'random'; share: number } | undefined;
  /** Where the points go; without it they stay in the CRS of the first cloud. */
  to?: { crs: string; verticalCrs: string | null; grids: GridFiles } | undefined;
}

/** What a file of points could not keep. */
export type NotKept = 'waveforms' | 'extra-bytes' | 'earlier' | 'infrared' | 'channels' | 'times';

export interface WrittenCloud {
  points: number;
  stoppedBy: 'time' | 'points' | 'level' | null;
  /** Points whose class the format cannot hold. */
  lostClasses: number;
  notKept: NotKept[];
  /** The geoid that heights were computed with, where it is not that of the vertical datum. */
  otherGeoid: string | null;
}

export interface StorageSettings {
  data: string;
  storageUrl: string | undefined;
  importFolder: string | undefined;
}

export interface CloudTask {
  storage: StorageSettings;
  work: CloudWork;
}

export interface Classified {
  /** Number of points whose class was changed; nothing is written for 0. */
  points: number;
}

/** Bytes of an answer, or how much of a job is done, 0 to 1. */
export type CloudMessage = Uint8Array | { part: number };

/** The value of each kind of work. */
export interface CloudValues {
  query: CloudQueryEnd;
  measure: CloudMeasured;
  classify: Classified;
  find: Classified;
  file: WrittenCloud;
  classes: Uint8Array;
  deviations: Float32Array;
  tileset: Uint8Array;
  tile: Uint8Array;
}
export type CloudValue = CloudValues[keyof CloudValues];
