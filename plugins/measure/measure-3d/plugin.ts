import { ContainerModule } from 'inversify';
import { distinctUntilChanged, map, merge } from 'rxjs';
import { API } from '#core/api';
import { I18N } from '#core/i18n';
import { AppError } from '#core/kernel';
import { VIEWS } from '#core/mapview';
import type { Command } from '#core/plugin';
import { PROJECTS } from '#core/project';
import type { Position } from '#core/protocol';
import { onDemand } from '#core/react';
import { SETTINGS } from '#core/settings';
import { CLOUD_VIEWS } from '#plugins/cloud/point-cloud/api';
import { GROUNDS, TILESETS, type TilesetLayer } from '#plugins/globe/map-3d/api';
import { CREATE_MEASURE_STORAGE } from '#plugins/measure/measure-2d/api';
import { SpaceMeasureTool } from './map/measure-tool.ts';
import { cloudAt } from './map/cloud-at.ts';
import { keepOnTheGlobe } from './map/on-the-globe.ts';
import { followPointer } from './map/pointed-profile.ts';
import { ALL_KINDS } from './model/kinds.ts';
import { SPACE_MEASURE_STORAGE, SPACE_MEASURES, SpaceMeasures } from './model/measures.ts';
import { spaceRecords } from './model/space-records.ts';
import { Bubbles } from './ui/Bubbles.tsx';

/** Shown on the globe, or about to be. */
const isSurface = ({ shown, state }: TilesetLayer): boolean =>
  shown && (state === 'loading' || state === 'drawn');
/** What makes a set another surface. */
const keyOf = ({ tileset: { id, place, clip } }: TilesetLayer) => [id, place, clip];

export default new ContainerModule(({ bind }) => {
  bind(SPACE_MEASURES)
    .toDynamicValue((services) => {
      const [ground, projects, views] = [services.get(GROUNDS), services.get(PROJECTS), services.get(VIEWS)];
      const tilesets = services.get(TILESETS);
      const api = services.get(API);
      const clouds = services.get(CLOUD_VIEWS, { optional: true });
      const measures = new SpaceMeasures(async (kind, vertices, choices, signal) => {
        const project = projects.current;
        if (!project) throw new AppError('no-project', 'No project is open.');
        const { document } = project;
        const view = views.active;
        const shown = (id: string): boolean => {
          const object = document.get(id);
          return object !== undefined && (view?.attracts(object) ?? true);
        };
        const [{ take }, { meshesOf }] = await Promise.all([
          import('./model/measuring.ts'),
          import('./model/meshes.ts'),
        ]);
        const meshes = meshesOf(api, {
          projectId: project.project.id,
          terrain: ground.activeTerrain?.id,
          sets: tilesets.layers.filter(isSurface).map(({ tileset }) => tileset.id),
        });
        const setAt = (vertex: Position) =>
          tilesets.drawing?.setAt(vertex) ?? cloudAt(clouds?.current, vertex);
        const isMiss = (vertex: Position) => clouds?.current?.isMiss(vertex) ?? false;
        return take(kind, vertices, { ground, meshes, document, shown, setAt, isMiss, choices, signal });
      });
      keepOnTheGlobe(measures, views, projects);
      followPointer(measures, views);
      merge(ground.changes$, tilesets.layers$)
        .pipe(
          map(() => JSON.stringify([ground.describe(), tilesets.layers.filter(isSurface).map(keyOf)])),
          distinctUntilChanged(),
        )
        .subscribe(() => measures.takeAgain());
      return measures;
    })
    .inSingletonScope();
  bind(SPACE_MEASURE_STORAGE)
    .toDynamicValue((services) =>
      services.get(CREATE_MEASURE_STORAGE)(services.get(SPACE_MEASURES), spaceRecords),
    )
    .inSingletonScope();
  for (const kind of ALL_KINDS)
    bind(`measure-3d.${kind}`).toDynamicValue(
      (services) =>
        new SpaceMeasureTool(kind, services.get(SPACE_MEASURES), services.get(SETTINGS), services.get(I18N)),
    );
  bind('measure-3d.clear').toDynamicValue((services): Command => {
    const measures = services.get(SPACE_MEASURES);
    return {
      run: () => measures.clear(),
      disabled: () => (measures.list.every(({ stored }) => stored) ? 'clear.nothing' : undefined),
    };
  });
  bind('measure-3d.Bubbles').toConstantValue(Bubbles);
  bind('measure-3d.Panel').toConstantValue(onDemand(() => import('./ui/Panel.tsx')));
});
