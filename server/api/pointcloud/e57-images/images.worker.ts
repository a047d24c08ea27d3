import { answerTasks } from '../../../platform/jobs/answer-tasks.ts';
import { takeOut, type TakeOutTask } from './take-out.ts';

/** The thread that takes pictures out of an E57; started by images-job.ts. */
answerTasks((task: TakeOutTask) => Promise.resolve(takeOut(task)));
