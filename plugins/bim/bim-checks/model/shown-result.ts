import { makeAutoObservable, runInAction } from 'mobx';
import { asapScheduler, filter, observeOn, take } from 'rxjs';
import { serviceToken, type Disposable } from '#core/kernel';
import type { BimCheckResult, BimClash } from '#core/protocol';
import type { BimStage, BimView, BimViews, ElementRef } from '#plugins/bim/bim-viewer/api';
import { colourOfDeviation, hexOf } from './colours.ts';

type Deviations = Extract<BimCheckResult, { kind: 'deviation' }>['report'];

/** The two elements of a clash. */
const FIRST = '#d55e00';
const SECOND = '#0072b2';

/** What of a result is drawn in the model view. */
export class ShownResult {
  /** Key of what is shown in the lists. */
  shown: string | undefined = undefined;
  readonly #views: BimViews;
  readonly #stage: BimStage;
  #drawn: Disposable[] = [];

  constructor(views: BimViews, stage: BimStage) {
    this.#views = views;
    this.#stage = stage;
    makeAutoObservable(this);
    // What is drawn belongs to the view, and goes with it.
    views.current$.subscribe(() => this.clear());
  }

  clear(): void {
    for (const one of this.#drawn) one.dispose();
    this.#drawn = [];
    this.shown = undefined;
  }

  /** Shows the models of both sides of a clash, colours the elements, and moves there. */
  showClash(clash: BimClash, { modelId, withId }: { modelId: string; withId: string | null }): void {
    const first = { modelId, globalId: clash.a.globalId };
    const second = withId === null ? undefined : { modelId: withId, globalId: clash.b.globalId };
    const all = second ? [first, second] : [first];
    this.#show(keyOfClash(clash), all, (view) => [
      view.paint([
        { elements: [first], colour: FIRST, isAboveSelection: true },
        ...(second ? [{ elements: [second], colour: SECOND, isAboveSelection: true }] : []),
      ]),
    ]);
  }

  showElement(modelId: string, globalId: string): void {
    const element = { modelId, globalId };
    this.#show(globalId, [element], (view) => [view.paint([{ elements: [element], colour: FIRST }])]);
  }

  /** Colours elements by their mean, and the points by their deviation. */
  showDeviations(modelId: string, report: Deviations): void {
    this.#show('deviations', undefined, (view) => {
      const scale = scaleOf(report);
      const groups = new Map<string, ElementRef[]>();
      for (const { globalId, mean } of report.rows) {
        const colour = hexOf(colourOfDeviation(mean / scale));
        groups.set(colour, [...(groups.get(colour) ?? []), { modelId, globalId }]);
      }
      const painted = view.paint([...groups].map(([colour, elements]) => ({ colour, elements })));
      const points = pointsOf(report, (at) => view.placed(modelId, at), scale);
      return points ? [painted, view.showPoints(points.coordinates, points.colours)] : [painted];
    });
  }

  #show(key: string, goTo: readonly ElementRef[] | undefined, draw: (view: BimView) => Disposable[]): void {
    const view = this.#views.current;
    if (!view) return;
    this.clear();
    this.shown = key;
    const finish = (): void => {
      this.#drawn = draw(view);
      if (goTo) void view.zoomTo(goTo);
    };
    const models = new Set(goTo?.map(({ modelId }) => modelId));
    for (const id of models) this.#stage.show(id, true);
    const isLoading = () => this.#stage.models.some(({ id, state }) => models.has(id) && state === 'loading');
    if (!isLoading()) return finish();
    const loaded$ = this.#stage.models$.pipe(
      observeOn(asapScheduler),
      filter(() => !isLoading()),
      take(1),
    );
    const waiting = loaded$.subscribe(() => runInAction(finish));
    this.#drawn = [{ dispose: () => waiting.unsubscribe() }];
  }
}
export const SHOWN_RESULT = serviceToken<ShownResult>('bim-checks.ShownResult');

export const keyOfClash = ({ a, b }: BimClash): string => `${a.globalId} ${b.globalId}`;

/** Metres at the ends of the colours: three times the tolerance, or the reach where that is less. */
export const scaleOf = ({ tolerance, reach }: Pick<Deviations, 'tolerance' | 'reach'>): number =>
  Math.min(reach, 3 * tolerance);

/** The sample of a report in the view; undefined where the model is not drawn. */
export function pointsOf(
  { sample }: Pick<Deviations, 'sample'>,
  placed: (at: readonly [number, number, number]) => readonly [number, number, number] | undefined,
  scale: number,
): { readonly coordinates: Float64Array; readonly colours: Float32Array } | undefined {
  const bytes = Uint8Array.from(atob(sample.floats), (one) => one.charCodeAt(0));
  const floats = new Float32Array(bytes.buffer, 0, sample.count * 4);
  const coordinates = new Float64Array(sample.count * 3);
  const colours = new Float32Array(sample.count * 3);
  const [ox, oy, oz] = sample.origin;
  for (let i = 0; i < sample.count; i++) {
    const [x, y, z, distance] = floats.subarray(4 * i, 4 * i + 4);
    const at = placed([x! + ox, y! + oy, z! + oz]);
    if (!at) return undefined;
    coordinates.set(at, 3 * i);
    colours.set(colourOfDeviation(distance! / scale), 3 * i);
  }
  return { coordinates, colours };
}
