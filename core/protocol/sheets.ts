import * as z from 'zod/mini';
import { like, uuid } from './common.ts';
import { latitude, longitude } from './degrees.ts';
import { crsCode } from './projects.ts';

/** Sizes of ISO 216, portrait, millimetres. */
export const PAPERS = {
  A4: [210, 297],
  A3: [297, 420],
  A2: [420, 594],
  A1: [594, 841],
  A0: [841, 1189],
} as const;
export type PaperName = keyof typeof PAPERS;

/** Least and greatest side of a sheet, millimetres. */
export const PAPER_SIDE = { least: 100, most: 1600 } as const;
export const MAX_FRAMES = 4;
/** Most pages of a sheet, those that continue tables included. */
export const MAX_SHEET_PAGES = 200;
/** Most pixels of a picture of a page. */
export const MAX_SHEET_PIXELS = 40_000_000;
/** Dots per inch of a picture of a page. */
export const SHEET_DPI = { least: 36, most: 600, usual: 300 } as const;
/** Most characters of a logo, in base64. */
export const MAX_LOGO = 200_000;

const side = z.number().check(z.minimum(PAPER_SIDE.least), z.maximum(PAPER_SIDE.most));
const margin = z.number().check(z.minimum(0), z.maximum(100));
/** A text in which `{project}` and the like stand for values; see `SHEET_VARIABLES`. */
const text = (most: number) => z.string().check(z.maxLength(most));
const typeName = z.string().check(z.minLength(1), z.maxLength(120));
const scale = z.number().check(z.minimum(1), z.maximum(10_000_000));
/** The azimuth of the upward direction of a frame, degrees clockwise from grid north. */
const rotation = z.number().check(z.minimum(0), z.lt(360));

/** What texts of a sheet can name in braces: `{scale}`, that of the first frame. `object` is that of a page of an atlas. */
export const SHEET_VARIABLES = [
  'project',
  'organization',
  'author',
  'date',
  'scale',
  'crs',
  'page',
  'pages',
  'object',
] as const;
export type SheetVariable = (typeof SHEET_VARIABLES)[number];

export const GRID_KINDS = ['lines', 'crosses', 'ticks'] as const;
/** Magnetic north is that of the World Magnetic Model on the day of the sheet. */
export const NORTHS = ['grid', 'true', 'magnetic'] as const;

const onPaper = z.number().check(z.minimum(0), z.maximum(PAPER_SIDE.most));
const length = z.number().check(z.minimum(5), z.maximum(PAPER_SIDE.most));
/** A rectangle on the paper, millimetres from its upper left corner. */
const paperBox = z.object({ x: onPaper, y: onPaper, width: length, height: length });
export type PaperBox = z.output<typeof paperBox>;

/** What can be placed by hand besides the frames. `signs`: north arrow and scale bar. */
export const SHEET_PARTS = ['legend', 'coordinates', 'areas', 'signs', 'titleBlock'] as const;
export type SheetPart = (typeof SHEET_PARTS)[number];

/** What an office draws alike on each of its sheets; lengths on paper in millimetres. */
export const sheetLayout = z.object({
  paper: z.union([
    z.enum(Object.keys(PAPERS) as [PaperName, ...PaperName[]]),
    /** As it lies before the reader: the orientation does not count. */
    z.object({ width: side, height: side }),
  ]),
  orientation: z.enum(['portrait', 'landscape']),
  margins: z.object({ top: margin, right: margin, bottom: margin, left: margin }),
  /** 1 : `scale`, in the plane of the CRS. */
  scale,
  /** Where legend, tables and title block are; `size`: its width or height. */
  panel: z.object({
    side: z.enum(['right', 'bottom']),
    size: z.number().check(z.minimum(30), z.maximum(300)),
  }),
  /** Without `step`, metres or degrees, a round one is chosen. Without `crs`, that of the sheet. */
  grid: z.optional(
    z.object({
      kind: z.enum(GRID_KINDS),
      crs: z.optional(crsCode),
      step: z.optional(z.number().check(z.gt(0), z.maximum(1_000_000))),
    }),
  ),
  north: z.optional(z.enum(NORTHS)),
  scaleBar: z.boolean(),
  legend: z.boolean(),
  /** Coordinates of the points of a type, or of all, that are on the page. */
  coordinates: z.optional(z.object({ typeName: z.optional(typeName) })),
  /** Areas of a type, or all, that are on the page, with their measure on the ellipsoid. */
  areas: z.optional(z.object({ typeName: z.optional(typeName) })),
  titleBlock: z.optional(
    z.object({
      title: text(200),
      subtitle: text(300),
      rows: z.array(z.object({ name: text(60), value: text(200) })).check(z.maxLength(12)),
      /** PNG or JPEG in base64. */
      logo: z.optional(like('iVBORw0KGgo=', /^[A-Za-z0-9+/]+={0,2}$/).check(z.maxLength(MAX_LOGO))),
    }),
  ),
  /** Where frames (by their number; null: not) and parts are that a person has placed by hand; the sheet places the others. */
  places: z.optional(
    z.object({
      frames: z.optional(z.array(z.nullable(paperBox)).check(z.maxLength(MAX_FRAMES))),
      legend: z.optional(paperBox),
      coordinates: z.optional(paperBox),
      areas: z.optional(paperBox),
      signs: z.optional(paperBox),
      titleBlock: z.optional(paperBox),
    }),
  ),
  /** Texts anywhere: their upper left corner from that of the paper, millimetres, and their size in points. */
  texts: z
    .array(
      z.object({
        text: text(500),
        x: onPaper,
        y: onPaper,
        size: z.number().check(z.minimum(4), z.maximum(144)),
        strong: z.optional(z.boolean()),
      }),
    )
    .check(z.maxLength(20)),
});
export type SheetLayout = z.output<typeof sheetLayout>;

/** Most vertices of the line of a profile that was drawn. */
export const MAX_PROFILE_VERTICES = 10_000;
/** How many times heights of a profile are larger than lengths. */
export const EXAGGERATION = { least: 0.01, most: 100 } as const;

/** The ground along a line, with axes, and stations and heights in a band below. */
export const sheetProfile = z.object({
  kind: z.literal('profile'),
  /** A surface of triangles, or what points of a cloud outline within `width` metres along the line. */
  ground: z.union([
    z.object({ surface: uuid }),
    z.object({
      cloud: uuid,
      width: z.number().check(z.gt(0), z.maximum(1000)),
      /** Default: all. */
      classes: z.optional(z.array(z.int().check(z.minimum(0), z.maximum(255))).check(z.maxLength(256))),
    }),
  ]),
  /** An object of the project, or positions. */
  line: z.union([
    z.object({ objectId: uuid }),
    z.object({
      positions: z
        .array(z.tuple([longitude, latitude]))
        .check(z.minLength(2), z.maxLength(MAX_PROFILE_VERTICES)),
    }),
  ]),
  /** Default: 1. */
  exaggeration: z.optional(z.number().check(z.minimum(EXAGGERATION.least), z.maximum(EXAGGERATION.most))),
  /** Metres between stations, besides the vertices of the line. Default: a round number with room. */
  step: z.optional(z.number().check(z.gt(0), z.maximum(100_000))),
});
export type SheetProfile = z.output<typeof sheetProfile>;

/** Most lines and coordinates of a drawing, and most characters of a picture in base64. */
export const MAX_DRAWING = { lines: 20_000, coordinates: 200_000, texts: 500 } as const;
export const MAX_PICTURE = 4_000_000;

const title = z.string().check(z.maxLength(200));
const metresOn = z.number().check(z.minimum(-1e8), z.maximum(1e8));

/** Lines to scale, such as a plan of a storey or a section of a point cloud, about the middle of the frame. */
export const sheetDrawing = z.object({
  kind: z.literal('drawing'),
  title,
  lines: z
    .array(
      z.object({
        /** To the right and up, metres: x, y, x, y … */
        points: z.array(metresOn).check(z.minLength(4)),
        /** Default: black. */
        colour: z.optional(like('#e69f00', /^#[0-9a-fA-F]{6}$/)),
        /** Points. Default: 0.5. */
        width: z.optional(z.number().check(z.minimum(0.05), z.maximum(10))),
      }),
    )
    .check(z.minLength(1), z.maxLength(MAX_DRAWING.lines)),
  texts: z.optional(
    z
      .array(z.object({ text: z.string().check(z.maxLength(200)), x: metresOn, y: metresOn }))
      .check(z.maxLength(MAX_DRAWING.texts)),
  ),
});
export type SheetDrawing = z.output<typeof sheetDrawing>;

/** A picture, such as a view of the globe: as large as fits, to no scale. */
export const sheetPicture = z.object({
  kind: z.literal('picture'),
  title,
  /** PNG or JPEG in base64. */
  image: like('iVBORw0KGgo=', /^[A-Za-z0-9+/]+={0,2}$/).check(z.maxLength(MAX_PICTURE)),
});
export type SheetPicture = z.output<typeof sheetPicture>;

export const sheetContent = z.discriminatedUnion('kind', [sheetProfile, sheetDrawing, sheetPicture]);
export type SheetContent = z.output<typeof sheetContent>;

/** A map on a sheet: where its middle is, and how it is turned. */
export const sheetFrame = z.object({
  centre: z.tuple([longitude, latitude]),
  rotation,
  /** Default: that of the layout. */
  scale: z.optional(scale),
  /** What is drawn in place of a map; not in the first frame. */
  content: z.optional(sheetContent),
});
export type SheetFrame = z.output<typeof sheetFrame>;

/** The first frame is on each page somewhere else: at each object of a type, or along a line. */
export const sheetAtlas = z.discriminatedUnion('kind', [
  /** `fit`: each object fills the frame at a round scale, no larger than that of the layout; else at its scale. */
  z.object({ kind: z.literal('objects'), typeName, fit: z.boolean() }),
  /** Pages follow the line, each turned with it; `overlap`: the share that two pages have in common. */
  z.object({
    kind: z.literal('line'),
    objectId: uuid,
    overlap: z.number().check(z.minimum(0), z.maximum(0.5)),
  }),
]);
export type SheetAtlas = z.output<typeof sheetAtlas>;

/** DXF has the objects of the frames in layers, whole and in coordinates of the CRS, and the frames. */
export const SHEET_FORMATS = ['pdf', 'png', 'dxf'] as const;
export type SheetFormat = (typeof SHEET_FORMATS)[number];

export const sheetRequest = z.object({
  layout: sheetLayout,
  frames: z.array(sheetFrame).check(z.minLength(1), z.maxLength(MAX_FRAMES)),
  /**
   * What is drawn, the lowest first; empty: no objects, for sheets of drawings. Default: all that the caller may see, areas below
   * lines below points.
   */
  typeNames: z.optional(z.array(typeName).check(z.maxLength(1000))),
  /** The plane in which it is drawn. Default: that of the project. In degrees: a plane about the middle of each frame. */
  crs: z.optional(crsCode),
  atlas: z.optional(sheetAtlas),
  format: z.enum(SHEET_FORMATS),
  /** Of a picture, dots per inch. Default: 300. */
  dpi: z.optional(z.number().check(z.int(), z.minimum(SHEET_DPI.least), z.maximum(SHEET_DPI.most))),
  /** A small picture to look at, which is no entry of the audit trail: `png`, at most 2.5 million pixels. */
  preview: z.optional(z.literal(true)),
});
export const MAX_PREVIEW_PIXELS = 2_500_000;
export type SheetRequest = z.output<typeof sheetRequest>;
