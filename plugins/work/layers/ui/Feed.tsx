import { useEffect } from 'react';
import { combineLatest } from 'rxjs';
import { VIEWS } from '#core/mapview';
import { useService } from '#core/react';
import { LAYERS } from '../api.ts';

/** Applies the person's layer settings to every viewer while the workspace is open. */
export function Feed() {
  const views = useService(VIEWS);
  const layers = useService(LAYERS);
  useEffect(() => {
    const feed = combineLatest([views.open$, layers.states$]).subscribe(([open, states]) => {
      for (const view of open) view.setLayers(states);
    });
    return () => feed.unsubscribe();
  }, [views, layers]);
  return null;
}
