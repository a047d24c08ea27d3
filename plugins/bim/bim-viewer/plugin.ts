import { ContainerModule } from 'inversify';
import { API, LIVE } from '#core/api';
import { EVENT_BUS } from '#core/events';
import { I18N } from '#core/i18n';
import { sentenceOf } from '#core/kernel';
import { VIEWS } from '#core/mapview';
import { PROJECTS } from '#core/project';
import { grants } from '#core/protocol';
import { onDemand } from '#core/react';
import { SESSION } from '#core/session';
import { TOASTS } from '#core/toasts';
import { TOOLS } from '#core/tools';
import { FOLLOW_PROJECT } from '#plugins/work/map-2d/api';
import { BIM_FOUND, BIM_SELECTION, BIM_STAGE, BIM_VIEWS } from './api.ts';
import { chooseByClick } from './map/choose.ts';
import { ElementFinder } from './model/element-finder.ts';
import { ELEMENT_PAGE, ElementPage } from './model/element-page.ts';
import { FOUND_ELEMENTS, FoundElements } from './model/found-elements.ts';
import { MODEL_FINDER, ModelFinder } from './model/finding.ts';
import { SAVED_QUERIES, SavedQueries } from './model/saved-queries.ts';
import { FIND_MODEL, FindModel } from './model/found.ts';
import { PlaceableModels } from './model/placeable-models.ts';
import { LOAD_BIM_VIEW } from './model/open-model.ts';
import { ROOM_NAMES, RoomNames } from './model/rooms.ts';
import { MODEL_SUBSET, ModelSubset } from './model/subset.ts';
import { SelectedElements } from './model/selected.ts';
import { PROJECT_MODELS, ProjectModels } from './model/stage.ts';
import { OpenBimViews } from './model/views.ts';
import { CameraBar } from './ui/CameraBar.tsx';
import { ModelPage } from './ui/ModelPage.tsx';
import { Viewer } from './ui/Viewer.tsx';

export default new ContainerModule(({ bind }) => {
  bind(PROJECT_MODELS)
    .toDynamicValue(({ get }) => new ProjectModels(get(API), get(PROJECTS), get(LIVE)))
    .inSingletonScope();
  bind(BIM_STAGE).toService(PROJECT_MODELS);
  bind(BIM_VIEWS)
    .toDynamicValue(({ get }) => new OpenBimViews(get(VIEWS)))
    .inSingletonScope();
  bind(BIM_SELECTION)
    .toDynamicValue(({ get }) => new SelectedElements(get(PROJECTS)))
    .inSingletonScope();
  bind(FIND_MODEL)
    .toDynamicValue(({ get }) => new FindModel(get(API)))
    .inSingletonScope();
  bind(BIM_FOUND).toService(FIND_MODEL);
  bind(FOUND_ELEMENTS)
    .toDynamicValue(({ get }) => new FoundElements(get(API), get(BIM_STAGE), get(MODEL_FINDER)))
    .inSingletonScope();
  bind(SAVED_QUERIES)
    .toDynamicValue(({ get }) => new SavedQueries(get(API), get(PROJECTS), get(MODEL_FINDER)))
    .inSingletonScope();
  bind(MODEL_FINDER)
    .toDynamicValue(({ get }) => new ModelFinder(get(API), get(BIM_STAGE)))
    .inSingletonScope();
  bind(ELEMENT_PAGE)
    .toDynamicValue(({ get }) => new ElementPage(get(API), get(BIM_SELECTION), get(EVENT_BUS), get(PROJECTS)))
    .inSingletonScope();
  bind(MODEL_SUBSET)
    .toDynamicValue(({ get }) => new ModelSubset(get(API), get(LIVE)))
    .inSingletonScope();
  bind(ROOM_NAMES)
    .toDynamicValue(({ get }) => new RoomNames(get(API), get(BIM_VIEWS), get(BIM_STAGE)))
    .inSingletonScope();
  bind(LOAD_BIM_VIEW)
    .toDynamicValue(({ get }) => {
      const [i18n, toasts] = [get(I18N), get(TOASTS)];
      chooseByClick(get(VIEWS), get(TOOLS), get(BIM_SELECTION));
      return async (project, stopped) => {
        const { prepareModels } = await import('./map/open-models.ts');
        const services = {
          api: get(API),
          stage: get(PROJECT_MODELS),
          selection: get(BIM_SELECTION),
          follow: get(FOLLOW_PROJECT),
          failed: (thrown: unknown) => toasts.show('error', sentenceOf(thrown)),
          t: (key: string, values?: Record<string, string>) => i18n.t(`bim-viewer:${key}`, values),
        };
        return prepareModels(services, project, stopped);
      };
    })
    .inSingletonScope();
  bind('bim-viewer.Placeable')
    .toDynamicValue(({ get }) => {
      const session = get(SESSION);
      const mayWrite = () => grants(session.me?.authorizations ?? [], 'bim.write');
      return new PlaceableModels(get(API), get(BIM_STAGE), get(BIM_VIEWS), mayWrite);
    })
    .inSingletonScope();
  bind('bim-viewer.Palette').toDynamicValue(
    ({ get }) => new ElementFinder(get(API), get(PROJECTS), get(BIM_SELECTION)),
  );
  bind('bim-viewer.Camera').toConstantValue(CameraBar);
  bind('bim-viewer.Structure').toConstantValue(onDemand(() => import('./ui/StructurePanel.tsx')));
  bind('bim-viewer.Element').toConstantValue(onDemand(() => import('./ui/ElementPanel.tsx')));
  bind('bim-viewer.Cuts').toConstantValue(onDemand(() => import('./ui/CutsPanel.tsx')));
  bind('bim-viewer.Page').toConstantValue(ModelPage);
  bind('bim-viewer.Viewer').toConstantValue(Viewer);
});
