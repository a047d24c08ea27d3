import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useEffect } from 'react';
import { VIEWS } from '#core/mapview';
import { PROJECTS } from '#core/project';
import { useService } from '#core/react';
import { IMPORT_WIZARD } from '../model/wizard.ts';

/** Loaded on the first import. */
const ImportDialog = lazy(async () => ({ default: (await import('./ImportDialog.tsx')).ImportDialog }));

/** The dialog over the map; zooms to what was imported. */
export const ImportOverlay = observer(function ImportOverlay() {
  const wizard = useService(IMPORT_WIZARD);
  const projects = useService(PROJECTS);
  const views = useService(VIEWS);
  const done = wizard.step === 'done';
  useEffect(() => {
    // A new object type adds a layer.
    if (done) void projects.current?.reloadTypes().catch(() => undefined);
  }, [done, projects]);
  if (wizard.projectId === undefined) return null;
  return (
    <Suspense>
      <ImportDialog
        wizard={wizard}
        onShow={(extent) => {
          if (extent) views.active?.fly([...extent]);
          views.active?.focus();
        }}
      />
    </Suspense>
  );
});
