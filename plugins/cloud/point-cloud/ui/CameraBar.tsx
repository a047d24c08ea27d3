import { CAMERA_PATHS, useObservable, useService, useTranslate, ViewerHelp, ViewerModes } from '#core/react';
import { CLOUD_VIEWS, type CloudCameraMode, type CloudView } from '../api.ts';
import { LocalNote } from './LocalNote.tsx';
import { SnapBar } from './SnapBar.tsx';
import './CameraBar.css';

const MODES: readonly { readonly id: CloudCameraMode; readonly path: string }[] = [
  { id: 'orbit', path: CAMERA_PATHS.orbit },
  { id: 'fly', path: 'M3 12l18-8-6 17-4-7z' },
  { id: 'walk', path: CAMERA_PATHS.walk },
  { id: 'top', path: 'M4 8l8-4 8 4-8 4zM4 8v8l8 4 8-4V8M12 2v4' },
  { id: 'front', path: 'M4 6h16v12H4zM12 21v-3M9 20l3-3 3 3' },
  { id: 'side', path: 'M7 4l10 4v12L7 16zM21 12h-3M20 9l-3 3 3 3' },
];

/** How the camera moves, on top of the view. */
export function CameraBar() {
  const views = useService(CLOUD_VIEWS);
  const view = useObservable(views.current$, views.current);
  return view ? <OfView view={view} /> : null;
}

function OfView({ view }: { view: CloudView }) {
  const t = useTranslate('point-cloud');
  const mode = useObservable(view.mode$, view.mode);
  const isOnFoot = mode === 'fly' || mode === 'walk';
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
      <SnapBar view={view} />
      {view.localOf && <LocalNote />}
      {isOnFoot && <ViewerHelp>{t(`camera.${mode}.help`)}</ViewerHelp>}
    </>
  );
}
