import { useEffect } from 'react';
import { combineLatest } from 'rxjs';
import { onEachView, VIEWS } from '#core/mapview';
import { PROJECTS } from '#core/project';
import { useService } from '#core/react';
import { SETTINGS } from '#core/settings';
import { LAYERS } from '../api.ts';
import { showRelations } from '../model/relation-lines.ts';

/** Applies the person's layer settings to every viewer while the workspace is open. */
export function Feed() {
  const views = useService(VIEWS);
  const layers = useService(LAYERS);
  const projects = useService(PROJECTS);
  const settings = useService(SETTINGS);
  useEffect(() => {
    const feed = combineLatest([views.open$, layers.states$]).subscribe(([open, states]) => {
      for (const view of open) view.setLayers(states);
    });
    const relations = onEachView(
      views,
      (view) => projects.current && showRelations(view, projects.current.document, layers.states$, settings),
    );
    return () => {
      feed.unsubscribe();
      relations.dispose();
    };
  }, [views, layers, projects, settings]);
  return null;
}
