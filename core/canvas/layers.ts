import type { LayerState } from '#core/mapview';
import type { Style } from '#core/protocol';

/** How objects of a type are drawn that no layer speaks of (yet). */
export const PLAIN: Style = { stroke: '#5b6b7b', width: 1.5, fill: '#5b6b7b33', radius: 4 };

/** The layers of a viewer, by the type they show. */
export class Layers {
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
    return this.#byType.get(typeName)?.style ?? PLAIN;
  }
  /** Seen, and not locked: can be picked. */
  reachable(typeName: string): boolean {
    const layer = this.#byType.get(typeName);
    return !layer || (layer.visible && !layer.locked);
  }
  attracts(typeName: string): boolean {
    return this.reachable(typeName) && this.#byType.get(typeName)?.attracts !== false;
  }
  seen(typeName: string): boolean {
    return this.#byType.get(typeName)?.visible ?? true;
  }
}
