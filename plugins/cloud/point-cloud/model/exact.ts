import { sentenceOf } from '#core/kernel';
import type { ExactVertices } from '#core/mapview';
import type { CloudMeasure, CloudMeasured, CloudRegion, Position } from '#core/protocol';
import type { CloudCoordinates, CloudRay } from '../api.ts';
import type { SnapAround } from './cloud-snap.ts';
import { snapPlace, snapRequest, type SnapPart } from './snap-places.ts';

/** CSS pixels around the pointer in which a point at full resolution may be. */
const REACH = 4;
/** Of the spacing of the loaded points: how far in front of and behind the clicked one its surface is looked for. */
const DEPTH = 4;
/** Clicks that are remembered, and points that are asked for at a time. */
const [MOST, AT_A_TIME] = [5_000, 4];

type AskedPick = Extract<CloudMeasure, { measure: 'pick' }>;

/** A vertex as the server gives it. */
interface Picked {
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
  /** It was moved to a part of the cloud around some place. */
  readonly snapped?: SnapAround | undefined;
}

export interface ExactServices {
  measure(cloudId: string, asked: CloudMeasure): Promise<CloudMeasured>;
  /** Which classes and clips count. */
  among(): Omit<AskedPick, 'measure' | 'ray'>;
  position(coordinates: CloudCoordinates): Position;
  /** A sentence, with lengths in units of the CRS. */
  say(key: string, lengths: Readonly<Record<string, number>>, values?: Record<string, string>): string;
}

/** Points that were clicked among those loaded, and the same at full resolution. */
export class ExactPoints {
  readonly #clicked = new Map<string, ClickedPoint>();
  readonly #services: ExactServices;

  constructor(services: ExactServices) {
    this.#services = services;
  }

  clicked(position: Position, point: ClickedPoint): void {
    this.#clicked.set(position.join(), point);
    if (this.#clicked.size > MOST) this.#clicked.delete(this.#clicked.keys().next().value!);
  }

  /** The vertices with the server's points in the place of the clicked ones, or with these if it does not answer. */
  async of(vertices: readonly Position[]): Promise<ExactVertices | undefined> {
    const clicked = vertices.map((vertex) => this.#clicked.get(vertex.join()));
    const asked = clicked.filter((point) => point !== undefined);
    if (asked.length === 0) return undefined;
    const { position, say } = this.#services;
    let points: ReadonlyMap<ClickedPoint, Picked>;
    try {
      points = await this.#pick(asked);
    } catch (error) {
      const spacing = Math.max(...asked.map((point) => point.spacing));
      return {
        vertices: [...vertices],
        from: say('exact.loaded', { spacing }, { reason: sentenceOf(error) }),
      };
    }
    const found = [...points.values()];
    return {
      vertices: vertices.map((vertex, i) => {
        const point = clicked[i] && points.get(clicked[i]);
        return point ? position(point.position) : vertex;
      }),
      from: fromOf(found, say),
      source: sourceOf(asked, points, say),
    };
  }

  async #pick(asked: readonly ClickedPoint[]): Promise<ReadonlyMap<ClickedPoint, Picked>> {
    const points = new Map<ClickedPoint, Picked>();
    for (let start = 0; start < asked.length; start += AT_A_TIME)
      await Promise.all(
        asked.slice(start, start + AT_A_TIME).map(async (one) => {
          points.set(one, await this.#pickOne(one));
        }),
      );
    return points;
  }

  async #pickOne(one: ClickedPoint): Promise<Picked> {
    const { measure, among, say } = this.#services;
    const { snapped } = one;
    if (snapped) {
      const { part, near, radius } = snapped;
      const measured = await measure(one.cloudId, snapRequest(part, near, radius, among()));
      const found = snapPlace(measured, one.ray);
      if (!found) throw new Error(say(`snap.none.${part}`, {}));
      return { part, position: found.place, noise: found.plusMinus, source: measured.source };
    }
    const pick = { measure: 'pick' as const, ray: regionAround(one), ...among() };
    const answer = await measure(one.cloudId, pick);
    if (answer.measure !== 'pick' || !answer.point) throw new Error(say('exact.none', {}));
    const { position, spacing, noise } = answer.point;
    return { position, spacing, noise: noise ?? undefined, source: answer.source };
  }
}

/** A sentence for each kind of place. */
function fromOf(found: readonly Picked[], say: ExactServices['say']): string {
  const points = found.filter(({ part }) => part === undefined);
  const parts = [...new Set(found.flatMap(({ part }) => part ?? []))];
  const greatest = (of: readonly Picked[]) => of.flatMap(({ noise }) => noise ?? []);
  const sentences = parts.map((part) => {
    const noises = greatest(found.filter((one) => one.part === part));
    return noises.length > 0
      ? say(`exact.${part}`, { noise: Math.max(...noises) })
      : say(`exact.${part}.unsure`, {});
  });
  if (points.length > 0) {
    const lengths = { spacing: Math.max(...points.map(({ spacing }) => spacing ?? 0)) };
    const noises = greatest(points);
    sentences.unshift(
      noises.length > 0
        ? say('exact.noise', { ...lengths, noise: Math.max(...noises) })
        : say('exact.full', lengths),
    );
  }
  return sentences.join(' ');
}

/** Which versions of which clouds vertices are of; of points, how far apart these are; of the others, what; with ±. */
function sourceOf(
  asked: readonly ClickedPoint[],
  points: ReadonlyMap<ClickedPoint, Picked>,
  say: ExactServices['say'],
): string {
  const metres = (units: number) => say('exact.metres', { units });
  const found = asked.flatMap((one) => {
    const point = points.get(one);
    return point ? [{ name: one.cloudName, ...point }] : [];
  });
  const clouds = found.map(
    ({ name, source: { cloudId, content, edits } }) => `${name} (cloud/${cloudId}@${content}.${edits})`,
  );
  const kinds = [...new Set(found.map(({ part }) => part))].map((part) => {
    const own = found.filter((one) => one.part === part);
    const noises = own.flatMap(({ noise }) => noise ?? []);
    const noise = noises.length > 0 ? ` ± ${metres(Math.max(...noises))}` : '';
    const what = part ?? metres(Math.max(...own.map(({ spacing }) => spacing ?? 0)));
    return `${what}${noise}`;
  });
  return `${[...new Set(clouds)].join(', ')}; ${kinds.join(', ')}`;
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
