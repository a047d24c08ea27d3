import { useState, type ReactNode } from 'react';
import { sentenceOf } from '#core/kernel';

/** Waits for what a button started; `problem` says why the last of it failed. */
export function useAttempt(): {
  attempt: (work: Promise<unknown>) => Promise<void>;
  problem: ReactNode;
} {
  const [problem, setProblem] = useState<string>();
  const attempt = async (work: Promise<unknown>) => {
    setProblem(undefined);
    try {
      await work;
    } catch (failure) {
      setProblem(sentenceOf(failure));
    }
  };
  const alert = problem !== undefined && (
    <p className="g-error" role="alert">
      {problem}
    </p>
  );
  return { attempt, problem: alert };
}
