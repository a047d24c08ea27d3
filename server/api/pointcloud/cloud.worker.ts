import { answerTasks, nowAndThen } from '../../platform/jobs/answer-tasks.ts';
import { UnusableCloud } from '../../formats/pointcloud/unusable-cloud.ts';
import { convertCloud, type CloudTask, type ConvertedCloud } from './convert.ts';
import type { CloudMessage } from './convert-in-thread.ts';

/** The thread that converts point clouds; started by convert-in-thread.ts. */
answerTasks<CloudTask, CloudMessage, ConvertedCloud>((task, report) =>
  convertCloud(
    task,
    nowAndThen((part) => report({ part })),
  ).catch((thrown: unknown) => {
    throw (thrown as NodeJS.ErrnoException).code === 'ENOSPC' ? new UnusableCloud('disk-full') : thrown;
  }),
);
