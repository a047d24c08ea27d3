import { answerTasks } from '../../platform/jobs/answer-tasks.ts';
import { surfaceVolumeOf, type SurfaceVolumeResult, type SurfaceVolumeTask } from './volume.ts';
import { viewshedOf, type ViewshedResult, type ViewshedTask } from './viewshed.ts';

export type SurfaceTask = ({ kind: 'volume' } & SurfaceVolumeTask) | ({ kind: 'viewshed' } & ViewshedTask);
export type SurfaceResult =
  | ({ kind: 'volume' } & SurfaceVolumeResult)
  | ({ kind: 'viewshed' } & ViewshedResult);

/** The thread that reads meshes; started by read-surface.ts. */
answerTasks<SurfaceTask, never, SurfaceResult>(async (task) =>
  task.kind === 'volume'
    ? { kind: 'volume', ...(await surfaceVolumeOf(task)) }
    : { kind: 'viewshed', ...(await viewshedOf(task)) },
);
