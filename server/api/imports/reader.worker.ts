import { answerTasks, nowAndThen } from '../../platform/jobs/answer-tasks.ts';
import type { ReaderSaid } from './read-in-thread.ts';
import { read } from './reading/reading.ts';
import type { Reading, ReadingTask } from './reading/task.ts';

/** The thread that reads an upload; started by read-in-thread.ts. */
answerTasks<ReadingTask, ReaderSaid, Reading>((task, say) =>
  read(task, {
    progress: nowAndThen((part) => say({ part })),
    written: (written) => say({ written }),
  }),
);
