import { answerOne } from '../../../platform/jobs/answer-one.ts';
import { nowAndThen } from '../../../platform/jobs/answer-tasks.ts';
import { UnusableIfc } from '../../../formats/ifc/unusable-ifc.ts';
import type { ConvertMessage, ConvertTask } from './in-child.ts';
import { writeIndex } from './index-rows.ts';
import { makePart } from './part.ts';
import { extractElements, splitFile } from './split.ts';

/** The process that reads and converts IFC files; started by in-child.ts. */
answerOne<ConvertTask, ConvertMessage, unknown>(async (task, post) => {
  const report = nowAndThen((part) => post({ part }));
  try {
    if (task.do === 'index') return writeIndex(task, report);
    if (task.do === 'split') return await splitFile(task, report);
    if (task.do === 'extract') return await extractElements(task);
    return await makePart(task, report);
  } catch (thrown) {
    throw (thrown as NodeJS.ErrnoException).code === 'ENOSPC' ? new UnusableIfc('disk-full') : thrown;
  }
});
