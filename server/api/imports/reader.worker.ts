import { answerTasks, nowAndThen } from '../../platform/jobs/answer-tasks.ts';
import type { ReaderMessage } from './read-in-thread.ts';
import { read } from './reading/reading.ts';
import type { FileReading, ReadingTask } from './reading/task.ts';

/** The thread that reads an upload; started by read-in-thread.ts. */
answerTasks<ReadingTask, ReaderMessage, FileReading>((task, post) =>
  read(task, {
    progress: nowAndThen((part) => post({ part })),
    written: (written) => post({ written }),
  }),
);
