import { useMemo } from 'react';
import { map as mapped } from 'rxjs';
import { PROJECTS } from '#core/project';
import {
  Icon,
  IconButton,
  useI18n,
  useObservable,
  useRunCommand,
  useService,
  useSetting,
  useTranslate,
} from '#core/react';
import { MAPS, type WorkspaceMap } from '../api.ts';
import { scaleBarOf } from '../model/scale.ts';
import { OtherViewers } from './OtherViewers.tsx';
import './Controls.css';

/** Navigation buttons, scale bar and attribution of the base layer. */
export function Controls() {
  const maps = useService(MAPS);
  const map = useObservable(maps.current$, maps.current);
  return map ? <OnMap map={map} /> : null;
}

function OnMap({ map }: { map: WorkspaceMap }) {
  const t = useTranslate('map-2d');
  const runCommand = useRunCommand();
  const projects = useService(PROJECTS);
  const project = useObservable(projects.current$, projects.current);
  const run = (command: string) => () => void runCommand(command);
  return (
    <>
      <div className="map2d-buttons" data-keep-clear role="group" aria-label={t('controls.label')}>
        <IconButton
          label={t('command.zoom-in')}
          keys="+"
          placement="start"
          icon={<Icon name="plus" />}
          onPress={() => map.zoomBy(1)}
        />
        <IconButton
          label={t('command.zoom-out')}
          keys="-"
          placement="start"
          icon={<Icon name="minus" />}
          onPress={() => map.zoomBy(-1)}
        />
        <IconButton
          label={t('command.extent')}
          keys="Home"
          placement="start"
          icon={<Icon name="extent" />}
          onPress={run('map-2d.extent')}
        />
        <IconButton
          label={t('command.here')}
          placement="start"
          icon={<Icon name="locate" />}
          onPress={run('map-2d.here')}
        />
        {project && <OtherViewers map={map} projectId={project.project.id} />}
      </div>
      <div className="map2d-foot">
        <ScaleBar map={map} />
        <Attribution map={map} />
      </div>
    </>
  );
}

function ScaleBar({ map }: { map: WorkspaceMap }) {
  const i18n = useI18n();
  const resolution$ = useMemo(() => map.camera$.pipe(mapped(({ resolution }) => resolution)), [map]);
  const resolution = useObservable(resolution$, map.camera.resolution);
  const [{ lengthUnit }] = useSetting('units');
  const bar = scaleBarOf(resolution, lengthUnit);
  return (
    <div className="map2d-scale g-figures" style={{ inlineSize: bar.pixels }}>
      {i18n.number(bar.length, { style: 'unit', unit: bar.unit })}
    </div>
  );
}

function Attribution({ map }: { map: WorkspaceMap }) {
  const text = useObservable(map.attribution$, '');
  return text === '' ? null : <div className="map2d-attribution">{text}</div>;
}
