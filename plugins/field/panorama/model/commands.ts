import type { Command } from '#core/plugin';
import type { PanoramaStage } from '../api.ts';
import type { ProjectPanoramas } from './stage.ts';

/** Goes along the track. */
export function stepCommand(stage: ProjectPanoramas, by: 1 | -1): Command {
  return {
    run: () => void stage.step(by),
    disabled: () => (stage.next(by) ? undefined : stage.current ? 'reason.end' : 'reason.none'),
    changes$: stage.current$,
  };
}

/** Shows points and directions on the maps, or hides them. */
export function onMapsCommand(stage: PanoramaStage): Command {
  return { run: () => stage.showOnMaps(!stage.onMaps) };
}
