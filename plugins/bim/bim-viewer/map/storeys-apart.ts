import { combineLatest, distinctUntilChanged, map } from 'rxjs';
import type { Api } from '#core/api';
import { Lifetime } from '#core/kernel';
import type { ModelCoordinates } from '../api.ts';
import type { ProjectModels } from '../model/stage.ts';
import { storeyItems } from '../model/storey-items.ts';
import { DrawnModel } from './drawn-model.ts';
import type { Fragments } from './fragments.ts';
import type { MapViewBim } from './view.ts';

export interface StoreysOf {
  readonly api: Pick<Api, 'call'>;
  readonly stage: ProjectModels;
  readonly fragments: Fragments;
  readonly origin: ModelCoordinates;
  /** Called when storeys could not be made. */
  readonly failed: (thrown: unknown) => void;
}

/** Draws the storeys of the models apart, as far as the stage says; each is a subset of the fragments of its model. */
export function followStoreys(
  { api, stage, fragments, origin, failed }: StoreysOf,
  view: MapViewBim,
): Lifetime {
  const lifetime = new Lifetime();
  let work = Promise.resolve();
  const join = async (): Promise<void> => {
    for (const { key } of view.models.whole)
      if (view.models.isParted(key))
        for (const storey of view.models.join(key)) await fragments.unload(storey.fragments);
  };
  const part = async (model: DrawnModel): Promise<void> => {
    const levels = await storeyItems(api, model.modelId);
    const inStoreys = levels.map((items) => [...model.idsIn(items)].filter((id) => model.has(id)));
    const known = new Set(inStoreys.flat());
    const others = model.ids.filter((id) => !known.has(id));
    // What is in no storey stays with the lowest.
    const [lowest = [], ...upper] = inStoreys;
    const storeys: DrawnModel[] = [];
    for (const [level, ids] of [[...lowest, ...others], ...upper].entries()) {
      if (ids.length === 0) continue;
      const name = `${model.key}/${level}`;
      const loaded = await fragments.subset(model.fragments, ids, name);
      storeys.push(
        await DrawnModel.prepare(model.modelId, loaded, model.placement, origin, { of: model, level }),
      );
    }
    if (lifetime.closed || !view.models.whole.includes(model)) {
      for (const storey of storeys) await fragments.unload(storey.fragments);
      return;
    }
    view.models.part(model.key, storeys);
  };
  const bring = async (): Promise<void> => {
    if (lifetime.closed) return;
    if (stage.look.apart === 0) return join();
    for (const model of view.models.whole.filter(({ key }) => !view.models.isParted(key))) await part(model);
    if (!lifetime.closed) view.models.raise(stage.look.apart);
  };
  const apart$ = stage.look$.pipe(
    map(({ apart }) => apart),
    distinctUntilChanged(),
  );
  const following = combineLatest([apart$, stage.models$]).subscribe(() => {
    work = work.then(bring).catch((thrown: unknown) => {
      if (!lifetime.closed) failed(thrown);
    });
  });
  lifetime.add(() => following.unsubscribe());
  return lifetime;
}
