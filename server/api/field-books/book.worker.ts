import { answerTasks } from '../../platform/jobs/answer-tasks.ts';
import { carryOut, type BookTask } from './tasks.ts';

/** The thread that reads files of instruments, and computes field books. */
answerTasks((task: BookTask) => carryOut(task));
