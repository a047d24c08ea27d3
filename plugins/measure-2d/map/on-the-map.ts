import { reaction } from 'mobx';
import { distinctUntilChanged } from 'rxjs';
import type { Disposable } from '#core/kernel';
import type { Views } from '#core/mapview';
import type { Projects } from '#core/project';
import type { Measures } from '../model/measures.ts';
import { pictureOf } from './picture.ts';

const SLOT = 'measures';

/** Draws the measures on whichever viewer is active, whatever tool is in hand there; another project begins without. */
export function keepOnTheMap(measures: Measures, views: Views, projects: Projects): void {
  let shown: Disposable | undefined;
  views.active$.pipe(distinctUntilChanged()).subscribe((view) => {
    shown?.dispose();
    shown = undefined;
    if (!view) return;
    const stop = reaction(
      () => pictureOf(measures),
      (picture) => view.show(picture, SLOT),
      { fireImmediately: true },
    );
    shown = { dispose: stop };
  });
  let project = projects.current?.project.id;
  projects.current$.subscribe((current) => {
    if (current?.project.id !== project) measures.empty();
    project = current?.project.id;
  });
}
