import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { combineLatest } from 'rxjs';
import { printQuery } from '#core/kernel';
import { VIEWS } from '#core/mapview';
import { useService } from '#core/react';
import { SELECTION } from '../api.ts';

const PARAMETER = 'sel';
/** Most ids in the URL, to keep it short enough to send. */
const NAMED = 20;

/** Highlights the selection on every viewer, and keeps it in the URL, so that a link shows the same to others. */
export function Marks() {
  const views = useService(VIEWS);
  const selection = useService(SELECTION);
  const navigate = useNavigate();
  const { search } = useLocation();

  useEffect(() => {
    const marks = combineLatest([views.open$, selection.ids$]).subscribe(([open, ids]) => {
      for (const view of open) view.highlight('selected', ids);
    });
    return () => marks.unsubscribe();
  }, [views, selection]);

  const enter = useEffectEvent(() => {
    const named = new URLSearchParams(search).get(PARAMETER)?.split(',').filter(Boolean) ?? [];
    if (named.length > 0) selection.set(named);
  });
  const keep = useEffectEvent((ids: readonly string[]) => {
    const next = new URLSearchParams(window.location.search);
    if (ids.length > 0 && ids.length <= NAMED) next.set(PARAMETER, ids.join(','));
    else next.delete(PARAMETER);
    const { pathname, search: now, hash } = window.location;
    if (next.toString() !== new URLSearchParams(now).toString())
      void navigate({ pathname, search: printQuery(next), hash }, { replace: true });
  });
  useEffect(() => {
    enter();
    const subscription = selection.ids$.subscribe((ids) => keep(ids));
    return () => subscription.unsubscribe();
  }, [selection]);
  return null;
}
