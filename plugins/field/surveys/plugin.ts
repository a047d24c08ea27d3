import { ContainerModule } from 'inversify';
import { lazy } from 'react';
import { API, LIVE, ResumableUploads } from '#core/api';
import { I18N } from '#core/i18n';
import { VIEWS } from '#core/mapview';
import { PROJECTS } from '#core/project';
import { onDemand } from '#core/react';
import { SESSION } from '#core/session';
import { SURVEY_DESK, SurveyDesk } from './model/survey-desk.ts';
import { TRACKS, TracksOnMaps } from './model/tracks-on-maps.ts';

export default new ContainerModule(({ bind }) => {
  bind(SURVEY_DESK)
    .toDynamicValue(({ get }) => {
      const [api, i18n] = [get(API), get(I18N)];
      const language = () => i18n.language;
      const uploads = new ResumableUploads({ base: '/api', api, credentials: get(SESSION), language });
      return new SurveyDesk(api, get(LIVE), uploads);
    })
    .inSingletonScope();
  bind(TRACKS)
    .toDynamicValue(({ get }) => new TracksOnMaps(get(API), get(VIEWS), get(PROJECTS)))
    .inSingletonScope();
  bind('surveys.Page').toConstantValue(lazy(() => import('./ui/SurveysPage.tsx')));
  bind('surveys.Panel').toConstantValue(onDemand(() => import('./ui/SurveysPanel.tsx')));
});
