import { makeAutoObservable, observableRef } from 'mobx';
import { serviceToken } from '#core/kernel';
import type { Position } from '#core/protocol';
import type { Metric } from '#core/sketch';
import type { PlaneFitMethod } from '#core/geodesy';
import { fitPairs, type Fitted, type FitPair } from './fit.ts';

/** The pairs of the active fit, and what they give. */
export class FitForm {
  method: PlaneFitMethod = 'helmert';
  pairs: readonly FitPair[] = [];
  /** A point of the drawing whose target is not given yet. */
  isHalf = false;
  /** Numbers of the pairs that do not count. */
  unused: ReadonlySet<number> = new Set();
  metric: Metric | undefined = undefined;

  constructor() {
    makeAutoObservable(this, { pairs: observableRef, unused: observableRef, metric: observableRef });
  }

  begin(metric: Metric): void {
    this.take([], metric);
    this.unused = new Set();
  }

  /** The vertices of the path: point of the drawing, target, point of the drawing, … */
  take(vertices: readonly Position[], metric: Metric): void {
    const count = Math.floor(vertices.length / 2);
    this.pairs = Array.from({ length: count }, (_, i) => ({
      from: vertices[2 * i]!,
      to: vertices[2 * i + 1]!,
    }));
    this.isHalf = vertices.length % 2 === 1;
    // A path that is finished is empty for a moment; then the pairs are the same again.
    if (count > 0) this.unused = new Set([...this.unused].filter((i) => i < count));
    this.metric = metric;
  }

  choose(method: PlaneFitMethod): void {
    this.method = method;
  }

  use(index: number, isUsed: boolean): void {
    const unused = new Set(this.unused);
    if (isUsed) unused.delete(index);
    else unused.add(index);
    this.unused = unused;
  }

  isUsed(index: number): boolean {
    return !this.unused.has(index);
  }

  get fitted(): Fitted | undefined {
    if (!this.metric) return undefined;
    const pairs = this.pairs.map((pair, i) => ({ ...pair, isUsed: this.isUsed(i) }));
    return fitPairs(this.method, pairs, this.metric);
  }
}
export const FIT_FORM = serviceToken<FitForm>('transform.FitForm');

/** How many times residuals are enlarged on the map, so that the longest is a tenth of the drawing: a round number. */
export function enlargedIn({ fitted, pairs }: FitForm, metric: Metric): number {
  const longest = Math.max(0, ...(fitted?.residuals ?? []).map(([east, north]) => Math.hypot(east, north)));
  const size = Math.max(0, ...pairs.map(({ to }) => metric.segment(pairs[0]!.to, to).length));
  if (longest < 1e-6 || size < 1e-6) return 1;
  const exact = size / 10 / longest;
  const power = 10 ** Math.floor(Math.log10(exact));
  return Math.max(1, power * (exact >= 5 * power ? 5 : exact >= 2 * power ? 2 : 1));
}
