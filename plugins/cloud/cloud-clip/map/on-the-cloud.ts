import { reaction } from 'mobx';
import type { CloudClips } from '../model/cloud-clips.ts';
import { outlineOf } from '../model/outlines.ts';

const SLOT = 'cloud-clips';

/** Draws the edges of the clips that are on, whichever tool is active. */
export function keepOnTheCloud(clips: CloudClips): void {
  reaction(
    () => ({ view: clips.view, on: clips.section ? [] : clips.on }),
    ({ view, on }) =>
      view?.show(on.length > 0 ? { shapes: on.flatMap((clip) => outlineOf(clip, view)) } : undefined, SLOT),
    { fireImmediately: true },
  );
}
