import * as z from 'zod/mini';
import { defineCall, TIMEOUT } from './call.ts';
import { accepted, byId, name, uuid } from './common.ts';
import { CodeReader } from './field-code-parts.ts';
import type { FieldCodeList } from './field-codes.ts';
import { crsCode } from './projects.ts';

export const MAX_POINT_NAME = 60;
/** Names of text fields that name a point, in any case. */
export const POINT_NAME_FIELDS: readonly string[] = ['point', 'punto', 'name', 'nome'];
const pointName = z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_POINT_NAME));
const metres = z.number().check(z.minimum(-1e8), z.maximum(1e8));
const finite = z.nullable(z.number());

export const fieldBookSettings = z.object({
  /** Coefficient of refraction; 0.13 usually. */
  refraction: z.number().check(z.minimum(-2), z.maximum(2)),
  /** Lengths as on the ground, or reduced to the ellipsoid and to the plane of the CRS. */
  lengths: z.enum(['ground', 'grid']),
  /** One standard deviation: directions and zenith angles in seconds of arc, distances in millimetres and ppm. */
  sigmaDirection: z.number().check(z.minimum(0.01), z.maximum(3600)),
  sigmaZenith: z.number().check(z.minimum(0.01), z.maximum(3600)),
  sigmaDistance: z.number().check(z.minimum(0.01), z.maximum(10_000)),
  sigmaPpm: z.number().check(z.minimum(0), z.maximum(1000)),
  /** Of centring instrument and target, and of measuring their heights, millimetres. */
  sigmaCentring: z.number().check(z.minimum(0), z.maximum(1000)),
  /** East and north stand in the file the other way round than they were read: both are exchanged in all its coordinates. */
  isExchanged: z.optional(z.boolean()),
  /** The book is in coordinates of its own, and its points are fitted to control points in the CRS. */
  fit: z.optional(
    z.object({
      method: z.enum(['rigid', 'helmert', 'affine']),
      targets: z
        .array(z.object({ name: pointName, east: metres, north: metres, isUsed: z.boolean() }))
        .check(z.maxLength(500)),
    }),
  ),
});
export type FieldBookSettings = z.output<typeof fieldBookSettings>;

/** With a place, a height, or both. */
export const knownPoint = z.object({
  name: pointName,
  east: z.nullable(metres),
  north: z.nullable(metres),
  height: z.nullable(metres),
});
export type KnownPoint = z.output<typeof knownPoint>;
export const MAX_KNOWN_POINTS = 2000;

/** The values of a record; degrees and metres. */
const recordValues = z.object({
  /** Of a station its name, of an observation its target, of a point its name, of a note its text. */
  name: z.string(),
  purpose: z.nullable(z.string()),
  face: z.nullable(z.int()),
  circle: finite,
  zenith: finite,
  slope: finite,
  horizontal: finite,
  vertical: finite,
  targetHeight: finite,
  instrumentHeight: finite,
  prism: finite,
  ppm: finite,
  backsight: z.nullable(z.string()),
  azimuth: finite,
  east: finite,
  north: finite,
  height: finite,
  code: z.nullable(z.string()),
});
export type FieldBookValues = z.output<typeof recordValues>;

/** A record as the reader found it or a person has corrected it. */
export const fieldBookRecord = z.extend(recordValues, {
  ordinal: z.int(),
  kind: z.enum(['station', 'observation', 'point', 'height', 'baseline', 'note']),
  line: z.int(),
  used: z.boolean(),
  /** What the file says, where a person has corrected it. */
  original: z.nullable(recordValues),
  /** When and by whom it was corrected or left out; null while it is as the file says, or the person is deleted. */
  changedAt: z.nullable(z.iso.datetime()),
  changedBy: z.nullable(z.string()),
});
export type FieldBookRecord = z.output<typeof fieldBookRecord>;

const angle = z.nullable(z.number().check(z.minimum(0), z.maximum(360)));
const length = z.nullable(z.number().check(z.minimum(0), z.maximum(20_000)));
const small = z.nullable(z.number().check(z.minimum(-1000), z.maximum(1000)));
/** What can be corrected of a record; null: it has none. */
export const fieldBookCorrection = z.partial(
  z.object({
    name: pointName,
    circle: angle,
    zenith: angle,
    slope: length,
    horizontal: length,
    vertical: small,
    targetHeight: small,
    instrumentHeight: small,
    backsight: z.nullable(pointName),
    azimuth: angle,
    code: z.nullable(z.string().check(z.maxLength(120))),
  }),
);
export type FieldBookCorrection = z.output<typeof fieldBookCorrection>;

const network = z.object({
  observations: z.int(),
  unknowns: z.int(),
  freedom: z.int(),
  /** A posteriori standard deviation of unit weight; null where nothing is redundant. */
  sigma0: finite,
  /** Global test at 95 %. */
  chi: z.nullable(z.object({ value: z.number(), lower: z.number(), upper: z.number(), passed: z.boolean() })),
  /** Critical value of Pope's test. */
  tau: finite,
});

export const fieldBookPoint = z.object({
  name: z.string(),
  east: z.number(),
  north: z.number(),
  height: finite,
  /** `known`, `radiation`, `intersection`, `free-station`, `resection`, `vector`, or `recorded` by the instrument. */
  how: z.string(),
  code: z.nullable(z.string()),
  /** An instrument stood there. */
  station: z.boolean(),
  /** Standard ellipse: half axes in metres, and the azimuth of the major one, degrees. */
  ellipse: z.nullable(z.object({ major: z.number(), minor: z.number(), azimuth: z.number() })),
  sigmaHeight: finite,
  /** Longitude and latitude; missing without a CRS. */
  position: z.optional(z.tuple([z.number(), z.number()])),
});
export type FieldBookPoint = z.output<typeof fieldBookPoint>;

export const fieldBookResidual = z.object({
  ordinal: z.int(),
  station: z.string(),
  target: z.string(),
  measured: z.enum(['direction', 'distance', 'height', 'vector-east', 'vector-north', 'vector-height']),
  /** Adjusted minus observed, metres; of a direction across the line. */
  residual: z.number(),
  /** Baarda's w; null where nothing checks the observation. */
  w: finite,
  redundancy: z.number(),
  blunder: z.boolean(),
  beyondTau: z.boolean(),
});
export type FieldBookResidual = z.output<typeof fieldBookResidual>;

const computedProblem = z.object({
  kind: z.string(),
  values: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  /** The sentence, in the language of the request. */
  message: z.optional(z.string()),
});

export const fieldBookTraverse = z.object({
  /** In order; the first is known, and of a loop also the last. */
  stations: z.array(z.string()),
  kind: z.enum(['loop', 'connecting', 'open']),
  length: z.number(),
  /** Measured angles, with the one that closes. */
  angles: z.int(),
  /** Misclosures, measured minus known: degrees, and metres after the angles are balanced; null where nothing closes. */
  angular: finite,
  east: finite,
  north: finite,
  height: finite,
  legs: z.array(
    z.object({
      to: z.string(),
      /** At the station from which it starts, clockwise from the one before; null of the first. */
      angle: finite,
      /** Balanced. */
      azimuth: z.number(),
      distance: z.number(),
      /** Of the point that it leads to, by Bowditch’s rule. */
      east: z.number(),
      north: z.number(),
      height: finite,
    }),
  ),
});
export type FieldBookTraverse = z.output<typeof fieldBookTraverse>;

export const fieldBookLevelLine = z.object({
  /** From one of known height to the next. */
  points: z.array(z.string()),
  /** Sum of the lines of sight. */
  length: z.number(),
  rise: z.number(),
  /** Measured minus known. */
  misclosure: z.number(),
});
export type FieldBookLevelLine = z.output<typeof fieldBookLevelLine>;

/** How the points of a book were fitted to control points. */
export const fieldBookFit = z.object({
  method: z.enum(['rigid', 'helmert', 'affine']),
  /** Of east and north. */
  scale: z.tuple([z.number(), z.number()]),
  /** Degrees clockwise. */
  turn: z.number(),
  /** Standard deviations: of a coordinate of the control points, metres, of the scale, and of the turn, degrees; null where nothing is redundant. */
  sigma: finite,
  sigmaScale: finite,
  sigmaTurn: finite,
  points: z.array(
    z.object({
      name: z.string(),
      /** Control point minus fitted point, metres. */
      east: z.number(),
      north: z.number(),
      isUsed: z.boolean(),
      /** From the fitted point, enlarged, in longitude and latitude. */
      arrow: z.nullable(z.tuple([z.tuple([z.number(), z.number()]), z.tuple([z.number(), z.number()])])),
    }),
  ),
  /** How many times arrows are longer than what they stand for. */
  enlarged: z.number(),
});
export type FieldBookFit = z.output<typeof fieldBookFit>;

export const fieldBookResult = z.object({
  /** Where the book was fitted to control points: all coordinates and azimuths are those of the CRS, except in traverses. */
  fit: z.optional(fieldBookFit),
  points: z.array(fieldBookPoint),
  /** Of points without a place: levelled, or known. */
  heights: z.array(
    z.object({ name: z.string(), height: z.number(), sigmaHeight: finite, isKnown: z.boolean() }),
  ),
  levelLines: z.array(fieldBookLevelLine),
  stations: z.array(
    z.object({
      ordinal: z.int(),
      name: z.string(),
      /** Azimuth where the circle reads 0, degrees. */
      orientation: finite,
      how: z.nullable(z.string()),
      /** Mean errors of the instrument from both faces, degrees. */
      collimation: finite,
      index: finite,
      sights: z.int(),
      /** What its lengths were multiplied by. */
      factor: z.number(),
    }),
  ),
  residuals: z.array(fieldBookResidual),
  traverses: z.array(fieldBookTraverse),
  plan: z.nullable(network),
  height: z.nullable(network),
  factor: z.number(),
  problems: z.array(computedProblem),
  problemCount: z.int(),
});
export type FieldBookResult = z.output<typeof fieldBookResult>;

export const fieldBook = z.object({
  id: uuid,
  projectId: uuid,
  name: z.string(),
  fileName: z.string(),
  format: z.string(),
  instrument: z.string(),
  units: z.object({ angle: z.string(), length: z.string() }),
  /** Of the coordinates: `EPSG:<code>`; null: of the surveyor’s own. */
  crs: z.nullable(z.string()),
  /** What heights are above: they become heights above the ellipsoid on the map. */
  heights: z.enum(['sea-level', 'ellipsoid']),
  settings: fieldBookSettings,
  known: z.array(knownPoint),
  stationCount: z.int(),
  observationCount: z.int(),
  /** Of GNSS. */
  vectorCount: z.int(),
  pointCount: z.int(),
  problemCount: z.int(),
  jobId: z.nullable(uuid),
  state: z.enum(['new', 'queued', 'running', 'done', 'failed', 'cancelled']),
  error: z.nullable(z.string()),
  /** The version that the result is of. */
  computedVersion: z.nullable(z.int()),
  version: z.int(),
  createdAt: z.iso.datetime(),
  createdBy: z.nullable(z.string()),
});
export type FieldBook = z.output<typeof fieldBook>;

export const MAX_CODE_RULES = 200;
/** Which object types points become. */
export const fieldBookTypes = z.object({
  /** Of points whose code is not listed. */
  typeName: name,
  /** By code, in any case; `TREE*`: all codes that begin with TREE. The first that fits counts. Null: no object is made. */
  codes: z._default(
    z
      .array(
        z.object({
          code: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
          typeName: z.nullable(name),
        }),
      )
      .check(z.maxLength(MAX_CODE_RULES)),
    [],
  ),
});
export type FieldBookTypes = z.output<typeof fieldBookTypes>;

/**
 * The type of a point by its code: the same letters in any case, or a beginning before `*`; the first that fits counts,
 * then the code list. Null: no object is made of it.
 */
export function typeByCode(
  { typeName, codes }: FieldBookTypes,
  list?: FieldCodeList,
): (code: string | null) => string | null {
  const reader = list && new CodeReader(list);
  const rules = codes.map(({ code, typeName: type }) => ({ pattern: code.toLowerCase(), type }));
  return (code) => {
    const own = code?.toLowerCase() ?? '';
    const rule = rules.find(({ pattern }) =>
      pattern.endsWith('*') ? own !== '' && own.startsWith(pattern.slice(0, -1)) : own === pattern,
    );
    if (rule) return rule.type;
    const listed = code === null ? undefined : reader?.ruleOf(code);
    return listed ? listed.pointType : typeName;
  };
}

export const fieldBookDetail = z.extend(fieldBook, {
  /** Problems of the file, with their lines; the first 200. */
  problems: z.array(z.object({ line: z.int(), message: z.string() })),
  stations: z.array(fieldBookRecord),
  result: z.nullable(fieldBookResult),
  /** Points that the last computation has moved. */
  moved: z.array(z.object({ name: z.string(), metres: z.number(), height: finite })),
  /** Names of the points that are objects already. */
  accepted: z.array(z.string()),
  /** Those of the last acceptance. */
  types: z.nullable(fieldBookTypes),
});
export type FieldBookDetail = z.output<typeof fieldBookDetail>;

export const listFieldBooks = defineCall({
  id: 'fieldBooks.list',
  method: 'GET',
  path: '/projects/:id/field-books',
  summary: 'The field books of a project, the latest first.',
  authorization: 'geometries.read',
  params: byId,
  answer: z.array(fieldBook),
});
export const uploadFieldBook = defineCall({
  id: 'fieldBooks.upload',
  method: 'POST',
  path: '/projects/:id/field-books',
  summary:
    'Keeps the observations of an instrument’s file: Leica GSI, Carlson RW5, Sokkia SDR, Nikon RAW, Topcon GTS, Trimble ARE and JobXML, Zeiss, LandXML.',
  authorization: 'geometries.write',
  params: byId,
  upload: true,
  body: z.object({
    name: z.optional(name),
    /** Of its coordinates. Default: none. */
    crs: z.optional(crsCode),
  }),
  answer: fieldBook,
  timeout: TIMEOUT.uploads,
});
export const getFieldBook = defineCall({
  id: 'fieldBooks.get',
  method: 'GET',
  path: '/field-books/:id',
  summary: 'One field book with its stations, the problems of its file and its result.',
  authorization: 'geometries.read',
  params: byId,
  answer: fieldBookDetail,
  timeout: TIMEOUT.files,
});
export const updateFieldBook = defineCall({
  id: 'fieldBooks.update',
  method: 'PUT',
  path: '/field-books/:id',
  summary: 'Changes the name, CRS, heights, settings or known points of a field book.',
  authorization: 'geometries.write',
  params: byId,
  body: z.partial(
    z.object({
      name,
      crs: z.nullable(crsCode),
      heights: z.enum(['sea-level', 'ellipsoid']),
      settings: fieldBookSettings,
      known: z.array(knownPoint).check(z.maxLength(MAX_KNOWN_POINTS)),
    }),
  ),
  answer: fieldBook,
  versioned: true,
});
export const deleteFieldBook = defineCall({
  id: 'fieldBooks.delete',
  method: 'DELETE',
  path: '/field-books/:id',
  summary: 'Deletes a field book; the objects made of its points stay.',
  authorization: 'geometries.write',
  params: byId,
  versioned: true,
});
export const listFieldBookRecords = defineCall({
  id: 'fieldBooks.records',
  method: 'GET',
  path: '/field-books/:id/records',
  summary: 'The records of a field book; with `station` those from this station to the next.',
  authorization: 'geometries.read',
  params: byId,
  query: z.object({ station: z.optional(z.coerce.number().check(z.int(), z.minimum(0))) }),
  answer: z.array(fieldBookRecord),
  timeout: TIMEOUT.files,
});
export const fieldBookLine = z.object({
  /** The same while its code and its first point are; no other line of the book has it. */
  key: z.string(),
  /** Code and number; of a line beside another with its distance. */
  name: z.string(),
  typeName: z.string(),
  kind: z.enum(['line', 'area']),
  /** Names of its points in their order. */
  points: z.array(z.string()),
  isClosed: z.boolean(),
  /** A code begins it, and none ends it. */
  isOpen: z.boolean(),
  /** In the plane, metres. */
  length: z.number(),
  /** With the points of arcs; null without a CRS. */
  positions: z.nullable(z.array(z.tuple([z.number(), z.number()]))),
});
export type FieldBookLine = z.output<typeof fieldBookLine>;
export const listFieldBookLines = defineCall({
  id: 'fieldBooks.lines',
  method: 'GET',
  path: '/field-books/:id/lines',
  summary: 'The lines and areas that the codes of the points make by the code list of the organization.',
  authorization: 'geometries.read',
  params: byId,
  answer: z.object({
    lines: z.array(fieldBookLine),
    /** Such as lines that are not ended; the first 100. */
    problems: z.array(computedProblem),
    problemCount: z.int(),
  }),
  timeout: TIMEOUT.files,
});
export const correctFieldBookRecord = defineCall({
  id: 'fieldBooks.correct',
  method: 'PATCH',
  path: '/field-books/:id/records/:ordinal',
  summary:
    'Corrects a record, leaves it out of the computation, or restores what the file says. `If-Match` is the version of the field book.',
  authorization: 'geometries.write',
  params: z.object({ id: uuid, ordinal: z.coerce.number().check(z.int(), z.minimum(0)) }),
  body: z.object({
    set: z.optional(fieldBookCorrection),
    used: z.optional(z.boolean()),
    restore: z.optional(z.literal(true)),
  }),
  answer: fieldBook,
  versioned: true,
});
export const computeFieldBook = defineCall({
  id: 'fieldBooks.compute',
  method: 'POST',
  path: '/field-books/:id/compute',
  summary: 'Computes the points of a field book and adjusts them by least squares: a job.',
  authorization: 'geometries.write',
  params: byId,
  answer: accepted,
});
export const MAX_ACCEPTED_POINTS = 10_000;
export const acceptFieldBook = defineCall({
  id: 'fieldBooks.accept',
  method: 'POST',
  path: '/field-books/:id/objects',
  summary:
    'Makes objects of the computed points and of the lines of their codes, or changes those made before, in one transaction. A type that does not exist is created, which takes `import`.',
  authorization: 'geometries.write',
  params: byId,
  body: z.extend(fieldBookTypes, {
    /** Default: all points, and the lines of their codes. */
    names: z.optional(z.array(z.string()).check(z.maxLength(MAX_ACCEPTED_POINTS))),
  }),
  answer: z.object({
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    /** The first 100. */
    refused: z.array(z.object({ name: z.string(), reason: z.string() })),
    refusedCount: z.int(),
    /** Lines and areas that their codes no longer make. */
    removed: z.int(),
    /** To take it back by `POST /geometries/reversemany`; null if nothing was written. */
    transactionId: z.nullable(z.string()),
    /** The geoid by which heights were converted. */
    geoid: z.nullable(z.string()),
  }),
  timeout: TIMEOUT.files,
});
export const fieldBookReport = defineCall({
  id: 'fieldBooks.report',
  method: 'GET',
  path: '/field-books/:id/report',
  summary:
    'The report with points, residuals and tests as PDF; the points as CSV, or as GSI-16 for stake-out.',
  authorization: 'geometries.read',
  params: byId,
  query: z.object({ format: z.enum(['pdf', 'csv', 'gsi']) }),
  timeout: TIMEOUT.exports,
});
