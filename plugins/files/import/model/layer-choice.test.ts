import { expect, it } from 'vitest';
import { layerChoices } from './layer-choice.ts';

const layers = (...counts: number[]) =>
  counts.map((count, n) => ({ name: `layer ${n}`, count, geometryType: null }));

it('only layers with objects are offered, and only where there are several', () => {
  expect(layerChoices({ layers: layers(3, 0), layer: 'layer 0' }, [])).toEqual([]);
  expect(layerChoices({ layers: layers(3, 0, 2), layer: 'layer 2' }, [])).toEqual([
    { name: 'layer 0', count: 3, isIncluded: false, typeName: 'layer 0' },
    { name: 'layer 2', count: 2, isIncluded: true, typeName: 'layer 2' },
  ]);
});

it('what was chosen stays with another preview; a layer alone is always the previewed one', () => {
  const found = { layers: layers(3, 2, 1), layer: 'layer 0' };
  const first = layerChoices(found, []);
  const chosen = first.map((each, n) => ({ ...each, isIncluded: n < 2, typeName: `type ${n}` }));
  expect(layerChoices({ ...found, layer: 'layer 2' }, chosen)).toEqual(chosen);
  const alone = layerChoices({ ...found, layer: 'layer 1' }, first);
  expect(alone.map(({ isIncluded }) => isIncluded)).toEqual([false, true, false]);
});
