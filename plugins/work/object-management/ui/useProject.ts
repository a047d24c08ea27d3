import { useEffect, useState } from 'react';
import { isAbort } from '#core/kernel';
import { PROJECTS, type OpenProject } from '#core/project';
import { useService } from '#core/react';

interface ProjectState {
  readonly id: string | undefined;
  readonly project?: OpenProject;
  readonly error?: unknown;
}

/** Opens the project while the page shows it. */
export function useProject(id: string | undefined): ProjectState & { retry: () => void } {
  const projects = useService(PROJECTS);
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<ProjectState>({ id: undefined });
  useEffect(() => {
    if (id === undefined) return;
    const opening = new AbortController();
    projects.open(id, opening.signal).then(
      (project) => setState({ id, project }),
      (error: unknown) => !isAbort(error) && setState({ id, error }),
    );
    return () => opening.abort();
  }, [projects, id, attempt]);
  useEffect(() => () => projects.close(), [projects]);
  return { ...(state.id === id ? state : { id }), retry: () => setAttempt(attempt + 1) };
}
