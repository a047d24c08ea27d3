import { answerTasks, nowAndThen } from '../../../platform/jobs/answer-tasks.ts';
import { carryOutCheck, type CheckWork } from './work.ts';

/** The thread that checks models; started by check-job.ts. */
answerTasks((work: CheckWork, post: (part: number) => void) => carryOutCheck(work, nowAndThen(post)));
