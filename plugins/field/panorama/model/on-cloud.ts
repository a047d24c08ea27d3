import type { Api } from '#core/api';
import { dot, loadCrs, minus, project, unproject, type Vector } from '#core/geodesy';
import { newUuid } from '#core/kernel';
import { listPointclouds, measurePointcloud, type Position } from '#core/protocol';
import { LocalFrame } from './local-frame.ts';
import type { MeasuredPoint, Sight } from './measuring.ts';
import { alongRay } from './rays.ts';

/** Degrees of half the cone in which points are taken to be on the line of sight, and metres of its length. */
const CONE = 0.3;
const LENGTH = 150;
/** Metres over which the direction of the line is taken in the plane of the CRS. */
const CHORD = 50;

/** The foremost point of the project's clouds on a line of sight, at full resolution; undefined if there is none. */
export async function pickOnClouds(
  api: Pick<Api, 'call'>,
  projectId: string,
  { place, direction, accuracy }: Sight,
): Promise<MeasuredPoint | undefined> {
  const frame = new LocalFrame(place.position);
  const crs = zoneOf(frame.place);
  await loadCrs(crs);
  const inPlane = (position: Position): Vector => {
    const [east, north] = project(crs, position);
    return [east, north, position[2] ?? 0];
  };
  const local = frame.turned(direction);
  const from = inPlane([place.position[0], place.position[1], place.position[2] ?? 0]);
  const to = inPlane(frame.toPosition(local.map((value) => value * CHORD) as unknown as Vector));
  const ray = {
    kind: 'cone' as const,
    origin: [...from] as [number, number, number],
    direction: [...minus(to, from)] as [number, number, number],
    angle: CONE,
    length: LENGTH,
  };
  const { data: clouds } = await api.call(listPointclouds, {
    headers: { projectid: projectId },
    query: { paginate: 500 },
  });
  const found = await Promise.all(
    clouds
      .filter(({ state, viewCrs }) => state === 'ready' && viewCrs !== null)
      .map(async ({ id, name }) => {
        const { data } = await api.call(measurePointcloud, {
          params: { id },
          query: { crs },
          body: { measure: 'pick', ray },
        });
        return data.measure === 'pick' && data.point ? { name, ...data.point } : undefined;
      }),
  );
  const near = found
    .flatMap((point) => {
      if (!point) return [];
      const [x, y, z] = point.position as unknown as Vector;
      const [longitude, latitude] = unproject(crs, [x, y, z]);
      const at = frame.toLocal([longitude, latitude, z]);
      return [{ ...point, at, position: [longitude, latitude, z] as const, depth: dot(at, local) }];
    })
    .sort((a, b) => a.depth - b.depth)[0];
  if (!near) return undefined;
  const sigmaDirection = (accuracy.direction * Math.PI) / 180;
  const sight = {
    origin: [0, 0, 0] as Vector,
    direction: local,
    sigmaPosition: accuracy.position,
    sigmaDirection,
  };
  return {
    ...alongRay(sight, near.at, Math.max(near.noise ?? 0, near.spacing)),
    id: newUuid(),
    position: near.position,
    vertices: [[...near.position]],
    offset: undefined,
    from: [place.name, near.name],
    on: 'cloud',
    assumed: accuracy.assumed,
    lacksHeight: place.position[2] === undefined,
  };
}

/** The zone of UTM at a position. */
export function zoneOf([longitude, latitude]: Position): string {
  const zone = Math.min(60, Math.floor((longitude + 180) / 6) + 1);
  return `EPSG:${(latitude < 0 ? 32_700 : 32_600) + zone}`;
}
