import { ContainerModule } from 'inversify';
import { lazy } from 'react';
import { API, LIVE, ResumableUploads } from '#core/api';
import { I18N } from '#core/i18n';
import { VIEWS } from '#core/mapview';
import { HOST } from '#core/plugin';
import { PROJECTS } from '#core/project';
import { dialogOnDemand, onDemand } from '#core/react';
import { SESSION } from '#core/session';
import type { PanoramaStage } from '#plugins/field/panorama/api';
import { DOCUMENT_SENDINGS, PHOTOS_ON_MAP } from '#plugins/files/documents/api';
import type { AddToSurvey } from './api.ts';
import { Arrival, ARRIVAL } from './model/arrival.ts';
import { fieldFilesAmong } from './model/field-files.ts';
import { GivenFiles, GIVEN_FILES } from './model/given-files.ts';
import { SURVEY_DESK, SurveyDesk } from './model/survey-desk.ts';
import { TRACKS, TracksOnMaps } from './model/tracks-on-maps.ts';

export default new ContainerModule(({ bind }) => {
  bind(SURVEY_DESK)
    .toDynamicValue(({ get }) => {
      const [api, i18n] = [get(API), get(I18N)];
      const language = () => i18n.language;
      const uploads = new ResumableUploads({ base: '/api', api, credentials: get(SESSION), language });
      return new SurveyDesk(api, get(LIVE), uploads, get(DOCUMENT_SENDINGS));
    })
    .inSingletonScope();
  bind(TRACKS)
    .toDynamicValue(({ get }) => new TracksOnMaps(get(API), get(VIEWS), get(PROJECTS)))
    .inSingletonScope();
  bind(GIVEN_FILES).toConstantValue(new GivenFiles());
  bind(ARRIVAL)
    .toDynamicValue(({ get }) => {
      const host = get(HOST);
      return new Arrival({
        desk: get(SURVEY_DESK),
        tracks: get(TRACKS),
        photos: get(PHOTOS_ON_MAP),
        views: get(VIEWS),
        panoramas: async () =>
          host.current('viewers').some(({ viewer }) => viewer === 'panorama')
            ? host.service<PanoramaStage>('panorama', 'panorama.Stage').catch(() => undefined)
            : undefined,
      });
    })
    .inSingletonScope();
  bind('surveys.Takes').toConstantValue(fieldFilesAmong);
  bind('surveys.Add').toDynamicValue(({ get }): AddToSurvey => {
    const given = get(GIVEN_FILES);
    return (projectId, files) => void given.open(projectId, files);
  });
  bind('surveys.AddDialog').toConstantValue(dialogOnDemand(GIVEN_FILES, () => import('./ui/AddDialog.tsx')));
  bind('surveys.Page').toConstantValue(lazy(() => import('./ui/SurveysPage.tsx')));
  bind('surveys.Panel').toConstantValue(onDemand(() => import('./ui/SurveysPanel.tsx')));
});
