import { Lifetime } from '#core/kernel';
import type { ModelFrame } from '../model/frame.ts';
import { placementOnEarth } from '../model/place.ts';
import type { ProjectModels } from '../model/stage.ts';
import type { MapViewBim } from './view.ts';

/** Draws a model that is being placed where it would come to lie. */
export function followMoving(stage: ProjectModels, view: MapViewBim, frame: ModelFrame): Lifetime {
  const lifetime = new Lifetime();
  let last: string | undefined;
  const following = stage.moving$.subscribe((moving) => {
    if (last !== undefined && last !== moving?.id) view.models.move(last, undefined);
    last = moving?.id;
    const model = moving && stage.storedOf(moving.id);
    if (!model) return;
    try {
      view.models.move(
        model.id,
        placementOnEarth(model, (local) => moving.toPosition(local), frame),
      );
    } catch {
      // Far outside of the CRS of the view.
      view.models.move(model.id, undefined);
    }
  });
  lifetime.add(() => following.unsubscribe());
  return lifetime;
}
