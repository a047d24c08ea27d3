import type { Guarded, TextKey } from '#core/plugin';
import type { ServedSource } from '#core/protocol';

/**
 * A layer of another server that is offered under “Known maps”, without looking for its address. Data only: nothing of the
 * plugin is loaded for it. Its server must be allowed like that of any other layer.
 */
export interface LayerSourceContribution extends Guarded {
  id: string;
  /** Also the name of the layer. */
  title: TextKey;
  /** One line below: who offers it, what it shows. */
  help: TextKey;
  source: ServedSource;
  /** Shown on the map while the layer is. */
  attribution: string;
  /** The denominator of the largest scale at which it shows nothing yet: 5000 for 1:5,000. Default: it shows at every scale. */
  maxScale?: number;
  order: number;
}

declare module '#core/plugin' {
  interface ContributionPoints {
    layerSources: LayerSourceContribution;
  }
}

/** The service `external-layers.Add`: shows files as layers of the open project without importing them. */
export type ShowFiles = (projectId: string, files: readonly File[]) => void;
