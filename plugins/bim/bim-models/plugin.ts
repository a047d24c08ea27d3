import { ContainerModule } from 'inversify';
import { lazy } from 'react';
import { API, LIVE, ResumableUploads } from '#core/api';
import { EVENT_BUS } from '#core/events';
import { I18N } from '#core/i18n';
import { VIEWS } from '#core/mapview';
import { PROJECTS } from '#core/project';
import { dialogOnDemand, onDemand } from '#core/react';
import { SESSION } from '#core/session';
import { BIM_STAGE } from '#plugins/bim/bim-viewer/api';
import { TILESETS } from '#plugins/globe/map-3d/api';
import { SELECTION } from '#plugins/work/selection/api';
import type { AddModels } from './api.ts';
import { LINKED_ELEMENTS, LinkedElements } from './model/linked.ts';
import { MODEL_DESK, ModelDesk } from './model/model-desk.ts';
import { ObjectElements } from './model/object-elements.ts';
import type { FileElementsProps } from './ui/FileElements.tsx';
import { MODELS_ON_GLOBE, ModelsOnGlobe } from './model/on-globe.ts';
import { OUTLINES, Outlines } from './model/outlines.ts';

export default new ContainerModule(({ bind }) => {
  bind(MODEL_DESK)
    .toDynamicValue(({ get }) => {
      const [api, i18n] = [get(API), get(I18N)];
      const language = () => i18n.language;
      const uploads = new ResumableUploads({ base: '/api', api, credentials: get(SESSION), language });
      return new ModelDesk(api, get(LIVE), uploads);
    })
    .inSingletonScope();
  bind(OUTLINES)
    .toDynamicValue(
      ({ get }) =>
        new Outlines(get(API), get(VIEWS), get(PROJECTS), get(BIM_STAGE, { optional: true })?.moving$),
    )
    .inSingletonScope();
  bind(MODELS_ON_GLOBE)
    .toDynamicValue(
      ({ get }) =>
        new ModelsOnGlobe(
          get(MODEL_DESK),
          get(TILESETS, { optional: true }) ?? { lend: () => {} },
          get(BIM_STAGE, { optional: true })?.moving$,
        ),
    )
    .inSingletonScope();
  bind('bim-models.Add').toDynamicValue(({ get }): AddModels => {
    const desk = get(MODEL_DESK);
    return (projectId, files) => desk.drop(projectId, files);
  });
  bind('bim-models.Page').toConstantValue(lazy(() => import('./ui/ModelsPage.tsx')));
  bind('bim-models.Panel').toConstantValue(onDemand(() => import('./ui/ModelsPanel.tsx')));
  bind(LINKED_ELEMENTS)
    .toDynamicValue(({ get }) => new LinkedElements(get(API), get(PROJECTS), get(SELECTION), get(EVENT_BUS)))
    .inSingletonScope();
  bind('bim-models.Linked').toConstantValue(onDemand(() => import('./ui/LinkedPanel.tsx')));
  bind('bim-models.ObjectElements').toDynamicValue(({ get }) => new ObjectElements(get(API), get(EVENT_BUS)));
  bind('bim-models.FileElements').toConstantValue(
    onDemand<FileElementsProps>(() => import('./ui/FileElements.tsx')),
  );
  bind('bim-models.Dialog').toConstantValue(
    dialogOnDemand(MODEL_DESK, () => import('./ui/SendingDialog.tsx')),
  );
});
