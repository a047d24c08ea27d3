import { makeAutoObservable, observable, observableRef, reaction, runInAction } from 'mobx';
import type { Observable } from 'rxjs';
import { positionsBy } from '#core/geodesy';
import { serviceToken } from '#core/kernel';
import type { BimModel } from '#core/protocol';
import type { MovingModel } from '#plugins/bim/bim-viewer/api';
import type { LentTileset, Tilesets } from '#plugins/globe/map-3d/api';
import type { ModelDesk } from './model-desk.ts';
import { movedPlace } from './moved.ts';

/** The models that are drawn on the globe, at the place that is applied now. */
export class ModelsOnGlobe {
  readonly shown = observable.set<string>();
  /** A model that is being placed. */
  moving: MovingModel | undefined = undefined;
  readonly #desk: Pick<ModelDesk, 'models'>;

  constructor(
    desk: Pick<ModelDesk, 'models'>,
    tilesets: Pick<Tilesets, 'lend'>,
    moving$: Observable<MovingModel | undefined> | undefined,
  ) {
    this.#desk = desk;
    makeAutoObservable(this, { shown: false, moving: observableRef });
    moving$?.subscribe((moving) => runInAction(() => (this.moving = moving)));
    reaction(
      () => this.lent,
      (sets) => tilesets.lend('bim-models', sets),
    );
  }

  show(id: string, shown: boolean): void {
    if (shown) this.shown.add(id);
    else this.shown.delete(id);
  }

  get lent(): readonly LentTileset[] {
    return this.#desk.models.flatMap((model) => (this.shown.has(model.id) ? lentOf(model, this.moving) : []));
  }
}
export const MODELS_ON_GLOBE = serviceToken<ModelsOnGlobe>('bim-models.OnGlobe');

/** None while it is not converted or nothing places it. */
export function lentOf(model: BimModel, moving?: MovingModel): LentTileset[] {
  const { id, name, parts, georeference } = model;
  const edition = /\/fragments\/(\d+)\//.exec(parts[0]?.path ?? '')?.[1];
  const place = georeference?.toEcef;
  if (edition === undefined || !place) return [];
  // At another place it is loaded anew.
  const lent = {
    id: `${id} ${edition} ${place.join()}`,
    name,
    path: `/bim/${id}/globe/${edition}/tileset.json`,
  };
  if (moving?.id !== id) return [lent];
  const there = movedPlace(model.origin ?? [0, 0, 0], positionsBy(place), (local) =>
    moving.toPosition(local),
  );
  return [{ ...lent, place: there }];
}
