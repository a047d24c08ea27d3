import type { Api } from '#core/api';
import { Lifetime, type Disposable } from '#core/kernel';
import type { MapView } from '#core/mapview';
import type { OpenProject } from '#core/project';
import type { Settings } from '#core/settings';
import type { FollowProject } from '../api.ts';
import { AreaLoader } from './area-loader.ts';
import { ProjectSize } from './project-size.ts';

/** For viewers of other plugins: the same loading as on the flat map. */
export function followProjectWith(
  api: Pick<Api, 'call'>,
  settings: Pick<Settings, 'observe'>,
): FollowProject {
  return (view, project) => {
    const lifetime = new Lifetime();
    const size = lifetime.add(new ProjectSize(project, api));
    lifetime.add(new AreaLoader(project, size, view.camera$, settings.observe('featureLoadZoomLevel')));
    lifetime.add(markConflicts(view, project));
    return {
      get whole() {
        return size.extent;
      },
      dispose: () => lifetime.dispose(),
    };
  };
}

/** Marks the objects whose unsent changes are in conflict with the server's. */
export function markConflicts(view: Pick<MapView, 'highlight'>, project: OpenProject): Disposable {
  const marking = project.autosave.state$.subscribe(({ conflicts }) =>
    view.highlight(
      'conflict',
      conflicts.map(({ id }) => id),
    ),
  );
  return { dispose: () => marking.unsubscribe() };
}
