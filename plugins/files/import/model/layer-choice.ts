import type { ImportResult } from '#core/protocol';

/** A layer of a file with several, and the object type that it is imported into. */
export interface LayerChoice {
  readonly name: string;
  /** Of its objects. */
  readonly count: number;
  readonly isIncluded: boolean;
  readonly typeName: string;
}

/**
 * The layers of a previewed file that have objects, where there are several; what was chosen before stays. At first the
 * previewed layer is included; one that is included alone is always the previewed one.
 */
export function layerChoices(
  { layers, layer }: Pick<ImportResult, 'layers' | 'layer'>,
  before: readonly LayerChoice[],
): LayerChoice[] {
  const filled = layers.filter(({ count }) => count !== 0);
  if (filled.length < 2) return [];
  const isSame = filled.length === before.length && filled.every(({ name }, n) => name === before[n]!.name);
  const known: readonly LayerChoice[] = isSame
    ? before
    : filled.map(({ name, count }) => ({
        name,
        count,
        isIncluded: false,
        typeName: name.trim().slice(0, 120),
      }));
  const areSeveral = known.filter(({ isIncluded }) => isIncluded).length > 1;
  return areSeveral ? [...known] : known.map((each) => ({ ...each, isIncluded: each.name === layer }));
}
