import { BehaviorSubject } from 'rxjs';
import type { Api } from '#core/api';
import { serviceToken } from '#core/kernel';
import { onEachView, type Sketch, type Views } from '#core/mapview';
import type { Projects } from '#core/project';
import { bimFootprint, type BimModel } from '#core/protocol';

const SLOT = 'bim-outlines';

/** The outlines of models, drawn on the flat map and on the globe. */
export class Outlines {
  readonly #shown = new BehaviorSubject<ReadonlySet<string>>(new Set());
  readonly shown$ = this.#shown.asObservable();
  readonly #pictures = new Map<string, Sketch>();
  readonly #api: Pick<Api, 'call'>;
  readonly #views: Views;

  constructor(api: Pick<Api, 'call'>, views: Views, projects: Pick<Projects, 'current$'>) {
    this.#api = api;
    this.#views = views;
    onEachView(views, (view) => {
      if (view.kind !== '2d' && view.kind !== '3d') return undefined;
      const following = this.shown$.subscribe(() => view.show(this.#picture, SLOT));
      return { dispose: () => following.unsubscribe() };
    });
    projects.current$.subscribe(() => {
      this.#pictures.clear();
      this.#notify();
    });
  }

  get shown(): ReadonlySet<string> {
    return this.#shown.value;
  }

  /** Draws the outline of a model, and moves the map there. Throws AppError. */
  async show({ id, name }: BimModel): Promise<void> {
    const { data } = await this.#api.call(bimFootprint, { params: { id } });
    const { coordinates } = data.geometry;
    const rings = coordinates.flat(2);
    const [xs, ys] = [rings.map(([x]) => x), rings.map(([, y]) => y)];
    const extent = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] as const;
    this.#pictures.set(id, {
      shapes: [{ geometry: { type: 'MultiPolygon', coordinates } as never }],
      labels: [{ position: [(extent[0] + extent[2]) / 2, (extent[1] + extent[3]) / 2], text: name }],
    });
    this.#notify();
    this.#views.active?.fly([...extent]);
  }

  hide({ id }: Pick<BimModel, 'id'>): void {
    if (this.#pictures.delete(id)) this.#notify();
  }

  get #picture(): Sketch | undefined {
    const all = [...this.#pictures.values()];
    return all.length === 0
      ? undefined
      : { shapes: all.flatMap(({ shapes }) => shapes), labels: all.flatMap(({ labels = [] }) => labels) };
  }

  #notify(): void {
    this.#shown.next(new Set(this.#pictures.keys()));
  }
}
export const OUTLINES = serviceToken<Outlines>('bim-models.Outlines');
