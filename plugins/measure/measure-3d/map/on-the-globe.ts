import { reaction } from 'mobx';
import { onEachView, type Views } from '#core/mapview';
import type { Projects } from '#core/project';
import type { SpaceMeasures } from '../model/measures.ts';
import { pictureOf } from '../model/picture.ts';

const SLOT = 'measures-3d';

/** Draws the measurements on the globe, on point clouds and on models, whichever tool is active; clears them when another project opens. */
export function keepOnTheGlobe(measures: SpaceMeasures, views: Views, projects: Projects): void {
  onEachView(views, (view) => {
    if (view.kind === '2d') return undefined;
    const stop = reaction(
      () => pictureOf(measures),
      (picture) => view.show(picture, SLOT),
      { fireImmediately: true },
    );
    return { dispose: stop };
  });
  let project = projects.current?.project.id;
  projects.current$.subscribe((current) => {
    if (current?.project.id !== project) measures.empty();
    project = current?.project.id;
  });
}
