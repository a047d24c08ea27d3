import { answerTasks } from '../../../platform/jobs/answer-tasks.ts';
import { cutHere, type CutTask, type CutOutcome } from './cut.ts';

/** The thread that cuts large objects; it is started by cut.ts. */
answerTasks<CutTask, never, CutOutcome>(cutHere);
