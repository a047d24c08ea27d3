import { ContainerModule } from 'inversify';
import { API } from '#core/api';
import { devicePosition } from '#core/browser';
import { I18N } from '#core/i18n';
import { VIEWS } from '#core/mapview';
import { SETTINGS } from '#core/settings';
import {
  FOLLOW_PROJECT,
  LAYOUT,
  MAP_FRAME,
  MAPS,
  PLAIN_MAP,
  READ_SERVICE,
  TILE_PAINTER,
  type TilePainter,
} from './api.ts';
import { followProjectWith } from './map/follow-project.ts';
import { openMapWith, openPlainMapWith } from './map/open-map.ts';
import { extentCommand, hereCommand, zoomCommand } from './model/commands.ts';
import { SplitLayout } from './model/layout.ts';
import { OpenMaps } from './model/maps.ts';
import { OPEN_MAP, OPEN_PLAIN_MAP } from './model/open-map.ts';
import { Controls } from './ui/Controls.tsx';
import { Coordinates, Loading, Scale, Snapping } from './ui/Status.tsx';
import { CursorReadout } from './ui/CursorReadout.tsx';
import { Frame } from './ui/Frame.tsx';
import { PlainMap } from './ui/PlainMap.tsx';
import { Viewer } from './ui/Viewer.tsx';
import { Workspace } from './ui/Workspace.tsx';

export default new ContainerModule(({ bind }) => {
  bind(MAPS)
    .toDynamicValue((services) => new OpenMaps(services.get(VIEWS)))
    .inSingletonScope();
  bind(LAYOUT).toConstantValue(new SplitLayout());
  bind(OPEN_MAP)
    .toDynamicValue((services) => openMapWith(services.get(FOLLOW_PROJECT), services.get(SETTINGS)))
    .inSingletonScope();
  bind(FOLLOW_PROJECT)
    .toDynamicValue((services) => followProjectWith(services.get(API), services.get(SETTINGS)))
    .inSingletonScope();
  bind(OPEN_PLAIN_MAP)
    .toDynamicValue((services) => openPlainMapWith(services.get(SETTINGS)))
    .inSingletonScope();
  bind(READ_SERVICE).toConstantValue(async (text, address) => {
    const { readService } = await import('./map/external/read-service.ts');
    return readService(text, address);
  });
  let painter: Promise<TilePainter> | undefined;
  bind(TILE_PAINTER).toConstantValue(
    () => (painter ??= import('./map/vector/tile-painter.ts').then((code) => new code.WorkerTilePainter())),
  );
  bind(PLAIN_MAP).toConstantValue(PlainMap);
  bind(MAP_FRAME).toConstantValue(Frame);
  bind('map-2d.zoom-in').toDynamicValue((services) => zoomCommand(services.get(MAPS), 1));
  bind('map-2d.zoom-out').toDynamicValue((services) => zoomCommand(services.get(MAPS), -1));
  bind('map-2d.extent').toDynamicValue((services) => extentCommand(services.get(MAPS)));
  bind('map-2d.here').toDynamicValue((services) =>
    hereCommand(services.get(MAPS), devicePosition, (key) => services.get(I18N).t(key)),
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
