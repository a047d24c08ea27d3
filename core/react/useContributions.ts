import { useMemo } from 'react';
import { HOST, type Contribution, type ContributionPoints } from '#core/plugin';
import { useObservable } from './useObservable.ts';
import { useService } from './services.tsx';

/**
 * Returns the contributions at `point` for the current person; the component re-renders when permissions change or
 * plugins fail.
 */
export function useContributions<P extends keyof ContributionPoints>(point: P): readonly Contribution<P>[] {
  const host = useService(HOST);
  const source = useMemo(() => host.contributions(point), [host, point]);
  return useObservable(source, host.current(point));
}
