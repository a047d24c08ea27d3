import { answerTasks, nowAndThen } from '../../platform/jobs/answer-tasks.ts';
import { readArchive, type ReadArchive } from './read-archive.ts';
import type { ArchiveResult } from './read-in-thread.ts';

/** The thread that reads archives; started by read-in-thread.ts. */
answerTasks<string, ArchiveResult, ReadArchive>((file, report) =>
  readArchive(
    file,
    nowAndThen((part) => report({ part })),
  ),
);
