import { ContainerModule } from 'inversify';
import { API, LIVE } from '#core/api';
import { VIEWS } from '#core/mapview';
import { PANELS } from '#core/plugin';
import { PROJECTS } from '#core/project';
import { onDemand } from '#core/react';
import { LAYERS } from '#plugins/work/layers/api';
import { SELECTION } from '#plugins/work/selection/api';
import { showFrames } from './map/frames-on-map.ts';
import { PlaceFrames } from './map/place-frames.ts';
import { SHEET_DESK, SheetDesk } from './model/sheet-desk.ts';
import { SHEET_PRINT, SheetPrint } from './model/sheet-print.ts';
import { SHEET_TEMPLATES, SheetTemplates } from './model/sheet-templates.ts';

export default new ContainerModule(({ bind }) => {
  bind(SHEET_DESK)
    .toDynamicValue(({ get }) => {
      const desk = new SheetDesk(get(API), get(PROJECTS), {
        layers: get(LAYERS, { optional: true }),
        selection: get(SELECTION, { optional: true }),
      });
      showFrames(desk, get(VIEWS));
      return desk;
    })
    .inSingletonScope();
  bind(SHEET_PRINT)
    .toDynamicValue(({ get }) => new SheetPrint(get(API), get(LIVE), get(SHEET_DESK)))
    .inSingletonScope();
  bind(SHEET_TEMPLATES)
    .toDynamicValue(({ get }) => new SheetTemplates(get(API)))
    .inSingletonScope();
  bind('sheet.place').toDynamicValue(({ get }) => new PlaceFrames(get(SHEET_DESK), get(PANELS)));
  bind('sheet.Panel').toConstantValue(onDemand(() => import('./ui/SheetPanel.tsx')));
});
