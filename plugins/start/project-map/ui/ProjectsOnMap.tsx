import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { debounceTime } from 'rxjs';
import { ObjectDocument } from '#core/document';
import { Lifetime } from '#core/kernel';
import { useI18n, useService, useTranslate } from '#core/react';
import { PLAIN_MAP, type WorkspaceMap } from '#plugins/work/map-2d/api';
import { clustersAt } from '../model/clusters.ts';
import { extentOfMiddles, type MapProject } from '../model/map-project.ts';
import { MAP_PARTS } from '../model/map-parts.ts';
import type { NearDrawing } from '../model/near-shape.ts';
import type { ProjectMap } from '../model/project-map.ts';
import { useAddressOf } from './useAddressOf.ts';

/** Milliseconds that the map rests until distances are measured from its middle. */
const REST = 250;
/** Zoom at which a single place is shown. */
const PLACE_ZOOM = 15;
/** The deepest zoom to which a marker of several projects leads. */
const DEEPEST = 19;

interface ProjectsOnMapProps {
  projects: ProjectMap;
  drawing: NearDrawing;
}

/** The map with its markers. */
export const ProjectsOnMap = observer(function ProjectsOnMap({ projects, drawing }: ProjectsOnMapProps) {
  const t = useTranslate('project-map');
  const PlainMap = useService(PLAIN_MAP);
  const parts = useService(MAP_PARTS);
  const [document] = useState(() => new ObjectDocument('project-map'));
  const [map, setMap] = useState<WorkspaceMap>();
  useMarkers(map, projects);
  useEffect(() => {
    if (!map) return;
    const lifetime = new Lifetime();
    lifetime.add(parts.drawNear(map, drawing, () => projects.near?.geometries ?? []));
    lifetime.add(map.camera$.pipe(debounceTime(REST)).subscribe(({ center }) => projects.setOrigin(center)));
    return () => lifetime.dispose();
  }, [map, parts, drawing, projects]);
  const onKey = (key: string): boolean => {
    if (!drawing.kind) return false;
    if (key === 'Escape') drawing.stop();
    else if (key === 'Backspace') drawing.takeBack();
    else if (key === 'Enter' && drawing.canFinish) drawing.finish();
    else return false;
    return true;
  };
  return (
    <div className="project-map-map" data-drawing={drawing.kind !== undefined || undefined}>
      <PlainMap
        label={t('map')}
        document={document}
        whole={() => projects.whole}
        onOpen={(made) => {
          setMap(made);
          return () => setMap(undefined);
        }}
        isDrawing={drawing.kind !== undefined}
        onKey={onKey}
      />
    </div>
  );
});

function useMarkers(map: WorkspaceMap | undefined, projects: ProjectMap): void {
  const t = useTranslate('project-map');
  const i18n = useI18n();
  const navigate = useNavigate();
  const parts = useService(MAP_PARTS);
  const addressOf = useAddressOf(projects);
  const open = useEffectEvent((project: MapProject) => void navigate(addressOf(project)));
  useEffect(() => {
    if (!map) return;
    const lifetime = new Lifetime();
    const markers = lifetime.add(
      parts.markers(map, {
        countLabel: (count) => t('cluster', { count, projects: i18n.number(count) }),
        number: (count) => i18n.number(count, { notation: 'compact' }),
        onOpen: (project) => open(project),
        onHover: projects.hover,
        onCluster: ({ projects: together }) => {
          const parts = clustersAt(together, DEEPEST).length > 1;
          const extent = extentOfMiddles(together);
          if (parts && extent) map.fly(extent, { zoom: DEEPEST });
          else projects.showOnly(together.map(({ id }) => id));
        },
      }),
    );
    lifetime.add(
      reaction(
        () => projects.found,
        (found) => {
          markers.show(found);
          const { whole } = projects;
          if (whole && !projects.only) map.fly(whole, { zoom: PLACE_ZOOM });
        },
        { fireImmediately: true },
      ),
    );
    lifetime.add(
      reaction(
        () => projects.marked,
        (id) => markers.mark(id),
      ),
    );
    lifetime.add(
      reaction(
        () => projects.chosen,
        (id) => {
          const extent = projects.projects.find((each) => each.id === id)?.extent;
          if (extent) map.fly(extent, { zoom: PLACE_ZOOM });
        },
      ),
    );
    return () => lifetime.dispose();
  }, [map, parts, projects, t, i18n]);
}
