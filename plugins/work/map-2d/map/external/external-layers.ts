import LayerGroup from 'ol/layer/Group.js';
import type OlBaseLayer from 'ol/layer/Base.js';
import { BehaviorSubject, type Observable } from 'rxjs';
import { sentenceOf, type Disposable } from '#core/kernel';
import { drawsSameData, isDrawnAt, type ExternalLayerLoader, type ExternalLayerState } from '#core/mapview';

interface Drawn {
  /** Undefined until its code is loaded. */
  layer: OlBaseLayer | undefined;
  state: ExternalLayerState;
}

/** Layers of other servers, between the base layer and the objects. */
export class ExternalLayers implements Disposable {
  readonly group = new LayerGroup();
  readonly #drawn = new Map<string, Drawn>();
  readonly #attribution = new BehaviorSubject<readonly string[]>([]);
  /** Attributions of the layers shown now, the topmost first. */
  readonly attributions$: Observable<readonly string[]> = this.#attribution;
  #states: readonly ExternalLayerState[] = [];
  #scale = Infinity;
  #disposed = false;

  set(states: readonly ExternalLayerState[], loader: ExternalLayerLoader): void {
    this.#states = states;
    const ids = new Set(states.map(({ id }) => id));
    for (const [id, { layer }] of this.#drawn) if (!ids.has(id)) this.#drop(id, layer);
    for (const state of states) this.#take(state, loader);
    this.#order();
    this.#show();
  }

  /** The scale of the view, as a denominator. */
  set scale(scale: number) {
    if (scale === this.#scale) return;
    this.#scale = scale;
    this.#show();
  }

  dispose(): void {
    this.#disposed = true;
    for (const [id, { layer }] of this.#drawn) this.#drop(id, layer);
    this.#attribution.complete();
  }

  #take(state: ExternalLayerState, loader: ExternalLayerLoader): void {
    const before = this.#drawn.get(state.id);
    if (before && drawsSameData(before.state, state)) {
      before.state = state;
      return;
    }
    if (before) this.#drop(state.id, before.layer);
    const drawn: Drawn = { layer: undefined, state };
    this.#drawn.set(state.id, drawn);
    // Its code and definitions are loaded when it is first shown.
    void this.#load(drawn, loader);
  }

  async #load(drawn: Drawn, loader: ExternalLayerLoader): Promise<void> {
    const { id, source } = drawn.state;
    try {
      const { layerFor } = await import('./layer-for.ts');
      const layer = await layerFor(id, source, loader);
      if (this.#disposed || this.#drawn.get(id) !== drawn) return layer.dispose();
      drawn.layer = layer;
      this.#order();
      this.#show();
    } catch (thrown) {
      loader.report(id, sentenceOf(thrown));
    }
  }

  #drop(id: string, layer: OlBaseLayer | undefined): void {
    this.#drawn.delete(id);
    if (!layer) return;
    this.group.getLayers().remove(layer);
    layer.dispose();
  }

  #order(): void {
    const layers = this.#states.flatMap(({ id }) => this.#drawn.get(id)?.layer ?? []);
    const shown = this.group.getLayers();
    if (layers.length === shown.getLength() && layers.every((layer, n) => shown.item(n) === layer)) return;
    shown.clear();
    shown.extend(layers);
  }

  #show(): void {
    const attributions: string[] = [];
    for (const { id } of this.#states) {
      const { layer, state } = this.#drawn.get(id)!;
      const isShown = isDrawnAt(state, this.#scale);
      layer?.setVisible(isShown);
      layer?.setOpacity(state.opacity);
      if (isShown && state.attribution !== '') attributions.unshift(state.attribution);
    }
    if (attributions.join('\n') !== this.#attribution.value.join('\n')) this.#attribution.next(attributions);
  }
}
