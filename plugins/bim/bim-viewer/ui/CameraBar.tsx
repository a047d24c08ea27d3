import { CAMERA_PATHS, useObservable, useService, useTranslate, ViewerHelp, ViewerModes } from '#core/react';
import { BIM_VIEWS, type BimCameraMode, type BimView } from '../api.ts';

const MODES: readonly { readonly id: BimCameraMode; readonly path: string }[] = [
  { id: 'orbit', path: CAMERA_PATHS.orbit },
  { id: 'walk', path: CAMERA_PATHS.walk },
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
