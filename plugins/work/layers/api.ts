import type { Observable } from 'rxjs';
import type { LayerState } from '#core/mapview';
import { serviceToken } from '#core/kernel';

declare module '#core/settings' {
  interface SettingValues {
    /** The zoom level from which lines between related objects are shown. */
    relationLayerMinZoom: number;
  }
}

/** The layers of the open project, one for each object type, with the person's settings. */
export interface Layers {
  /** Bottom first; emits at once. Empty outside a project. */
  readonly states$: Observable<readonly LayerState[]>;
  readonly states: readonly LayerState[];
  stateOf(typeName: string): LayerState | undefined;
}
export const LAYERS = serviceToken<Layers>('layers.Layers');
