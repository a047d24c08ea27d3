import type { Api } from '#core/api';
import type { Vector } from '#core/geodesy';
import { listTerrains, terrainHeights, type Terrain } from '#core/protocol';
import { LocalFrame } from './local-frame.ts';
import type { MeasuredPoint, Sight } from './measuring.ts';
import { metPoint } from './met-point.ts';
import { ahead, meetPlane, type Ray } from './rays.ts';

/** Metres along the line of sight, and how many places of it are asked for. */
const REACH = { from: 0.5, to: 200, places: 400 };
/** Metres around the place that is met, over which the slope is taken: not less than the cells of the terrain. */
const SLOPE = 1;

/** Where a line of sight meets the finest terrain of the project; undefined where it meets none. */
export async function meetTerrain(
  api: Pick<Api, 'call'>,
  projectId: string,
  sight: Sight,
): Promise<MeasuredPoint | undefined> {
  const { place, direction, accuracy } = sight;
  // Without a height of the camera nothing can be said.
  if (place.position[2] === undefined) return undefined;
  const frame = new LocalFrame(place.position);
  const ray: Ray = {
    origin: [0, 0, 0],
    direction: frame.turned(direction),
    sigmaPosition: accuracy.position,
    sigmaDirection: (accuracy.direction * Math.PI) / 180,
  };
  const { data: terrains } = await api.call(listTerrains, {
    headers: { projectid: projectId },
    query: { paginate: 500 },
  });
  const here = terrains.filter((terrain) => isIn(terrain, place.position));
  here.sort((a, b) => a.resolution - b.resolution);
  for (const terrain of here) {
    const met = await meetOne(api, terrain, frame, ray);
    if (!met) continue;
    const { point, ...found } = met;
    return metPoint(sight, {
      ...found,
      position: frame.toPosition(point),
      from: [place.name, terrain.name],
      on: 'terrain',
    });
  }
  return undefined;
}

async function meetOne(api: Pick<Api, 'call'>, { id, resolution }: Terrain, frame: LocalFrame, ray: Ray) {
  const heightsAt = async (points: readonly Vector[]): Promise<(number | undefined)[]> => {
    const positions = points.map((point) => frame.toPosition(point));
    const body = { places: positions.map(([x, y]): [number, number] => [x, y]) };
    const { data } = await api.call(terrainHeights, { params: { id }, body });
    // Of the point above the ground.
    return positions.map(([, , z], i) => {
      const ground = data.heights[i];
      return ground == null ? undefined : z - ground;
    });
  };
  const { from, to, places } = REACH;
  const distances = Array.from({ length: places }, (_, i) => from + ((to - from) * i) / (places - 1));
  const above = await heightsAt(distances.map((distance) => ahead(ray, distance)));
  const distance = crossingAt(distances, above);
  if (distance === undefined) return undefined;
  const point = ahead(ray, distance);
  const step = Math.max(SLOPE, resolution);
  const [here, east, north] = await heightsAt([
    point,
    [point[0] + step, point[1], point[2]],
    [point[0], point[1] + step, point[2]],
  ]);
  if (here === undefined || east === undefined || north === undefined) return undefined;
  // The ground rises to where the same height is less above it.
  const normal: Vector = [(east - here) / step, (north - here) / step, 1];
  const ground = { point: [point[0], point[1], point[2] - here] as Vector, normal, sigma: 0 };
  const found = meetPlane(ray, ground);
  return typeof found === 'string' ? undefined : found;
}

/** The first distance at which what was above the ground no longer is; undefined where there is none before a gap. */
export function crossingAt(
  distances: readonly number[],
  above: readonly (number | undefined)[],
): number | undefined {
  for (let i = 1; i < distances.length; i++) {
    const [before, now] = [above[i - 1], above[i]];
    if (before === undefined || now === undefined) return undefined;
    if (before >= 0 && now < 0)
      return distances[i - 1]! + ((distances[i]! - distances[i - 1]!) * before) / (before - now);
  }
  return undefined;
}

function isIn({ extent: [west, south, east, north] }: Terrain, [x, y]: readonly number[]): boolean {
  return x! >= west && x! <= east && y! >= south && y! <= north;
}
