import { ContainerModule } from 'inversify';
import { lazy } from 'react';
import { drawNear } from './map/draw-near.ts';
import { Markers } from './map/markers.ts';
import { MAP_PARTS } from './model/map-parts.ts';

export default new ContainerModule(({ bind }) => {
  bind(MAP_PARTS).toConstantValue({ markers: (view, options) => new Markers(view, options), drawNear });
  bind('project-map.Page').toConstantValue(lazy(() => import('./ui/ProjectMapPage.tsx')));
});
