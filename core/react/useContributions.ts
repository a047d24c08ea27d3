import { useMemo } from 'react';
import { HOST, type Contribution, type ContributionPoints } from '#core/plugin';
import { useObservable } from './useObservable.ts';
import { useService } from './services.tsx';

/** What plugins offer at `point` to the person who is signed in; the component follows rights and failures. */
export function useContributions<P extends keyof ContributionPoints>(point: P): readonly Contribution<P>[] {
  const host = useService(HOST);
  const source = useMemo(() => host.contributions(point), [host, point]);
  return useObservable(source, host.current(point));
}
