import { sentenceOf } from '#core/kernel';
import type { ExactVertices } from '#core/mapview';
import type { CloudMeasure, CloudMeasured, CloudRegion, Position } from '#core/protocol';
import type { CloudCoordinates, CloudRay } from '../api.ts';

/** CSS pixels around the pointer in which a point at full resolution may be. */
const REACH = 4;
/** Of the spacing of the loaded points: how far in front of and behind the clicked one its surface is looked for. */
const DEPTH = 4;
/** Clicks that are remembered, and points that are asked for at a time. */
const [MOST, AT_A_TIME] = [5_000, 4];

type AskedPick = Extract<CloudMeasure, { measure: 'pick' }>;
type Answer = Extract<CloudMeasured, { measure: 'pick' }>;
type Picked = NonNullable<Answer['point']> & Pick<Answer, 'source'>;

/** A loaded point that was clicked. */
export interface ClickedPoint {
  readonly cloudId: string;
  readonly cloudName: string;
  readonly coordinates: CloudCoordinates;
  /** Of the loaded points, units of the CRS. */
  readonly spacing: number;
  readonly ray: CloudRay;
}

export interface ExactServices {
  measure(cloudId: string, asked: AskedPick): Promise<CloudMeasured>;
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
    const noises = found.flatMap(({ noise }) => noise ?? []);
    const lengths = { spacing: Math.max(...found.map(({ spacing }) => spacing)) };
    return {
      vertices: vertices.map((vertex, i) => {
        const point = clicked[i] && points.get(clicked[i]);
        return point ? position(point.position) : vertex;
      }),
      from:
        noises.length > 0
          ? say('exact.noise', { ...lengths, noise: Math.max(...noises) })
          : say('exact.full', lengths),
      source: sourceOf(asked, points, (units) => say('exact.metres', { units })),
    };
  }

  async #pick(asked: readonly ClickedPoint[]): Promise<ReadonlyMap<ClickedPoint, Picked>> {
    const points = new Map<ClickedPoint, Picked>();
    for (let start = 0; start < asked.length; start += AT_A_TIME)
      await Promise.all(
        asked.slice(start, start + AT_A_TIME).map(async (one) => {
          const { measure, among, say } = this.#services;
          const pick = { measure: 'pick' as const, ray: regionAround(one), ...among() };
          const answer = await measure(one.cloudId, pick);
          if (answer.measure !== 'pick' || !answer.point) throw new Error(say('exact.none', {}));
          points.set(one, { ...answer.point, source: answer.source });
        }),
      );
    return points;
  }
}

/** Which versions of which clouds points are of, how far apart they are there, and their noise. */
function sourceOf(
  asked: readonly ClickedPoint[],
  points: ReadonlyMap<ClickedPoint, Picked>,
  metres: (units: number) => string,
): string {
  const found = asked.flatMap((one) => {
    const point = points.get(one);
    return point ? [{ name: one.cloudName, ...point }] : [];
  });
  const clouds = found.map(
    ({ name, source: { cloudId, content, edits } }) => `${name} (cloud/${cloudId}@${content}.${edits})`,
  );
  const apart = Math.max(...found.map(({ spacing }) => spacing));
  const noises = found.flatMap(({ noise }) => noise ?? []);
  const noise = noises.length > 0 ? ` ± ${metres(Math.max(...noises))}` : '';
  return `${[...new Set(clouds)].join(', ')}; ${metres(apart)}${noise}`;
}

/** A cylinder along the line of sight around a clicked point, which is inside. */
export function regionAround({
  coordinates,
  spacing,
  ray,
}: Omit<ClickedPoint, 'cloudId' | 'cloudName'>): Extract<CloudRegion, { kind: 'cone' }> {
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
