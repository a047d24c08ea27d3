import { ContainerModule } from 'inversify';
import { API, LIVE } from '#core/api';
import { PROJECTS } from '#core/project';
import { onDemand } from '#core/react';
import { BIM_STAGE, BIM_VIEWS } from '#plugins/bim/bim-viewer/api';
import { CHECK_DESK, CheckDesk } from './model/check-desk.ts';
import { SHOWN_RESULT, ShownResult } from './model/shown-result.ts';

export default new ContainerModule(({ bind }) => {
  bind(CHECK_DESK)
    .toDynamicValue(({ get }) => new CheckDesk(get(API), get(LIVE), get(BIM_STAGE), get(PROJECTS)))
    .inSingletonScope();
  bind(SHOWN_RESULT)
    .toDynamicValue(({ get }) => new ShownResult(get(BIM_VIEWS), get(BIM_STAGE)))
    .inSingletonScope();
  bind('bim-checks.Panel').toConstantValue(onDemand(() => import('./ui/ChecksPanel.tsx')));
});
