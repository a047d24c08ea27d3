import { direct, inverse } from '#core/geodesy';
import type { Position, SurfaceViewshed, SurfaceVolume, VolumeBase } from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import { Threads } from '../../platform/jobs/thread.ts';
import type { Services } from '../../platform/services/services.ts';
import { answerOf } from '../terrain/read-volume.ts';
import { runOnTerrain } from '../terrain/run-on-terrain.ts';
import { sample } from '../terrain/sample.ts';
import type { TerrainRow } from '../terrain/store.ts';
import { extentOfRings, sourceOf } from '../terrain/volume-source.ts';
import type { OutlineRings } from '../terrain/volume/outline.ts';
import type { Around } from '../tilesets/mesh/bounds.ts';
import { meshSourceOf } from '../tilesets/mesh/mesh-source.ts';
import type { TilesetRow } from '../tilesets/store.ts';
import type { SurfaceResult, SurfaceTask } from './surface.worker.ts';

/** Heap in MB: a raster, and the triangles of one content. */
const MEMORY = 1536;
/** Metres across which outlines are too large for sets. */
const MAX_ACROSS = 50_000;

const threads = new Threads<SurfaceTask, never, SurfaceResult>(
  new URL('./surface.worker.ts', import.meta.url),
  MEMORY,
);

interface VolumeQuestion {
  outline: OutlineRings;
  base: TerrainRow | Exclude<VolumeBase, { terrain: string }>;
  terrain: TerrainRow | undefined;
  sets: TilesetRow[];
}

/** Computes a volume outside the server's heap and event loop. Throws 422 with what is wrong, AbortError. */
export function readSurfaceVolume(
  services: Services,
  { outline, base, terrain, sets }: VolumeQuestion,
  signal: AbortSignal,
): Promise<SurfaceVolume> {
  return runOnTerrain(services, threads, signal, async (grids) => {
    const extent = extentOfRings(nearFirst(outline));
    const [west, south, east, north] = extent;
    const radius = inverse([west, south], [east, north]).distance / 2;
    if (!(radius * 2 < MAX_ACROSS))
      throw new HttpError(422, 'surface.too-large', { most: MAX_ACROSS / 1000 });
    const around: Around = {
      longitude: (west + east) / 2,
      latitude: (south + north) / 2,
      radius: radius * 1.01,
    };
    const read = { services, terrain, extent: extentOfRings(outline) };
    return {
      task: {
        kind: 'volume' as const,
        outline,
        extent,
        around,
        grids,
        base: 'id' in base ? await sourceOf(services, base, read.extent) : base,
        terrain: terrain && (await sourceOf(services, terrain, read.extent)),
        sets: await Promise.all(sets.map((row) => meshSourceOf(services, row, around))),
      },
      answer: (done: SurfaceResult) => {
        if (done.kind !== 'volume') throw new Error('Another question was answered.');
        const cellsOf = done.of === 'surface' ? done.of : terrain?.source === null ? 'tiles' : 'model';
        if (done.known === 0) throw new HttpError(422, 'surface.volume.no-heights');
        return { ...answerOf(done, 'model'), cellsOf, meshed: done.meshed, sets: done.sets };
      },
    };
  });
}

interface ViewshedQuestion {
  eye: Position;
  radius: number;
  rays: number;
  steps: number;
  target: number;
  terrain: TerrainRow | undefined;
  sets: TilesetRow[];
}

export function readSurfaceViewshed(
  services: Services,
  { eye, radius, rays, steps, target, terrain, sets }: ViewshedQuestion,
  signal: AbortSignal,
): Promise<SurfaceViewshed> {
  return runOnTerrain(services, threads, signal, async () => {
    const around: Around = { longitude: eye[0], latitude: eye[1], radius: radius * 1.01 };
    const places = Array.from({ length: rays * steps }, (_, i): Position => {
      const [x, y] = direct(
        eye,
        (360 * Math.floor(i / steps)) / rays,
        (radius * ((i % steps) + 0.5)) / steps,
      );
      return [x, y];
    });
    const flat = places.map(([x, y]): [number, number] => [x, y]);
    return {
      task: {
        kind: 'viewshed' as const,
        eye,
        around,
        places,
        rays,
        target,
        heights: terrain ? await sample(services, terrain, flat) : places.map(() => null),
        sets: await Promise.all(sets.map((row) => meshSourceOf(services, row, around))),
      },
      answer: (done: SurfaceResult) => {
        if (done.kind !== 'viewshed') throw new Error('Another question was answered.');
        return { seen: done.seen.map(Number).join(''), gaps: done.gaps, sets: done.sets };
      },
    };
  });
}

/** The outline contiguous across 180°. */
function nearFirst(outline: OutlineRings): OutlineRings {
  const first = outline[0]![0]![0];
  return outline.map((ring) => ring.map(([x, y]) => [x - 360 * Math.round((x - first) / 360), y] as const));
}
