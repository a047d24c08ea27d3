import { ContainerModule } from 'inversify';
import { API, LIVE } from '#core/api';
import { I18N } from '#core/i18n';
import { VIEWS } from '#core/mapview';
import { PANELS } from '#core/plugin';
import { PROJECTS } from '#core/project';
import { onDemand } from '#core/react';
import { SETTINGS } from '#core/settings';
import { TOASTS } from '#core/toasts';
import { LAYERS } from '#plugins/work/layers/api';
import { SELECTION } from '#plugins/work/selection/api';
import { SHEET_FRAMES } from './api.ts';
import { showFrames } from './map/frames-on-map.ts';
import { PlaceFrames } from './map/place-frames.ts';
import { ProfileLine } from './map/profile-line.ts';
import { SheetAdditions } from './model/sheet-additions.ts';
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
  bind(SHEET_FRAMES).toDynamicValue(({ get }) => new SheetAdditions(get(SHEET_DESK), get(TOASTS), get(I18N)));
  bind('sheet.place').toDynamicValue(({ get }) => new PlaceFrames(get(SHEET_DESK), get(PANELS)));
  bind('sheet.profile').toDynamicValue(
    ({ get }) => new ProfileLine(get(SHEET_DESK), get(PANELS), get(SETTINGS), get(I18N)),
  );
  bind('sheet.Panel').toConstantValue(onDemand(() => import('./ui/SheetPanel.tsx')));
});
