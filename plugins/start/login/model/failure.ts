import { AppError, sentenceOf } from '#core/kernel';

/** An error of the page; the text differs when the server cannot be reached. */
export interface Failure {
  readonly kind: 'refused' | 'unreachable';
  readonly sentence: string;
}

export function failureOf(thrown: unknown): Failure {
  const unreachable = thrown instanceof AppError && thrown.id === 'http' && thrown.status === undefined;
  return { kind: unreachable ? 'unreachable' : 'refused', sentence: sentenceOf(thrown) };
}
