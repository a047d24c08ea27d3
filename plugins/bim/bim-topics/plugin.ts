import { ContainerModule } from 'inversify';
import { API, LIVE } from '#core/api';
import { PROJECTS } from '#core/project';
import { onDemand } from '#core/react';
import { BIM_SELECTION, BIM_STAGE, BIM_VIEWS } from '#plugins/bim/bim-viewer/api';
import { TOPIC_DESK, TopicDesk } from './model/topic-desk.ts';
import { TOPIC_VIEWS, TopicViews } from './model/topic-views.ts';

export default new ContainerModule(({ bind }) => {
  bind(TOPIC_VIEWS)
    .toDynamicValue(({ get }) => new TopicViews(get(BIM_VIEWS), get(BIM_STAGE), get(BIM_SELECTION)))
    .inSingletonScope();
  bind(TOPIC_DESK)
    .toDynamicValue(({ get }) => new TopicDesk(get(API), get(LIVE), get(PROJECTS), get(TOPIC_VIEWS)))
    .inSingletonScope();
  bind('bim-topics.Panel').toConstantValue(onDemand(() => import('./ui/TopicsPanel.tsx')));
});
