import { useNavigate } from 'react-router-dom';
import { printQuery } from '#core/kernel';
import { VIEWS } from '#core/mapview';
import { addressOn, type Contribution } from '#core/plugin';
import { Icon, IconButton, useContributions, useObservable, useService, useTranslate } from '#core/react';
import { TOOLS } from '#core/tools';
import type { WorkspaceMap } from '../api.ts';
import { PLACE, printPlace, workspacePath } from '../model/address.ts';

/** Buttons to the other viewers, with the same place, scale, selection and tool. */
export function OtherViewers({ map, projectId }: { map: WorkspaceMap; projectId: string }) {
  const views = useService(VIEWS);
  const open = useObservable(views.open$, views.open);
  const viewers = useContributions('viewers').filter(
    ({ viewer }) => !open.some(({ kind }) => kind === viewer),
  );
  return viewers.map((viewer) => (
    <ToViewer key={viewer.id} viewer={viewer} map={map} projectId={projectId} />
  ));
}

function ToViewer({
  viewer,
  map,
  projectId,
}: {
  viewer: Contribution<'viewers'>;
  map: WorkspaceMap;
  projectId: string;
}) {
  const t = useTranslate('map-2d');
  const name = useTranslate(viewer.plugin);
  const tools = useService(TOOLS);
  const offered = useContributions('tools');
  const navigate = useNavigate();
  const go = () => {
    const active = offered.find(({ id }) => id === tools.active?.id);
    const route = active && active.group !== 'select' ? addressOn(active, viewer.viewer) : undefined;
    // What is local is nowhere on the other maps.
    const query = new URLSearchParams(map.localOf ? '' : window.location.search);
    if (!map.localOf) query.set(PLACE, printPlace(map.camera));
    void navigate({ pathname: workspacePath(projectId, viewer.viewer, route), search: printQuery(query) });
  };
  return (
    <IconButton
      label={t('controls.switch', { viewer: name(viewer.title) })}
      placement="start"
      icon={<Icon name={viewer.icon} />}
      onPress={go}
    />
  );
}
