import { reaction } from 'mobx';
import { useEffect } from 'react';
import { debounceTime, merge, Subject } from 'rxjs';
import { VIEWS, type MapView } from '#core/mapview';
import { useObservable, useService } from '#core/react';
import { OBJECTS_IN_VIEW, type ObjectsInView } from '../model/objects-in-view.ts';
import { EXTERNAL_LAYERS, type ProjectExternalLayers } from '../model/project-external-layers.ts';

/** Milliseconds without a move after which a map rests. */
const REST = 300;

/** Draws the layers in every viewer that can, and lets their objects attract, while the workspace is open. */
export function Feed() {
  const views = useService(VIEWS);
  const layers = useService(EXTERNAL_LAYERS);
  const open = useObservable(views.open$, views.open);
  useEffect(
    () =>
      reaction(
        () => layers.states,
        (states) => {
          for (const view of open)
            if (view.setExternalLayers) layers.noteUndrawn(view.kind, view.setExternalLayers(states, layers));
        },
        { fireImmediately: true },
      ),
    [open, layers],
  );
  const objects = useService(OBJECTS_IN_VIEW);
  useEffect(() => attract(open, layers, objects), [open, layers, objects]);
  return null;
}

/** Keeps what attracts as it is in view, whenever a map comes to rest. Returns what ends it. */
function attract(
  open: readonly MapView[],
  layers: ProjectExternalLayers,
  objects: ObjectsInView,
): (() => void) | undefined {
  const view = open.find(({ setAttractors }) => setAttractors);
  if (!view) return undefined;
  const update = async () => {
    const geometries = await objects.attracting(view.camera);
    if (geometries) view.setAttractors?.(geometries);
  };
  const arranged$ = new Subject<void>();
  const stop = reaction(
    () => layers.arranged,
    () => arranged$.next(),
  );
  const following = merge(view.camera$, arranged$)
    .pipe(debounceTime(REST))
    .subscribe(() => void update());
  return () => {
    stop();
    following.unsubscribe();
    view.setAttractors?.([]);
  };
}
