import type { Settings } from '#core/settings';
import type { FollowProject, OpenMap } from '#plugins/work/map-2d/api';
import type { Session } from '#core/session';
import type { ProjectGround } from '../model/project-ground.ts';
import type { ProjectTilesets } from '../model/project-tilesets.ts';
import { MapView3D } from './view.ts';

/**
 * Opens the globe of a project with its objects, loading and settings. `stopped` is called when it can no longer
 * render.
 */
export function openGlobeWith(
  settings: Pick<Settings, 'observe'>,
  follow: FollowProject,
  ground: Pick<ProjectGround, 'field$'>,
  { tilesets, session }: { tilesets: ProjectTilesets; session: Pick<Session, 'token' | 'refresh'> },
  stopped: (error: unknown) => void,
): OpenMap {
  return (element, project) => {
    const view = new MapView3D(element, project.document);
    view.open(view.stopped$.subscribe(stopped));
    const following = follow(view, project);
    view.open(following);
    view.whole = () => following.whole;
    view.follow(following);
    view.open(settings.observe('mapBackground').subscribe((choice) => (view.background = choice !== 'none')));
    view.open(settings.observe('heights3D').subscribe((heights) => (view.heights = heights)));
    view.open(settings.observe('quality3D').subscribe((quality) => (view.quality = quality)));
    view.open(settings.observe('exaggeration3D').subscribe((times) => (view.exaggeration = times)));
    view.open(settings.observe('tint3D').subscribe((tint) => (view.tint = tint)));
    view.open(ground.field$.subscribe((field) => void view.setTerrain(field)));
    view.draw(tilesets, { session, settings });
    return view;
  };
}
