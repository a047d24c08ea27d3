import type { Services } from '../http/context.ts';

/** What jobs are given: all that resources are, but for the queue itself. */
export type JobServices = Omit<Services, 'jobs'>;
