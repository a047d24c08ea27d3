import { useObservable, useService, useTranslate, ViewerHelp, ViewerModes } from '#core/react';
import { BIM_VIEWS, type BimCameraMode, type BimView } from '../api.ts';

const MODES: readonly { readonly id: BimCameraMode; readonly path: string }[] = [
  { id: 'orbit', path: 'M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8M3 12c0-3 4-5 9-5s9 2 9 5-4 5-9 5' },
  {
    id: 'walk',
    path: 'M11 4a1.500 1.500 0 1 0 3 0a1.500 1.500 0 1 0-3 0M8 11l4-3 2 4 3 1M12 8l-1 6 4 3v5M11 14l-2 8',
  },
  { id: 'plan', path: 'M4 5h16v14H4zM4 12h7M14 5v9' },
  { id: 'front', path: 'M4 20V9l8-5 8 5v11zM12 23v-3' },
  { id: 'right', path: 'M4 20V9l8-5 8 5v11zM23 14h-3' },
  { id: 'back', path: 'M4 20V9l8-5 8 5v11zM12 1v3' },
  { id: 'left', path: 'M4 20V9l8-5 8 5v11zM1 14h3' },
];

/** How the camera moves, on top of the view. */
export function CameraBar() {
  const views = useService(BIM_VIEWS);
  const view = useObservable(views.current$, views.current);
  return view ? <OfView view={view} /> : null;
}

function OfView({ view }: { view: BimView }) {
  const t = useTranslate('bim-viewer');
  const mode = useObservable(view.mode$, view.mode);
  return (
    <>
      <ViewerModes
        label={t('camera.label')}
        modes={MODES.map((each) => ({ ...each, title: t(`camera.${each.id}`) }))}
        selected={mode}
        onSelect={(wanted) => {
          view.setMode(wanted);
          view.focus();
        }}
      />
      {mode === 'walk' && <ViewerHelp>{t('camera.walk.help')}</ViewerHelp>}
    </>
  );
}
