import { answerTasks } from '../../../platform/jobs/answer-tasks.ts';
import { volumeOf, type VolumeResult, type VolumeTask } from './volume.ts';

/** The thread that computes volumes; started by ../read-volume.ts. */
answerTasks<VolumeTask, never, VolumeResult>((task) => volumeOf(task));
