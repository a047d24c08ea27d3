import { PROJECTS } from '#core/project';
import { useObservable, useService } from '#core/react';
import { SurveyList } from './SurveyList.tsx';
import { TrackControls } from './TrackControls.tsx';

/** The surveys of the open project, with their tracks on the map. */
export default function SurveysPanel() {
  const projects = useService(PROJECTS);
  const project = useObservable(projects.current$, projects.current);
  if (!project) return null;
  const { id } = project.project;
  return (
    <>
      <TrackControls />
      <SurveyList key={id} projectId={id} onMap />
    </>
  );
}
