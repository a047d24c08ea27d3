import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useEffect } from 'react';
import { VIEWS } from '#core/mapview';
import { PROJECTS } from '#core/project';
import { useObservable, useService } from '#core/react';
import { IMPORT_WIZARD } from '../model/wizard.ts';

/** Loaded on the first import. */
const ImportDialog = lazy(() => import('./ImportDialog.tsx'));

/** The dialog over the map; zooms to what was imported. */
export const ImportOverlay = observer(function ImportOverlay() {
  const wizard = useService(IMPORT_WIZARD);
  const projects = useService(PROJECTS);
  const views = useService(VIEWS);
  const view = useObservable(views.active$, views.active);
  const done = wizard.step === 'done';
  useEffect(() => {
    // A new object type adds a layer.
    if (done) void projects.current?.reloadTypes().catch(() => undefined);
  }, [done, projects]);
  const { toShow } = wizard;
  useEffect(() => {
    if (!toShow || !view) return;
    view.fly(toShow);
    wizard.shown();
  }, [toShow, view, wizard]);
  if (wizard.projectId === undefined) return null;
  return (
    <Suspense>
      <ImportDialog wizard={wizard} onShow={() => view?.focus()} />
    </Suspense>
  );
});
