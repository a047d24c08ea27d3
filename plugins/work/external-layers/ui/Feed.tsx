import { reaction } from 'mobx';
import { useEffect } from 'react';
import { VIEWS } from '#core/mapview';
import { useObservable, useService } from '#core/react';
import { EXTERNAL_LAYERS } from '../model/project-external-layers.ts';

/** Draws the layers in every viewer that can, while the workspace is open. */
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
  return null;
}
