import { BehaviorSubject, type Observable } from 'rxjs';
import type { Api } from '#core/api';
import { serviceToken } from '#core/kernel';
import { onEachView, type Sketch, type Views } from '#core/mapview';
import type { Projects } from '#core/project';
import { bimFootprint, type AnswerOf, type BimModel, type Position } from '#core/protocol';
import type { MovingModel } from '#plugins/bim/bim-viewer/api';
import { movedOutline } from './moved.ts';

const SLOT = 'bim-outlines';

type Coordinates = AnswerOf<typeof bimFootprint>['geometry']['coordinates'];
interface Outline {
  readonly name: string;
  readonly coordinates: Coordinates;
  /** Where its model stands; undefined: nobody knows. */
  readonly toEcef: readonly number[] | undefined;
  /** Of the outline, above the ellipsoid. */
  readonly height: number;
}

/** The outlines of models, drawn on the flat map and on the globe. */
export class Outlines {
  readonly #shown = new BehaviorSubject<ReadonlySet<string>>(new Set());
  readonly shown$ = this.#shown.asObservable();
  readonly #outlines = new Map<string, Outline>();
  #moving: MovingModel | undefined;
  readonly #api: Pick<Api, 'call'>;
  readonly #views: Views;

  constructor(
    api: Pick<Api, 'call'>,
    views: Views,
    projects: Pick<Projects, 'current$'>,
    moving$: Observable<MovingModel | undefined> | undefined,
  ) {
    this.#api = api;
    this.#views = views;
    onEachView(views, (view) => {
      if (view.kind !== '2d' && view.kind !== '3d') return undefined;
      const following = this.shown$.subscribe(() => view.show(this.#picture, SLOT));
      return { dispose: () => following.unsubscribe() };
    });
    moving$?.subscribe((moving) => {
      const isShown = [moving?.id, this.#moving?.id].some((id) => id !== undefined && this.#outlines.has(id));
      this.#moving = moving;
      if (isShown) this.#notify();
    });
    projects.current$.subscribe(() => {
      this.#outlines.clear();
      this.#notify();
    });
  }

  get shown(): ReadonlySet<string> {
    return this.#shown.value;
  }

  /** Draws the outline of a model, and moves the map there. Throws AppError. */
  async show({ id, name, georeference }: BimModel): Promise<void> {
    const { data } = await this.#api.call(bimFootprint, { params: { id } });
    const { coordinates } = data.geometry;
    const height = data.properties.bottom ?? georeference?.position?.[2] ?? 0;
    this.#outlines.set(id, { name, coordinates, toEcef: georeference?.toEcef ?? undefined, height });
    this.#notify();
    this.#views.active?.fly([...extentOf(coordinates)]);
  }

  hide({ id }: Pick<BimModel, 'id'>): void {
    if (this.#outlines.delete(id)) this.#notify();
  }

  get #picture(): Sketch | undefined {
    if (this.#outlines.size === 0) return undefined;
    const moving = this.#moving;
    const all = [...this.#outlines].map(([id, { name, coordinates, toEcef, height }]) => {
      const isMoving = moving?.id === id && toEcef !== undefined;
      const there = isMoving
        ? movedOutline(coordinates, { toEcef, height }, (local) => moving.toPosition(local))
        : coordinates;
      const [west, south, east, north] = extentOf(there);
      return {
        shape: { geometry: { type: 'MultiPolygon', coordinates: there } as never },
        label: { position: [(west + east) / 2, (south + north) / 2] as Position, text: name },
      };
    });
    return { shapes: all.map(({ shape }) => shape), labels: all.map(({ label }) => label) };
  }

  #notify(): void {
    this.#shown.next(new Set(this.#outlines.keys()));
  }
}

function extentOf(coordinates: Coordinates): readonly [number, number, number, number] {
  const corners = coordinates.flat(2);
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
export const OUTLINES = serviceToken<Outlines>('bim-models.Outlines');
