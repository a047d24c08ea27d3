import * as z from 'zod/mini';
import { like, uuid } from './common.ts';

const text = (max: number) => z.string().check(z.maxLength(max));
const address = z.string().check(z.trim(), z.minLength(1), z.maxLength(2000));
const crsCode = like('EPSG:6706', /^EPSG:\d{4,6}$/);
const zoom = z.int().check(z.minimum(0), z.maximum(30));
const finite = z.number();

/** Tiles by `{z}/{x}/{y}` (or `{-y}`) in Web Mercator; `{a-c}` stands for several hosts. */
const xyzSource = z.object({ kind: z.literal('xyz'), url: address, minZoom: zoom, maxZoom: zoom });

/** One tile matrix: metres or degrees per pixel, and its upper left corner as east and north. */
const tileMatrix = z.object({
  id: text(200),
  resolution: z.number().check(z.positive()),
  origin: z.tuple([finite, finite]),
  tileSize: z.tuple([z.int(), z.int()]),
  size: z.tuple([z.int(), z.int()]),
});
const wmtsSource = z.object({
  kind: z.literal('wmts'),
  url: address,
  encoding: z.enum(['KVP', 'REST']),
  layer: text(500),
  style: text(500),
  format: text(100),
  crs: crsCode,
  matrixSet: text(200),
  matrices: z.array(tileMatrix).check(z.minLength(1), z.maxLength(40)),
  /** Values of further dimensions, such as the time. */
  dimensions: z.record(text(100), text(200)),
});

const wmsSource = z.object({
  kind: z.literal('wms'),
  /** The address to which parameters are appended; it may have some. */
  url: address,
  version: z.enum(['1.1.1', '1.3.0']),
  /** Names of layers, comma-separated, the lowest first; `styles` are as many, empty for the default. */
  layers: text(2000).check(z.minLength(1)),
  styles: text(2000),
  format: text(100),
  /** In which images are requested. Others are reprojected in the browser. */
  crs: crsCode,
  /**
   * What can be asked about a place (GetFeatureInfo): names of layers, comma-separated, and the format of the answer; null:
   * nothing.
   */
  info: z.nullable(z.object({ layers: text(2000).check(z.minLength(1)), format: text(200) })),
  /** Address of the legend; null: the server names none. */
  legend: z.nullable(text(2000)),
  /** Moments that the server offers, as its capabilities list them; empty: none. */
  times: text(20_000),
  /** Requested moment; null: the default of the server. */
  time: z.nullable(text(100)),
});

/** Number of a band of a file, from 1. */
const band = z.int().check(z.minimum(1), z.maximum(1000));
/** The values drawn as black and as white; null: those of 8 bits as they are. */
const stretch = z.nullable(z.tuple([finite, finite]));
/** How values become colours: three bands as red, green and blue; one as grey; or heights as a shaded relief. */
export const rasterDisplay = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('colours'), bands: z.tuple([band, band, band]), stretch }),
  z.object({ kind: z.literal('grey'), band, stretch }),
  z.object({ kind: z.literal('relief'), band }),
]);
export type RasterDisplay = z.output<typeof rasterDisplay>;

const geotiffSource = z.object({
  kind: z.literal('geotiff'),
  url: address,
  crs: crsCode,
  /** Of the file. */
  bandCount: band,
  display: rasterDisplay,
});

/** Objects as GeoJSON in longitude and latitude. */
const featuresSource = z.object({
  kind: z.literal('features'),
  /** Of the items of a collection (OGC API – Features), or of the service (WFS). */
  url: address,
  service: z.enum(['ogcapi', 'wfs']),
  /** Of a WFS: `2.0.0`, `1.1.0` or `1.0.0`; its name of the type, and of the format that is GeoJSON. */
  version: text(20),
  typeName: text(500),
  format: text(200),
  colour: like('#0072b2', /^#[0-9a-f]{6}$/i),
});

/** Vector tiles (MVT) in Web Mercator. */
const vectorTilesSource = z.object({
  kind: z.literal('vector-tiles'),
  /** With `{z}/{x}/{y}` (or `{-y}`), or of a PMTiles file that has them all. */
  url: address,
  archive: z.enum(['none', 'pmtiles']),
  minZoom: zoom,
  /** Deeper levels are drawn from tiles of this one. */
  maxZoom: zoom,
  /** Of all objects, where there is no style. */
  colour: like('#0072b2', /^#[0-9a-f]{6}$/i),
  /** Address of a Mapbox style, of which the first source of vector tiles is drawn; null: none. */
  style: z.nullable(address),
});

/** A place of a picture, pixels to the right and up from its upper left corner, and where it is: east and north in the CRS. */
const picturePoint = z.object({ pixel: z.tuple([finite, finite]), place: z.tuple([finite, finite]) });
const margin = z.number().check(z.minimum(0), z.maximum(0.49));

/** A document of a project, an image or a page of a PDF, that is placed by control points. */
const pictureSource = z.object({
  kind: z.literal('picture'),
  file: uuid,
  page: z.int().check(z.minimum(1), z.maximum(100_000)),
  crs: crsCode,
  /** How the points are fitted. */
  fit: z.enum(['helmert', 'affine', 'polynomial']),
  points: z.array(picturePoint).check(z.minLength(2), z.maxLength(200)),
  /** Left, top, right and bottom margins that are not drawn, as shares of the width and the height. */
  margins: z.tuple([margin, margin, margin, margin]),
  /** Whether white is transparent, as in drawings. */
  whiteIsClear: z.boolean(),
});

/** Objects of a file that a person has given; this server has read it, and keeps them as GeoJSON in longitude and latitude. */
const fileSource = z.object({
  kind: z.literal('file'),
  /** `file:` and the name of the file. */
  url: like('file:roads.gpkg', /^file:./).check(z.maxLength(200)),
  /** Its layer that is shown. */
  layer: text(200),
  /** The reference system of the file: `EPSG:<code>`, or `WKT:<name>`. */
  readAs: text(200),
  count: z.int(),
  extent: z.tuple([finite, finite, finite, finite]),
  colour: like('#0072b2', /^#[0-9a-f]{6}$/i),
});

/** Where the data of an external layer comes from, and in which form. */
export const layerSource = z.discriminatedUnion('kind', [
  xyzSource,
  wmtsSource,
  wmsSource,
  geotiffSource,
  featuresSource,
  vectorTilesSource,
  pictureSource,
  fileSource,
]);
export type LayerSource = z.output<typeof layerSource>;
/** Those of another server, which need nothing of a project or of a person. */
export const servedSource = z.discriminatedUnion('kind', [
  xyzSource,
  wmtsSource,
  wmsSource,
  geotiffSource,
  featuresSource,
  vectorTilesSource,
]);
export type ServedSource = z.output<typeof servedSource>;
export type LayerSourceKind = LayerSource['kind'];
export type SourceOf<K extends LayerSourceKind> = Extract<LayerSource, { kind: K }>;
