import { fullCircle } from '#core/geodesy';
import { AppError } from '#core/kernel';
import type { Position } from '#core/protocol';
import type { Lead, Metric, SnappedPosition, Printer } from '#core/sketch';
import { arcTangent, arcThrough, risingAlong, type Arc } from './arc.ts';

/** The direction in which an arc arrives at a vertex; the stored chords are not exact enough. */
const arrivals = new WeakMap<Position, number>();

abstract class ArcLead implements Lead {
  abstract readonly id: string;
  #arc: Arc | undefined;

  constructor(readonly metric: () => Metric) {}

  abstract hint(vertices: readonly Position[]): string | undefined;
  protected abstract arc(vertices: readonly Position[], end: Position, metric: Metric): Arc | undefined;

  between(vertices: readonly Position[], { position }: SnappedPosition): readonly Position[] | undefined {
    const metric = this.metric();
    try {
      this.#arc = this.arc(vertices, position, metric);
    } catch (thrown) {
      // The arc leaves the area of the measuring CRS.
      if (!(thrown instanceof AppError && thrown.id === 'outside-crs')) throw thrown;
      this.#arc = undefined;
    }
    if (!this.#arc) return undefined;
    arrivals.set(position, this.#arc.arrives);
    return risingAlong(this.#arc, vertices.at(-1)!, position, metric);
  }

  readout(print: Printer): { label: string; value: string }[] {
    if (!this.#arc) return [];
    const { radius, length, sweep } = this.#arc;
    return [
      { label: 'drafting:readout.radius', value: print.length(radius) },
      { label: 'drafting:readout.length', value: print.length(length) },
      { label: 'drafting:readout.angle', value: print.azimuth(Math.abs(sweep)) },
    ];
  }
}

/** An arc defined by a clicked point on it and its end. */
export class ThroughLead extends ArcLead {
  readonly id = 'arc';
  mark: Position | undefined;

  take({ position }: SnappedPosition): boolean {
    if (this.mark) return false;
    this.mark = position;
    return true;
  }

  takeBack(): boolean {
    const had = this.mark !== undefined;
    this.mark = undefined;
    return had;
  }

  clear(): void {
    this.mark = undefined;
  }

  hint(): string {
    return this.mark ? 'drafting:hint.arc.end' : 'drafting:hint.arc.through';
  }

  protected arc(vertices: readonly Position[], end: Position, metric: Metric): Arc | undefined {
    return this.mark && arcThrough(vertices.at(-1)!, this.mark, end, metric);
  }
}

/** An arc that continues tangentially from the last segment. */
export class TangentLead extends ArcLead {
  readonly id = 'tangent';

  hint(vertices: readonly Position[]): string {
    return vertices.length < 2 ? 'drafting:hint.tangent.first' : 'drafting:hint.tangent.end';
  }

  protected arc(vertices: readonly Position[], end: Position, metric: Metric): Arc | undefined {
    const [before, last] = vertices.slice(-2);
    if (!before || !last) return undefined;
    const ahead = arrivals.get(last) ?? fullCircle(metric.segment(last, before).azimuth + 180);
    return arcTangent(last, ahead, end, metric);
  }
}
