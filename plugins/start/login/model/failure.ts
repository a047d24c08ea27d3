import { AppError, sentenceOf } from '#core/kernel';

/** What is wrong, and how: the page says it in other words where nobody can be reached. */
export interface Failure {
  readonly kind: 'refused' | 'unreachable';
  readonly sentence: string;
}

export function failureOf(thrown: unknown): Failure {
  const unreachable = thrown instanceof AppError && thrown.id === 'http' && thrown.status === undefined;
  return { kind: unreachable ? 'unreachable' : 'refused', sentence: sentenceOf(thrown) };
}
