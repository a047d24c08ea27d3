import { makeAutoObservable, observable, reaction } from 'mobx';
import { serviceToken } from '#core/kernel';
import type { BimModel } from '#core/protocol';
import type { LentTileset, Tilesets } from '#plugins/globe/map-3d/api';
import type { ModelDesk } from './model-desk.ts';

/** The models that are drawn on the globe, at the place that is applied now. */
export class ModelsOnGlobe {
  readonly shown = observable.set<string>();
  readonly #desk: Pick<ModelDesk, 'models'>;

  constructor(desk: Pick<ModelDesk, 'models'>, tilesets: Pick<Tilesets, 'lend'>) {
    this.#desk = desk;
    makeAutoObservable(this, { shown: false });
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
    return this.#desk.models.flatMap((model) => (this.shown.has(model.id) ? lentOf(model) : []));
  }
}
export const MODELS_ON_GLOBE = serviceToken<ModelsOnGlobe>('bim-models.OnGlobe');

/** None while it is not converted or nothing places it. */
export function lentOf({ id, name, parts, georeference }: BimModel): LentTileset[] {
  const edition = /\/fragments\/(\d+)\//.exec(parts[0]?.path ?? '')?.[1];
  const place = georeference?.toEcef;
  if (edition === undefined || !place) return [];
  // At another place it is loaded anew.
  return [{ id: `${id} ${edition} ${place.join()}`, name, path: `/bim/${id}/globe/${edition}/tileset.json` }];
}
