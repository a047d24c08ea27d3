import type OlBaseLayer from 'ol/layer/Base.js';
import ImageLayer from 'ol/layer/Image.js';
import TileLayer from 'ol/layer/Tile.js';
import type { ProjectionLike } from 'ol/proj.js';
import ImageSource, { getRequestExtent } from 'ol/source/Image.js';
import ImageTile from 'ol/source/ImageTile.js';
import TileGrid from 'ol/tilegrid/TileGrid.js';
import { createXYZ } from 'ol/tilegrid.js';
import {
  wmsAddress,
  wmtsAddress,
  xyzAddress,
  type ExternalLayerLoader,
  type ImageRequest,
} from '#core/mapview';
import type { LayerSource, SourceOf } from '#core/protocol';
import { FeaturesLayer } from './features-layer.ts';
import { projectionOf } from './projections.ts';

/** Pixels that one side of an image may have; many servers refuse more. */
const MAX_SIDE = 2_048;

/** Side of a vector tile in CSS pixels, and the deepest level of the map. */
const VECTOR_TILE = 512;
const DEEPEST = 24;

type GetImage = (address: string, signal?: AbortSignal) => Promise<ImageBitmap>;

/** Makes the layer of a source, each on a canvas of its own. Throws AppError for an unknown reference system. */
export async function layerFor(
  id: string,
  source: LayerSource,
  loader: ExternalLayerLoader,
): Promise<OlBaseLayer> {
  const className = `map2d-external map2d-external-${id}`;
  if (source.kind === 'wms') {
    const projection = await projectionOf(source.crs);
    const images = imageSource(projection, (image, signal) =>
      loader.image(id, wmsAddress(source, image), signal),
    );
    return new ImageLayer({ className, source: images });
  }
  if (source.kind === 'geotiff' || source.kind === 'picture') {
    const images = imageSource('EPSG:3857', (image, signal) => loader.raster(id, source, image, signal));
    return new ImageLayer({ className, source: images });
  }
  if (source.kind === 'features' || source.kind === 'file')
    return new FeaturesLayer(className, source.colour, (extent, signal) =>
      loader.features(id, source, extent, signal),
    );
  if (source.kind === 'vector-tiles') {
    const pixels = Math.round(VECTOR_TILE * Math.min(2, window.devicePixelRatio || 1));
    const tiles = new ImageTile({
      tileGrid: createXYZ({ tileSize: VECTOR_TILE, minZoom: source.minZoom, maxZoom: DEEPEST }),
      loader: (z, x, y, { signal }) => loader.vectorTile(id, source, { z, x, y }, pixels, signal),
    });
    return new TileLayer({ className, source: tiles });
  }
  const getImage: GetImage = (address, signal) => loader.image(id, address, signal);
  const tiles = source.kind === 'xyz' ? xyzSource(source, getImage) : await wmtsSource(source, getImage);
  return new TileLayer({ className, source: tiles });
}

function xyzSource(source: SourceOf<'xyz'>, getImage: GetImage): ImageTile {
  return new ImageTile({
    tileGrid: createXYZ({ minZoom: source.minZoom, maxZoom: source.maxZoom }),
    loader: (z, x, y, { signal }) => getImage(xyzAddress(source, z, x, y), signal),
  });
}

async function wmtsSource(source: SourceOf<'wmts'>, getImage: GetImage): Promise<ImageTile> {
  const { matrices, crs } = source;
  const tileGrid = new TileGrid({
    resolutions: matrices.map(({ resolution }) => resolution),
    origins: matrices.map(({ origin }) => origin),
    tileSizes: matrices.map(({ tileSize }) => tileSize),
    sizes: matrices.map(({ size }) => size),
  });
  return new ImageTile({
    projection: await projectionOf(crs),
    tileGrid,
    wrapX: false,
    loader: (z, x, y, { signal }) => getImage(wmtsAddress(source, z, x, y), signal),
  });
}

/** Images of the whole view. */
function imageSource(
  projection: ProjectionLike,
  getImageOf: (image: ImageRequest, signal: AbortSignal) => Promise<ImageBitmap>,
): ImageSource {
  let loading: AbortController | undefined;
  return new ImageSource({
    projection,
    loader: async (requested, resolution, pixelRatio) => {
      // Only the newest view is waited for.
      loading?.abort();
      loading = new AbortController();
      const extent = getRequestExtent(requested, resolution, pixelRatio, 1);
      const [west, south, east, north] = extent as [number, number, number, number];
      const longest = Math.max(east - west, north - south) / (resolution / pixelRatio);
      const scale = pixelRatio * Math.min(1, MAX_SIDE / longest);
      const width = Math.max(1, Math.round(((east - west) / resolution) * scale));
      const height = Math.max(1, Math.round(((north - south) / resolution) * scale));
      const image = await getImageOf({ extent: [west, south, east, north], width, height }, loading.signal);
      return { image, extent, pixelRatio: scale };
    },
  });
}
