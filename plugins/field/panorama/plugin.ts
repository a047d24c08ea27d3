import { ContainerModule } from 'inversify';
import { distinctUntilChanged, Subject } from 'rxjs';
import { allows } from '#core/access';
import { API, LIVE } from '#core/api';
import { I18N } from '#core/i18n';
import { VIEWS } from '#core/mapview';
import { PANELS } from '#core/plugin';
import { PROJECTS } from '#core/project';
import { onDemand } from '#core/react';
import { SESSION } from '#core/session';
import { TOOLS } from '#core/tools';
import type { PanoramicPlace } from '#core/protocol';
import { CREATE_MEASURE_STORAGE } from '#plugins/measure/measure-2d/api';
import { MARKING_OF } from '#plugins/files/documents/api';
import { FOLLOW_PROJECT } from '#plugins/work/map-2d/api';
import { PANORAMA_STAGE } from './api.ts';
import { BlurTool } from './map/blur-tool.ts';
import { MarkTool } from './map/mark-tool.ts';
import { MeasureTool } from './map/measure-tool.ts';
import { drawOnMaps } from './map/on-maps.ts';
import { Surroundings, SURROUNDINGS } from './model/around/surroundings.ts';
import { Blurring, BLURRING } from './model/blurring.ts';
import { onMapsCommand, stepCommand } from './model/commands.ts';
import { LOAD_PANORAMA_VIEW } from './model/load-view.ts';
import { Suggesting, SUGGESTING } from './model/matching/suggesting.ts';
import { PanoramaMarking, PANORAMA_MARKING } from './model/marking.ts';
import { Measuring, MEASURING } from './model/measuring.ts';
import { OPENING } from './model/opening.ts';
import { Pictures } from './model/pictures.ts';
import { SIGHTED_STORAGE, sightedRecords } from './model/sighted-records.ts';
import { ProjectPanoramas, PROJECT_PANORAMAS } from './model/stage.ts';
import { WALK, WalkState } from './model/walk.ts';
import { Bubbles } from './ui/Bubbles.tsx';
import { OpenByClick } from './ui/OpenByClick.tsx';
import { PanoramaPage } from './ui/PanoramaPage.tsx';
import { Viewer } from './ui/Viewer.tsx';
import { WalkBar } from './ui/WalkBar.tsx';

export default new ContainerModule(({ bind }) => {
  bind(PROJECT_PANORAMAS)
    .toDynamicValue(({ get }) => new ProjectPanoramas(get(API), get(PROJECTS), get(LIVE)))
    .inSingletonScope();
  bind(WALK)
    .toDynamicValue(() => new WalkState())
    .inSingletonScope();
  bind(OPENING).toConstantValue(new Subject<PanoramicPlace>());
  bind(MEASURING)
    .toDynamicValue(({ get }) => {
      const measuring = new Measuring(get(PROJECT_PANORAMAS));
      get(PROJECTS)
        .current$.pipe(distinctUntilChanged((a, b) => a?.project.id === b?.project.id))
        .subscribe(() => measuring.empty());
      return measuring;
    })
    .inSingletonScope();
  bind(SUGGESTING)
    .toDynamicValue(
      ({ get }) => new Suggesting(get(MEASURING), get(PROJECT_PANORAMAS), new Pictures(get(API))),
    )
    .inSingletonScope();
  bind(SIGHTED_STORAGE)
    .toDynamicValue(({ get }) => get(CREATE_MEASURE_STORAGE)(get(MEASURING).figures, sightedRecords))
    .inSingletonScope();
  // From the first use on, panoramas and what is measured in them are on all views.
  bind(PANORAMA_STAGE)
    .toDynamicValue(({ get }) => {
      const [stage, i18n] = [get(PROJECT_PANORAMAS), get(I18N)];
      // Those that are kept with the project.
      get(SIGHTED_STORAGE);
      // Texts that cannot be loaded show as keys.
      i18n.load('panorama').catch(() => undefined);
      drawOnMaps({
        stage,
        measuring: get(MEASURING),
        suggesting: get(SUGGESTING),
        views: get(VIEWS),
        tools: get(TOOLS),
        open: (place) => get(OPENING).next(place),
        label: (number) => i18n.t('panorama:measure.point', { number }),
      });
      return stage;
    })
    .inSingletonScope();
  bind(SURROUNDINGS)
    .toDynamicValue(({ get }) => {
      const session = get(SESSION);
      const sees = (needs: 'pointcloud.read' | 'bim.read', layer: string) =>
        session.me != null && allows(session.me, { needs: [needs], layers: [layer] });
      return new Surroundings(get(API), () => ({
        clouds: sees('pointcloud.read', 'point-cloud'),
        models: sees('bim.read', 'bim'),
      }));
    })
    .inSingletonScope();
  bind(LOAD_PANORAMA_VIEW)
    .toDynamicValue(({ get }) => {
      get(PANORAMA_STAGE);
      return async () => {
        const { openPanoramas } = await import('./map/open-view.ts');
        return openPanoramas({
          api: get(API),
          stage: get(PROJECT_PANORAMAS),
          walk: get(WALK),
          marking: get(PANORAMA_MARKING),
          surroundings: get(SURROUNDINGS),
          follow: get(FOLLOW_PROJECT),
        });
      };
    })
    .inSingletonScope();
  bind('panorama.measure').toDynamicValue(
    ({ get }) => new MeasureTool(get(MEASURING), get(PANELS), get(I18N)),
  );
  bind(BLURRING)
    .toDynamicValue(({ get }) => new Blurring(get(API), get(PROJECT_PANORAMAS)))
    .inSingletonScope();
  bind('panorama.blur').toDynamicValue(({ get }) => new BlurTool(get(BLURRING), get(PANELS), get(I18N)));
  bind(PANORAMA_MARKING)
    .toDynamicValue(({ get }) => new PanoramaMarking(get(MARKING_OF), get(PROJECT_PANORAMAS)))
    .inSingletonScope();
  bind('panorama.mark').toDynamicValue(
    ({ get }) => new MarkTool(get(PANORAMA_MARKING), get(PANELS), get(I18N)),
  );
  bind('panorama.next').toDynamicValue(({ get }) => stepCommand(get(PROJECT_PANORAMAS), 1));
  bind('panorama.previous').toDynamicValue(({ get }) => stepCommand(get(PROJECT_PANORAMAS), -1));
  bind('panorama.on-maps').toDynamicValue(({ get }) => onMapsCommand(get(PANORAMA_STAGE)));
  bind('panorama.Page').toConstantValue(PanoramaPage);
  bind('panorama.Viewer').toConstantValue(Viewer);
  bind('panorama.Walk').toConstantValue(WalkBar);
  bind('panorama.OpenByClick').toConstantValue(OpenByClick);
  bind('panorama.Bubbles').toConstantValue(Bubbles);
  bind('panorama.Panel').toConstantValue(onDemand(() => import('./ui/PanoramaPanel.tsx')));
});
