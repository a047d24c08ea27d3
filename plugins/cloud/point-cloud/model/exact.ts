import { sentenceOf } from '#core/kernel';
import type { ExactVertices } from '#core/mapview';
import type { CloudMeasure, CloudMeasured, CloudRegion, Position } from '#core/protocol';
import type { CloudCoordinates, CloudRay } from '../api.ts';
import type { SnapSearch } from './cloud-snap.ts';
import { snapPlace, snapRequest, type SnapPart } from './snap-places.ts';

/** CSS pixels around the pointer in which a point at full resolution may be. */
const REACH = 4;
/** Of the spacing of the loaded points: how far in front of and behind the clicked one its surface is looked for. */
const DEPTH = 4;
/** Clicks that are remembered, and points that are requested at a time. */
const [MAX_CLICKS, AT_A_TIME] = [5_000, 4];

type PickRequest = Extract<CloudMeasure, { measure: 'pick' }>;

/** A vertex as the server gives it. */
interface ExactPoint {
  readonly cloudName: string;
  readonly position: CloudCoordinates;
  /** What it is, where it is not a point. */
  readonly part?: SnapPart;
  /** Undefined of what is not a point. */
  readonly spacing?: number;
  /** Of the points around, or one standard deviation of the part. */
  readonly noise: number | undefined;
  readonly source: CloudMeasured['source'];
}

/** A loaded point that was clicked. */
export interface ClickedPoint {
  readonly cloudId: string;
  readonly cloudName: string;
  readonly coordinates: CloudCoordinates;
  /** Of the loaded points, units of the CRS. */
  readonly spacing: number;
  readonly ray: CloudRay;
  /** The search that moved it to a part of the cloud. */
  readonly snapped?: SnapSearch | undefined;
}

export interface ExactServices {
  measure(cloudId: string, request: CloudMeasure): Promise<CloudMeasured>;
  /** Which classes and clips count. */
  among(): Omit<PickRequest, 'measure' | 'ray'>;
  position(coordinates: CloudCoordinates): Position;
  /** A sentence, with lengths in units of the CRS. */
  say(key: string, lengths: Readonly<Record<string, number>>, values?: Record<string, string>): string;
}

/** Points that were clicked among those loaded, and the same at full resolution. */
export class ExactPoints {
  readonly #clicked = new Map<string, ClickedPoint>();
  readonly #misses = new Set<string>();
  readonly #services: ExactServices;

  constructor(services: ExactServices) {
    this.#services = services;
  }

  clicked(position: Position, point: ClickedPoint): void {
    this.#clicked.set(position.join(), point);
    if (this.#clicked.size > MAX_CLICKS) this.#clicked.delete(this.#clicked.keys().next().value!);
  }

  /** A click that hit no point: the position has the height of the ground in the middle of the view. */
  missed(position: Position): void {
    this.#misses.add(position.join());
    if (this.#misses.size > MAX_CLICKS) this.#misses.delete(this.#misses.values().next().value!);
  }

  isMiss(position: Position): boolean {
    return this.#misses.has(position.join());
  }

  /** The vertices with the server's points in the place of the clicked ones, or with these if it does not answer. */
  async of(vertices: readonly Position[]): Promise<ExactVertices | undefined> {
    const clicked = vertices.map((vertex) => this.#clicked.get(vertex.join()));
    const points = [...new Set(clicked.filter((point) => point !== undefined))];
    const { position, say } = this.#services;
    const misses = vertices.flatMap((vertex, i) => (this.isMiss(vertex) ? [String(i + 1)] : [])).join(', ');
    const missesText = misses && say('exact.missed', {}, { vertices: misses });
    if (points.length === 0) return missesText ? { vertices: [...vertices], from: missesText } : undefined;
    let exact: readonly ExactPoint[];
    try {
      exact = await this.#pickAll(points);
    } catch (error) {
      const spacing = Math.max(...points.map((point) => point.spacing));
      return {
        vertices: [...vertices],
        from: joined(say('exact.loaded', { spacing }, { reason: sentenceOf(error) }), missesText),
      };
    }
    const exactOf = new Map(points.map((point, i) => [point, exact[i]!]));
    return {
      vertices: vertices.map((vertex, i) => {
        const point = clicked[i] && exactOf.get(clicked[i]);
        return point ? position(point.position) : vertex;
      }),
      from: joined(fromOf(exact, say), missesText),
      source: sourceOf(exact, say) + (misses && `; ${say('exact.missed.source', {}, { vertices: misses })}`),
    };
  }

  async #pickAll(points: readonly ClickedPoint[]): Promise<readonly ExactPoint[]> {
    const exact: ExactPoint[] = [];
    for (let start = 0; start < points.length; start += AT_A_TIME) {
      const some = points.slice(start, start + AT_A_TIME);
      exact.push(...(await Promise.all(some.map((point) => this.#pick(point)))));
    }
    return exact;
  }

  async #pick(point: ClickedPoint): Promise<ExactPoint> {
    const { measure, among, say } = this.#services;
    const { cloudId, cloudName, snapped, ray } = point;
    if (snapped) {
      const { part, near, radius } = snapped;
      const measured = await measure(cloudId, snapRequest(part, near, radius, among()));
      const found = snapPlace(measured, ray);
      if (!found) throw new Error(say(`snap.none.${part}`, {}));
      return { cloudName, part, position: found.place, noise: found.plusMinus, source: measured.source };
    }
    const request = { measure: 'pick' as const, ray: regionAround(point), ...among() };
    const answer = await measure(cloudId, request);
    if (answer.measure !== 'pick' || !answer.point) throw new Error(say('exact.none', {}));
    const { position, spacing, noise } = answer.point;
    return { cloudName, position, spacing, noise: noise ?? undefined, source: answer.source };
  }
}

const joined = (...sentences: readonly string[]): string => sentences.filter(Boolean).join(' ');

/** A sentence for each kind of place. */
function fromOf(exact: readonly ExactPoint[], say: ExactServices['say']): string {
  const sentences = kindsOf(exact).map(({ part, spacing, noise }) => {
    if (part === undefined)
      return noise === undefined ? say('exact.full', { spacing }) : say('exact.noise', { spacing, noise });
    return noise === undefined ? say(`exact.${part}.unsure`, {}) : say(`exact.${part}`, { noise });
  });
  return joined(...sentences);
}

/** Which versions of which clouds vertices are of; of points, how far apart these are; of the others, what; with ±. */
function sourceOf(exact: readonly ExactPoint[], say: ExactServices['say']): string {
  const metres = (units: number) => say('exact.metres', { units });
  const clouds = exact.map(
    ({ cloudName, source: { cloudId, content, edits } }) =>
      `${cloudName} (cloud/${cloudId}@${content}.${edits})`,
  );
  const kinds = kindsOf(exact).map(
    ({ part, spacing, noise }) =>
      `${part ?? metres(spacing)}${noise === undefined ? '' : ` ± ${metres(noise)}`}`,
  );
  return `${[...new Set(clouds)].join(', ')}; ${kinds.join(', ')}`;
}

/** The kinds of vertices, points first; each with the largest spacing and noise of its vertices. */
function kindsOf(exact: readonly ExactPoint[]) {
  const parts = [...new Set(exact.map(({ part }) => part))];
  return parts
    .toSorted((a, b) => Number(a !== undefined) - Number(b !== undefined))
    .map((part) => {
      const own = exact.filter((one) => one.part === part);
      const noises = own.flatMap(({ noise }) => noise ?? []);
      return {
        part,
        spacing: Math.max(...own.map(({ spacing }) => spacing ?? 0)),
        noise: noises.length > 0 ? Math.max(...noises) : undefined,
      };
    });
}

/** A cylinder along the line of sight around a clicked point, which is inside. */
export function regionAround({
  coordinates,
  spacing,
  ray,
}: Omit<ClickedPoint, 'cloudId' | 'cloudName' | 'snapped'>): Extract<CloudRegion, { kind: 'cone' }> {
  const { origin, direction } = ray;
  const between = coordinates.map((value, i) => value - origin[i]!);
  const along = between.reduce((sum, value, i) => sum + value * direction[i]!, 0);
  const aside = Math.hypot(...between.map((value, i) => value - along * direction[i]!));
  const pixel = 2 * (ray.radius + along * Math.tan(ray.spread));
  const radius = Math.max(REACH * pixel, aside * 1.01);
  const depth = Math.max(DEPTH * spacing, radius);
  return {
    kind: 'cone',
    origin: origin.map((value, i) => value + direction[i]! * (along - depth)) as [number, number, number],
    direction: [...direction],
    radius,
    length: 2 * depth,
  };
}
