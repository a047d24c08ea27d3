import type { Settings } from '#core/settings';
import type { FollowProject, OpenMap } from '../api.ts';
import { Background } from './background.ts';
import type { OpenPlainMap } from '../model/open-map.ts';
import { MapView2D } from './view.ts';

/** Opens the map of a project: objects and loading, overview, base layer. */
export function openMapWith(follow: FollowProject, settings: Pick<Settings, 'observe'>): OpenMap {
  return (element, project) => {
    const background = new Background();
    const view = new MapView2D(element, project.document, {
      background,
      whole: () => following.whole,
    });
    view.open(background);
    const following = follow(view, project);
    view.open(following);
    view.follow(following);
    view.open(following.overview.changes$.subscribe((box) => view.changed(box)));
    view.open(settings.observe('mapBackground').subscribe((choice) => background.choose(choice)));
    return view;
  };
}

/** Opens a map without a project. */
export function openPlainMapWith(settings: Pick<Settings, 'observe'>): OpenPlainMap {
  return (element, document, whole) => {
    const background = new Background();
    const view = new MapView2D(element, document, { background, whole });
    view.open(background);
    view.open(settings.observe('mapBackground').subscribe((choice) => background.choose(choice)));
    return view;
  };
}
