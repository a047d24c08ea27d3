import { ContainerModule } from 'inversify';
import { API } from '#core/api';
import { VIEWS } from '#core/mapview';
import { PROJECTS } from '#core/project';
import { onDemand } from '#core/react';
import { SURFACES, SurfaceDesk } from './model/surface-desk.ts';
import { showSurfaces } from './model/surfaces-on-maps.ts';

export default new ContainerModule(({ bind }) => {
  bind(SURFACES)
    .toDynamicValue(({ get }) => {
      const desk = new SurfaceDesk(get(API));
      showSurfaces(desk, get(VIEWS));
      get(PROJECTS).current$.subscribe((current) => desk.open(current?.project.id));
      return desk;
    })
    .inSingletonScope();
  bind('surfaces.Panel').toConstantValue(onDemand(() => import('./ui/SurfacesPanel.tsx')));
});
