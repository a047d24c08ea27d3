import type { LayerState } from '#core/mapview';
import type { Style } from '#core/protocol';

/** Style of objects whose type has no layer (yet). */
export const DEFAULT_STYLE: Style = { stroke: '#5b6b7b', width: 1.5, fill: '#5b6b7b33', radius: 4 };

/** The layers of a viewer, by object type. */
export class ViewerLayers {
  #layers: readonly LayerState[] = [];
  #byType = new Map<string, LayerState>();

  get layers(): readonly LayerState[] {
    return this.#layers;
  }
  set layers(layers: readonly LayerState[]) {
    this.#layers = layers;
    this.#byType = new Map(layers.map((layer) => [layer.typeName, layer]));
  }
  layerOf(typeName: string): LayerState | undefined {
    return this.#byType.get(typeName);
  }
  styleOf(typeName: string): Style {
    return this.#byType.get(typeName)?.style ?? DEFAULT_STYLE;
  }
  /** Visible and not locked. */
  isPickable(typeName: string): boolean {
    const layer = this.#byType.get(typeName);
    return !layer || (layer.visible && !layer.locked);
  }
  attracts(typeName: string): boolean {
    return this.isPickable(typeName) && this.#byType.get(typeName)?.attracts !== false;
  }
  isVisible(typeName: string): boolean {
    return this.#byType.get(typeName)?.visible ?? true;
  }
}
