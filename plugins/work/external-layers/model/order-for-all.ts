import type { ProjectExternalLayers } from './project-external-layers.ts';

/** The place of a layer for everybody that is where this person sees it: between its neighbours. */
export function orderOf(arranged: ProjectExternalLayers['arranged'], id: string): number {
  const layers = arranged.map(({ layer }) => layer);
  const at = layers.findIndex((layer) => layer.id === id);
  const [below, above] = [layers[at - 1]?.order, layers[at + 1]?.order];
  if (below === undefined) return above === undefined ? 0 : above - 1;
  return above === undefined ? below + 1 : (below + above) / 2;
}
