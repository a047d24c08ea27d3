import { levelsOf } from '#core/protocol';
import type { Picture } from './pictures.ts';

export const STAC_VERSION = '1.0.0';
export const GEOJSON = 'application/geo+json';
export const JSON_TYPE = 'application/json';

const EXTENSIONS = [
  'https://stac-extensions.github.io/view/v1.0.0/schema.json',
  'https://stac-extensions.github.io/perspective-imagery/v1.0.0/schema.json',
];
const TILED = 'https://stac-extensions.github.io/tiled-assets/v1.0.0/schema.json';

export interface Link {
  rel: string;
  type: string;
  href: string;
  [more: string]: unknown;
}

/** Where things are: of the server, and of the root of the catalogue. */
export interface Addresses {
  origin: string;
  base: string;
}

/** A picture as STAC item, as Panoramax clients read it. */
export function itemOf(picture: Picture, { origin, base }: Addresses) {
  const { id, sequence, position } = picture;
  const [longitude, latitude] = position;
  const collection = `${base}/collections/${sequence}`;
  const item = (of: string) => `${collection}/items/${of}`;
  const links: Link[] = [
    { rel: 'self', type: GEOJSON, href: item(id) },
    { rel: 'root', type: JSON_TYPE, href: base },
    { rel: 'parent', type: JSON_TYPE, href: collection },
    { rel: 'collection', type: JSON_TYPE, href: collection },
  ];
  if (picture.before)
    links.push({ rel: 'prev', type: GEOJSON, href: item(picture.before), id: picture.before });
  if (picture.after) links.push({ rel: 'next', type: GEOJSON, href: item(picture.after), id: picture.after });
  const tiles = tilesOf(picture, origin);
  const assets = assetsOf(picture, origin);
  return {
    type: 'Feature',
    stac_version: STAC_VERSION,
    stac_extensions: tiles ? [...EXTENSIONS, TILED] : EXTENSIONS,
    id,
    collection: sequence,
    geometry: { type: 'Point', coordinates: position },
    bbox: [longitude, latitude, longitude, latitude],
    providers: [{ name: picture.by, roles: ['producer'] }],
    properties: {
      ...timesOf(picture),
      created: picture.createdAt,
      updated: picture.updatedAt,
      'original_file:name': picture.name,
      'original_file:size': picture.bytes,
      'geovisio:producer': picture.by,
      'geovisio:status': 'ready',
      'geovisio:image': assets.hd.href,
      'geovisio:thumbnail': assets.thumb.href,
      ...poseOf(picture),
      ...tiles?.properties,
    },
    links,
    assets,
    ...(tiles && { asset_templates: tiles.templates }),
  };
}

/** STAC wants a time: of a picture that does not say when it was taken, that of its upload, which is said. */
function timesOf({ takenAt, createdAt }: Picture) {
  return takenAt === null
    ? { datetime: createdAt, 'groma:datetime_from': 'upload' }
    : { datetime: takenAt, 'groma:datetime_from': 'picture' };
}

function poseOf({ heading, north, pitch, roll, field, camera, position }: Picture) {
  const interior = {
    ...(camera !== null && { camera_model: camera }),
    ...(field !== null && { field_of_view: field }),
  };
  return {
    ...(heading !== null && {
      'view:azimuth': heading,
      'pers:yaw': heading,
      'groma:north': north ?? 'unstated',
    }),
    ...(pitch !== null && { 'pers:pitch': pitch }),
    ...(roll !== null && { 'pers:roll': roll }),
    'pers:interior_orientation': interior,
    'pers:crs': position.length === 3 ? 'EPSG:4979' : 'EPSG:4326',
    'pers:perspective_center': position,
  };
}

function assetsOf({ id, kind, mediaType, pyramid }: Picture, origin: string) {
  const preview = (size: number) => ({
    type: 'image/webp',
    href: `${origin}/api/files/preview?id=${id}&size=${size}`,
  });
  const file = kind === 'panoramic' ? 'panoramics/file' : 'files/file';
  return {
    hd: { title: 'HD picture', roles: ['data'], type: mediaType, href: `${origin}/api/${file}/${id}` },
    sd:
      pyramid === null
        ? { title: 'SD picture', roles: ['visual'], ...preview(2048) }
        : {
            title: 'SD picture',
            roles: ['visual'],
            type: 'image/jpeg',
            href: `${origin}/api/panoramics/${id}/pyramid/${pyramid}/base`,
          },
    thumb: { title: 'Thumbnail', roles: ['thumbnail'], ...preview(512) },
  };
}

/** The finest level of a pyramid: the whole sphere, of which a cropped picture has only some tiles. */
function tilesOf({ id, pyramid, pyramidShape }: Picture, origin: string) {
  const finest = pyramidShape && levelsOf(pyramidShape).at(-1);
  if (pyramid === null || !finest) return undefined;
  const { cols, rows } = finest;
  const { tile } = pyramidShape;
  const path = `${origin}/api/panoramics/${id}/pyramid/${pyramid}/${cols}`;
  return {
    properties: {
      'tiles:tile_matrix_sets': {
        geovisio: {
          type: 'TileMatrixSetType',
          title: 'Tiles of the panorama',
          identifier: `groma-${id}`,
          tileMatrix: [
            {
              type: 'TileMatrixType',
              identifier: '0',
              scaleDenominator: 1,
              topLeftCorner: [0, 0],
              tileWidth: tile,
              tileHeight: tile,
              matrixWidth: cols,
              matrixHeight: rows,
            },
          ],
        },
      },
    },
    templates: {
      tiles: {
        title: 'Tiles of the panorama',
        roles: ['data'],
        type: 'image/jpeg',
        href: `${path}/{TileCol}/{TileRow}`,
      },
    },
  };
}
