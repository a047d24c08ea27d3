import { answerTasks, nowAndThen } from '../../platform/jobs/answer-tasks.ts';
import { UnusableDem } from '../../formats/geotiff/unusable.ts';
import { makeTerrain, type Made, type MakeTask } from './make.ts';
import type { TerrainMessage } from './make-in-thread.ts';

/** The thread that builds terrains; started by make-in-thread.ts. */
answerTasks<MakeTask, TerrainMessage, Made>((task, report) =>
  makeTerrain(
    task,
    nowAndThen((part) => report({ part })),
  ).catch((thrown: unknown) => {
    throw isOurFiles(thrown) ? thrown : damaged(thrown);
  }),
);

/** Any other error while reading means a damaged file. */
const damaged = (thrown: unknown) => (thrown instanceof UnusableDem ? thrown : new UnusableDem('damaged'));

function isOurFiles(thrown: unknown): boolean {
  const code = (thrown as NodeJS.ErrnoException).code;
  return code !== undefined && /^E[A-Z]+$/.test(code);
}
