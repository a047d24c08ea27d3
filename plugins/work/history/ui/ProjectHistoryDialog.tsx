import { observer } from 'mobx-react-lite';
import { onDemand, useService } from '#core/react';
import { PROJECT_HISTORY } from '../model/project-history.ts';

const ProjectHistoryBox = onDemand(() => import('./ProjectHistoryBox.tsx'));

/** All changes of the project, shown on request. */
export const ProjectHistoryDialog = observer(function Filters() {
  const history = useService(PROJECT_HISTORY);
  return history.isOpen ? <ProjectHistoryBox onLoadError={() => history.close()} /> : null;
});
