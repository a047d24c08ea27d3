import { ContainerModule } from 'inversify';
import { API } from '#core/api';
import { I18N } from '#core/i18n';
import { VIEWS } from '#core/mapview';
import { SETTINGS } from '#core/settings';
import { MAPS_2D } from './api.ts';
import { openMapWith } from './map/open-map.ts';
import { extentCommand, hereCommand, zoomCommand } from './model/commands.ts';
import { OpenMaps } from './model/maps.ts';
import { OPEN_MAP } from './model/open-map.ts';
import { Controls } from './ui/Controls.tsx';
import { Coordinates, Loading, Scale, Snapping } from './ui/Status.tsx';
import { CursorReadout } from './ui/CursorReadout.tsx';
import { Viewer } from './ui/Viewer.tsx';
import { Workspace } from './ui/Workspace.tsx';

export default new ContainerModule(({ bind }) => {
  bind(MAPS_2D)
    .toDynamicValue((services) => new OpenMaps(services.get(VIEWS)))
    .inSingletonScope();
  bind(OPEN_MAP)
    .toDynamicValue((services) => openMapWith(services.get(API), services.get(SETTINGS)))
    .inSingletonScope();
  bind('map-2d.zoom-in').toDynamicValue((services) => zoomCommand(services.get(MAPS_2D), 1));
  bind('map-2d.zoom-out').toDynamicValue((services) => zoomCommand(services.get(MAPS_2D), -1));
  bind('map-2d.extent').toDynamicValue((services) => extentCommand(services.get(MAPS_2D)));
  bind('map-2d.here').toDynamicValue((services) =>
    // Missing on pages without TLS.
    hereCommand(services.get(MAPS_2D), (navigator as Partial<Navigator>).geolocation, (key) =>
      services.get(I18N).t(key),
    ),
  );
  bind('map-2d.Workspace').toConstantValue(Workspace);
  bind('map-2d.Viewer').toConstantValue(Viewer);
  bind('map-2d.Controls').toConstantValue(Controls);
  bind('map-2d.CursorReadout').toConstantValue(CursorReadout);
  bind('map-2d.Coordinates').toConstantValue(Coordinates);
  bind('map-2d.Scale').toConstantValue(Scale);
  bind('map-2d.Snapping').toConstantValue(Snapping);
  bind('map-2d.Loading').toConstantValue(Loading);
});
