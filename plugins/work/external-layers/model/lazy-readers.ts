import { serviceToken } from '#core/kernel';
import type { LayerReaders } from './layer-readers.ts';

/** The code that reads the data of layers, loaded with the first layer: the plugin is loaded at the start, and most projects have none. */
export interface LazyReaders {
  /** Undefined until it is loaded: nothing was read yet. */
  readonly here: LayerReaders | undefined;
  /** Throws AppError where the code cannot be loaded. */
  load(): Promise<LayerReaders>;
}
export const LAYER_READERS = serviceToken<LazyReaders>('external-layers.LayerReaders');
