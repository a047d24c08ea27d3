import { answerTasks } from '../../platform/jobs/answer-tasks.ts';
import { carryOut, type SurfaceAnswer, type SurfaceTask } from './tasks.ts';

/** The thread that computes surfaces of triangles; started by in-thread.ts. */
answerTasks<SurfaceTask, never, SurfaceAnswer>(carryOut);
