import { PbfReader } from 'pbf';
import { Subject } from 'rxjs';
import { boxAround, type ProjectedExtent, type ProjectedGeometry } from './flat.ts';
import { HALF_WORLD, zoomOf } from './mercator.ts';

/** Folder of the tiles; set by workbench/tools/earth-tiles.ts, which cuts them. */
declare const EARTH_TILES: string;
/** Units along the side of a tile. */
const EXTENT = 8192;

/** Natural Earth at one scale. */
interface EarthDetail {
  readonly name: string;
  /** The zoom of the map from which it is used, and the zoom at which it is cut. */
  readonly from: number;
  readonly zoom: number;
}

const DETAILS: readonly EarthDetail[] = [
  { name: '10m', from: 5.5, zoom: 5 },
  { name: '50m', from: 3, zoom: 2 },
  { name: '110m', from: -Infinity, zoom: 0 },
];

/** A part of the background map. */
export interface EarthTile {
  readonly box: ProjectedExtent;
  readonly land: readonly ProjectedGeometry[];
  readonly coasts: readonly ProjectedGeometry[];
  readonly borders: readonly ProjectedGeometry[];
}

/** Of all maps: they open and close. */
const tiles = new Map<string, EarthTile>();
const fetching = new Map<string, Promise<void>>();

/** The details for a resolution (EPSG:3857 metres per CSS pixel): the one that fits, then coarser ones. */
export function detailsFor(resolution: number): readonly EarthDetail[] {
  const zoom = zoomOf(resolution);
  return DETAILS.filter(({ from }) => zoom >= from);
}

/** The tiles of a detail in a box; undefined for those that are not loaded. */
export function tilesIn(detail: EarthDetail, box: ProjectedExtent): (EarthTile | undefined)[] {
  return placesIn(detail, box).map(({ path }) => tiles.get(path));
}

/** The boxes of tiles that have just been loaded. */
export const loaded$ = new Subject<ProjectedExtent>();

/**
 * Fetches the missing tiles of a detail in a box, each once; resolves when that has ended. What cannot be fetched is
 * fetched again when it is next needed.
 */
export async function loadTiles(detail: EarthDetail, box: ProjectedExtent): Promise<void> {
  const missing = placesIn(detail, box).filter(({ path }) => !tiles.has(path));
  await Promise.all(missing.map((place) => fetching.get(place.path) ?? fetchTile(place)));
}

function fetchTile(place: TilePlace): Promise<void> {
  const { path } = place;
  const fetched = fetch(`${EARTH_TILES}/${path}`)
    .then((answer) => {
      if (!answer.ok) throw new Error(answer.statusText);
      return answer.arrayBuffer();
    })
    .then((file) => {
      const tile = readTile(file, place);
      tiles.set(path, tile);
      loaded$.next(tile.box);
    })
    .catch(() => {})
    .finally(() => fetching.delete(path));
  fetching.set(path, fetched);
  return fetched;
}

interface TilePlace {
  readonly path: string;
  readonly west: number;
  readonly north: number;
  /** Metres per unit. */
  readonly scale: number;
}

function placesIn({ name, zoom }: EarthDetail, [west, south, east, north]: ProjectedExtent): TilePlace[] {
  const count = 2 ** zoom;
  const edge = (2 * HALF_WORLD) / count;
  const indexOf = (metres: number) => Math.min(count - 1, Math.max(0, Math.floor(metres / edge)));
  const places: TilePlace[] = [];
  for (let y = indexOf(HALF_WORLD - north); y <= indexOf(HALF_WORLD - south); y++)
    for (let x = indexOf(HALF_WORLD + west); x <= indexOf(HALF_WORLD + east); x++)
      places.push({
        path: `${name}/${x}-${y}.pbf`,
        west: x * edge - HALF_WORLD,
        north: HALF_WORLD - y * edge,
        scale: edge / EXTENT,
      });
  return places;
}

/** As workbench/tools/cut-earth.ts writes it. */
function readTile(file: ArrayBuffer, { west, north, scale }: TilePlace): EarthTile {
  const edge = EXTENT * scale;
  const polygons: Float64Array[][] = [];
  const coasts: Float64Array[] = [];
  const borders: Float64Array[] = [];
  new PbfReader(file).readFields((tag, _, reader) => {
    const run = Float64Array.from(reader.readPackedSVarint());
    for (let i = 2; i < run.length; i++) run[i]! += run[i - 2]!;
    for (let i = 0; i < run.length; i += 2) {
      run[i] = west + run[i]! * scale;
      run[i + 1] = north - run[i + 1]! * scale;
    }
    if (tag === 1) polygons.push([run]);
    else if (tag === 2) polygons.at(-1)!.push(run);
    else (tag === 3 ? coasts : borders).push(run);
  }, undefined);
  return {
    box: [west, north - edge, west + edge, north],
    land: polygons.map((rings) => projected('areas', rings)),
    coasts: coasts.map((run) => projected('lines', [run])),
    borders: borders.map((run) => projected('lines', [run])),
  };
}

function projected(kind: ProjectedGeometry['kind'], runs: readonly Float64Array[]): ProjectedGeometry {
  let end = 0;
  const ends = runs.map((run) => (end += run.length));
  const coordinates = new Float64Array(end);
  runs.forEach((run, i) => coordinates.set(run, ends[i]! - run.length));
  return { kind, coordinates, ends, box: boxAround(coordinates) };
}
