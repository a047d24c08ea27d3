import type { Api } from '#core/api';
import type { Vector } from '#core/geodesy';
import { listTerrains, terrainHeights } from '#core/protocol';
import type { LocalFrame } from '../local-frame.ts';

const AZIMUTHS = 144;
/** Metres: the first is near, and each is so much farther than the one before. */
const [NEAREST, FARTHER, RINGS] = [2, 1.08, 66];
/** The last of the way is the slope that the place itself is on, parts of the distance. */
const BEFORE = 0.9;
/** Of the tangent of the elevation: what lies on the ground is not hidden by it. */
const TOLERANCE = 0.01;

/** The terrain around a camera, by which it hides what is behind its rises. */
export class TerrainAround {
  /** Of each azimuth and ring: the greatest tangent of elevation up to it. */
  readonly #rises: Float32Array;

  constructor(
    readonly name: string,
    /** Above the camera, of each azimuth and ring; undefined in gaps. */
    heights: readonly (number | undefined)[],
  ) {
    this.#rises = Float32Array.from({ length: AZIMUTHS * RINGS });
    for (let azimuth = 0; azimuth < AZIMUTHS; azimuth++) {
      let most = -Infinity;
      for (let ring = 0; ring < RINGS; ring++) {
        const up = heights[azimuth * RINGS + ring];
        if (up !== undefined) most = Math.max(most, up / distanceOf(ring));
        this.#rises[azimuth * RINGS + ring] = most;
      }
    }
  }

  hides([east, north, up]: Vector): boolean {
    const level = Math.hypot(east, north);
    const ring = Math.floor(Math.log((level * BEFORE) / NEAREST) / Math.log(FARTHER));
    if (!(ring >= 0)) return false;
    const turn = ((Math.atan2(east, north) / (2 * Math.PI) + 1) % 1) * AZIMUTHS;
    // On both sides: only what is certainly hidden is.
    return [Math.floor(turn), Math.ceil(turn)].every((azimuth) => {
      const rise = this.#rises[(azimuth % AZIMUTHS) * RINGS + Math.min(ring, RINGS - 1)]!;
      return up / level < rise - TOLERANCE;
    });
  }
}

const distanceOf = (ring: number) => NEAREST * FARTHER ** ring;

/** East, north and up of where the ground is asked for. */
export const terrainPlaces = (): Vector[] =>
  Array.from({ length: AZIMUTHS * RINGS }, (_, i) => {
    const azimuth = (Math.floor(i / RINGS) / AZIMUTHS) * 2 * Math.PI;
    const distance = distanceOf(i % RINGS);
    return [Math.sin(azimuth) * distance, Math.cos(azimuth) * distance, 0];
  });

/**
 * The finest terrain of the project around a camera; undefined where there is none, `above`: it is above the camera, so that one of
 * the two heights is wrong.
 */
export async function loadTerrainAround(
  api: Pick<Api, 'call'>,
  projectId: string,
  frame: LocalFrame,
  signal: AbortSignal,
): Promise<TerrainAround | 'above' | undefined> {
  const { data: terrains } = await api.call(
    listTerrains,
    { headers: { projectid: projectId }, query: { paginate: 500 } },
    { signal },
  );
  const [x, y, height = 0] = frame.place;
  const here = terrains.filter(
    ({ extent: [west, south, east, north] }) => x >= west && x <= east && y >= south && y <= north,
  );
  here.sort((a, b) => a.resolution - b.resolution);
  const [finest] = here;
  if (!finest) return undefined;
  const positions = terrainPlaces().map((place) => frame.toPosition(place));
  const body = { places: [[x, y], ...positions.map(([a, b]) => [a, b])] as [number, number][] };
  const { data } = await api.call(terrainHeights, { params: { id: finest.id }, body }, { signal });
  const [below, ...heights] = data.heights;
  if (below != null && below > height) return 'above';
  return new TerrainAround(
    finest.name,
    // The tangent plane rises above the ellipsoid: heights are counted from it.
    heights.map((one, i) => (one === null ? undefined : one - positions[i]![2])),
  );
}
