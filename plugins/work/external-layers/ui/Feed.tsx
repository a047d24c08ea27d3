import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { VIEWS } from '#core/mapview';
import { dialogOnDemand, onDemand, useObservable, useService } from '#core/react';
import { GIVEN_FILES } from '../model/file/given-files.ts';
import { EXTERNAL_LAYERS } from '../model/project-external-layers.ts';

const FileLayersDialog = dialogOnDemand(GIVEN_FILES, () => import('./file/FileLayersDialog.tsx'));
const Attraction = onDemand(() => import('./Attraction.tsx'));

/** Draws the layers in every viewer that can, and lets their objects attract, while the workspace is open. */
export const Feed = observer(function Feed() {
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
  return (
    <>
      {layers.arranged.some(({ snaps }) => snaps) && <Attraction />}
      <FileLayersDialog />
    </>
  );
});
