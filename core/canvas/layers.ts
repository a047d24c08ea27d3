import { BehaviorSubject } from 'rxjs';
import { peekProperty, type MapObject } from '#core/document';
import type { LayerState } from '#core/mapview';
import type { Style } from '#core/protocol';
import { styleAt } from '#core/styles';

/** Style of objects whose type has no layer (yet). */
export const DEFAULT_STYLE: Style = { stroke: '#5b6b7b', width: 1.5, fill: '#5b6b7b33', radius: 4 };

/** The layers of a viewer, by object type. */
export class ViewerLayers {
  readonly #layers = new BehaviorSubject<readonly LayerState[]>([]);
  readonly layers$ = this.#layers.asObservable();
  #byType = new Map<string, LayerState>();
  /** The number n of the scale 1 : n of the view; undefined where it has none. */
  scale: number | undefined;

  get layers(): readonly LayerState[] {
    return this.#layers.value;
  }
  set layers(layers: readonly LayerState[]) {
    this.#byType = new Map(layers.map((layer) => [layer.typeName, layer]));
    this.#layers.next(layers);
  }
  layerOf(typeName: string): LayerState | undefined {
    return this.#byType.get(typeName);
  }
  styleOf(typeName: string): Style {
    return this.#byType.get(typeName)?.style ?? DEFAULT_STYLE;
  }
  /** The symbols with which an object is drawn, the lowest first; none: it is not drawn at this scale. */
  symbolsOf(object: MapObject): readonly Style[] {
    return styleAt(this.styleOf(object.typeName), this.scale, peekProperty).symbolsOf(object);
  }
  /** The topmost of its symbols; that of its type where it is not drawn. */
  symbolOf(object: MapObject): Style {
    return this.symbolsOf(object).at(-1) ?? this.styleOf(object.typeName);
  }
  isDrawn(object: MapObject): boolean {
    return this.isVisible(object.typeName) && this.symbolsOf(object).length > 0;
  }
  /** Drawn, and its layer is not locked. */
  isPickableObject(object: MapObject): boolean {
    return this.isPickable(object.typeName) && this.symbolsOf(object).length > 0;
  }
  /** Visible and not locked. */
  isPickable(typeName: string): boolean {
    const layer = this.#byType.get(typeName);
    return !layer || (layer.visible && !layer.locked);
  }
  /** What is not drawn, because of a filter or of the scale, does not attract. */
  attracts(object: MapObject): boolean {
    return this.isPickableObject(object) && this.#byType.get(object.typeName)?.attracts !== false;
  }
  isVisible(typeName: string): boolean {
    return this.#byType.get(typeName)?.visible ?? true;
  }
}
