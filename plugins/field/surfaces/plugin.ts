import { ContainerModule } from 'inversify';
import { VIEWS } from '#core/mapview';
import { PROJECTS } from '#core/project';
import { onDemand } from '#core/react';
import { inWorker } from './model/compute.ts';
import { SURFACES, SurfaceDesk } from './model/surface-desk.ts';
import { showSurfaces } from './model/surfaces-on-maps.ts';

export default new ContainerModule(({ bind }) => {
  bind(SURFACES)
    .toDynamicValue(({ get }) => {
      const desk = new SurfaceDesk(inWorker);
      showSurfaces(desk, get(VIEWS));
      // Surfaces are of the open project.
      get(PROJECTS).current$.subscribe(() => desk.clear());
      return desk;
    })
    .inSingletonScope();
  bind('surfaces.Panel').toConstantValue(onDemand(() => import('./ui/SurfacesPanel.tsx')));
});
