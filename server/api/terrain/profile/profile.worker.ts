import { answerTasks } from '../../../platform/jobs/answer-tasks.ts';
import { profileOf, type ProfileResult, type ProfileTask } from './profile.ts';

/** The thread that computes profiles; started by ../read-profile.ts. */
answerTasks<ProfileTask, never, ProfileResult>((task) => profileOf(task));
