import { PROJECTS } from '#core/project';
import {
  Icon,
  IconButton,
  useObservable,
  useRunCommand,
  useService,
  useTranslate,
  ViewerButtons,
} from '#core/react';
import { MAPS, type WorkspaceMap } from '../api.ts';
import { MapFoot } from './MapFoot.tsx';
import { OtherViewers } from './OtherViewers.tsx';

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
      <ViewerButtons label={t('controls.label')}>
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
      </ViewerButtons>
      <MapFoot map={map} />
    </>
  );
}
