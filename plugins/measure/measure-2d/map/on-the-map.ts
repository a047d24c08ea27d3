import { reaction } from 'mobx';
import { onEachView, type Views } from '#core/mapview';
import type { Projects } from '#core/project';
import type { Measures } from '../model/measures.ts';
import { pictureOf } from '../model/picture.ts';

const SLOT = 'measures';

/** Draws the measurements on all open viewers, whichever tool is active; clears them when another project opens. */
export function keepOnTheMap(measures: Measures, views: Views, projects: Projects): void {
  onEachView(views, (view) => {
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
