import { answerTasks } from '../../platform/jobs/answer-tasks.ts';
import { UnusableCloud } from '../../formats/pointcloud/unusable-cloud.ts';
import { sampleCloud, type SampleTask } from './sample.ts';

/** The thread that looks at the points of an upload; started by sample-in-thread.ts. */
answerTasks((task: SampleTask) =>
  sampleCloud(task).catch((thrown: unknown) => {
    // A file that ends before it says so.
    throw thrown instanceof RangeError ? new UnusableCloud('damaged-points') : thrown;
  }),
);
