import { useMemo } from 'react';
import { distinctUntilChanged, map, of, switchMap, type Observable } from 'rxjs';
import { useObservable, useService } from '#core/react';
import { TOOLS, type ActiveTool } from '#core/tools';

/** `idle`: no tool but the default one; `waiting`: a tool expects its first click; `capturing`: it has unfinished work. */
export type ToolPhase = 'idle' | 'waiting' | 'capturing';

export function useToolPhase(): ToolPhase {
  const tools = useService(TOOLS);
  const phase$ = useMemo(() => tools.active$.pipe(switchMap(phaseOf), distinctUntilChanged()), [tools]);
  return useObservable(phase$, 'idle');
}

function phaseOf(active: ActiveTool | undefined): Observable<ToolPhase> {
  if (!active || active.isSelectTool) return of('idle');
  const { session } = active;
  // A measuring tool with a chosen vertex is busy too, but its bubble shows what the vertex changes.
  const busy$ = session.capture
    ? session.capture.path.state$.pipe(map(({ vertices }) => vertices.length > 0))
    : session.state$.pipe(map(({ busy }) => busy));
  return busy$.pipe(map((busy) => (busy ? 'capturing' : 'waiting')));
}
