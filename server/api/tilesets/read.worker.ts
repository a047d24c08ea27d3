import { answerTasks, nowAndThen } from '../../platform/jobs/answer-tasks.ts';
import { readArchive, type ReadArchive } from './read-archive.ts';
import type { ArchiveSaid } from './read-in-thread.ts';

/** The thread that reads archives; started by read-in-thread.ts. */
answerTasks<string, ArchiveSaid, ReadArchive>((file, say) =>
  readArchive(
    file,
    nowAndThen((part) => say({ part })),
  ),
);
