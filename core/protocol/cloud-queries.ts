import * as z from 'zod/mini';
import { defineCall, TIMEOUT } from './call.ts';
import { pointsIn } from './georeference.ts';
import { byId } from './common.ts';
import { cloudSelection } from './cloud-regions.ts';

/** In the order of the columns of a binary answer; the position comes before them. */
export const CLOUD_ATTRIBUTES = [
  'rgb',
  'intensity',
  'classification',
  'returnNumber',
  'numberOfReturns',
  'pointSourceId',
  'gpsTime',
] as const;
export type CloudAttribute = (typeof CLOUD_ATTRIBUTES)[number];

/** Most points of one answer. */
export const MAX_CLOUD_POINTS = 20_000_000;

const editsVersion = z.optional(z.int().check(z.minimum(0)));

export const cloudQuery = z.extend(cloudSelection, {
  /** Default: `classification`. */
  attributes: z.optional(z.array(z.enum(CLOUD_ATTRIBUTES))),
  /** Deepest level; 0 is the coarsest. Default: full resolution. */
  level: z.optional(z.int().check(z.minimum(0), z.maximum(30))),
  /** Levels are left out that are finer than this distance between points. */
  spacing: z.optional(z.number().check(z.positive())),
  /** Default: 1,000,000. */
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_CLOUD_POINTS))),
  /** Version of the classes. Default: the newest. */
  edits: editsVersion,
  /** Default: `json`. */
  answer: z.optional(z.enum(['json', 'binary', 'las', 'laz'])),
});
export type CloudQuery = z.output<typeof cloudQuery>;

/** The first frame or line of an answer. */
export interface CloudQueryHead {
  cloudId: string;
  content: number;
  edits: number;
  /** `EPSG:<code>`; null if unknown. */
  crs: string | null;
  /** Of binary positions: coordinate = integer × scale + offset. */
  scale: [number, number, number];
  offset: [number, number, number];
  attributes: CloudAttribute[];
}

/** The last frame or line; an answer without it was cut off. */
export interface CloudQueryEnd {
  points: number;
  nodes: number;
  complete: boolean;
  stoppedBy: 'time' | 'points' | 'level' | null;
}

export const queryPointcloud = defineCall({
  id: 'pointcloud.query',
  method: 'POST',
  path: '/pointcloud/:id/query',
  summary:
    'The points inside regions, in the coordinates of the octree or of the COPC, streamed from coarse to fine. `json`: one object a line: `head`, then `level`, `positions` and columns of each node, then `end`. `binary`: little-endian frames of a kind (uint32: 1 head, 2 points, 3 end), a length in bytes (uint32) and content; head and end are JSON; points are level (uint32), count (uint32), positions (int32 × 3 each), then a column for each requested attribute in the order rgb (uint8 × 3), intensity (uint16), classification, returnNumber, numberOfReturns (uint8), pointSourceId (uint16), gpsTime (float64), each filled up to a multiple of 8 bytes. `las` and `laz` are complete files. The end says whether a limit of time, points or level stopped it; a file that was stopped is not sent: 422.',
  authorization: 'pointcloud.read',
  link: true,
  params: byId,
  query: pointsIn,
  body: cloudQuery,
  timeout: TIMEOUT.files,
});
