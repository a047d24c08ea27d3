import type { Observable } from 'rxjs';
import type { MapObject } from '#core/document';
import type { LayerState } from '#core/mapview';
import { serviceToken } from '#core/kernel';

/** The layers of the open project, one an object type, as the person set them. */
export interface Layers {
  /** Bottom first; emits at once. Empty outside a project. */
  readonly states$: Observable<readonly LayerState[]>;
  readonly states: readonly LayerState[];
  stateOf(typeName: string): LayerState | undefined;
}
export const LAYERS = serviceToken<Layers>('layers.Layers');

/** Objects on locked layers stay as they are; where there are no layers nothing is locked. */
export function lockedIn(layers: Layers | undefined): (object: MapObject) => boolean {
  return ({ typeName }) => layers?.stateOf(typeName)?.locked === true;
}

/** As `lockedIn`, and what is not seen as well: a path that happens to cross it does not change it. */
export function sparedIn(layers: Layers | undefined): (object: MapObject) => boolean {
  return ({ typeName }) => {
    const layer = layers?.stateOf(typeName);
    return layer !== undefined && (layer.locked || !layer.visible);
  };
}
