import type { FragmentsModel } from '@thatopen/fragments';
import { Object3D, type Color } from 'three';
import { expect, it } from 'vitest';
import type { BimLook } from '../api.ts';
import { uprightPlacement } from '../model/place.ts';
import { DrawnModel } from './drawn-model.ts';

const LOOK: BimLook = {
  hidden: new Map(),
  isolated: undefined,
  ghosts: false,
  spaces: false,
  painted: [],
  planes: [],
  box: undefined,
  apart: 0,
};
const PLACEMENT = uprightPlacement(
  { crs: 'EPSG:32632', eastings: 0, northings: 0, height: 0, rotation: 0, scale: 1, verticalCrs: null },
  { origin: [0, 0, 0], undulation: 0 },
);

const fragmentsOf = (ids: readonly number[], spaces: readonly number[]) =>
  ({
    modelId: 'model/0',
    object: new Object3D(),
    getItemsOfCategories: () => Promise.resolve({ IFCSPACE: [...spaces] }),
    getItemsIdsWithGeometry: () => Promise.resolve([...ids]),
  }) as unknown as FragmentsModel;

it('a storey that is drawn apart hides the rooms of the whole model', async () => {
  const whole = await DrawnModel.prepare('model', fragmentsOf([1, 2, 3, 4], [2]), PLACEMENT, [0, 0, 0]);
  expect(whole.visible(LOOK)).toEqual([1, 3, 4]);
  // The library names others than the rooms of a subset.
  const subset = fragmentsOf([1, 2], [99]);
  const storey = await DrawnModel.prepare('model', subset, PLACEMENT, [0, 0, 0], { of: whole, level: 0 });
  expect([storey.key, storey.visible(LOOK)]).toEqual(['model/0', [1]]);
});

it('what a check has coloured keeps its colour while it is selected, if the check says so', async () => {
  const colours = new Map<number, string>();
  const fragments = Object.assign(fragmentsOf([1, 2, 3], []), {
    setVisible: () => Promise.resolve(),
    resetHighlight: () => Promise.resolve(),
    setColor: (ids: readonly number[], colour: Color) => {
      for (const id of ids) colours.set(id, `#${colour.getHexString()}`);
      return Promise.resolve();
    },
  });
  const model = await DrawnModel.prepare('model', fragments, PLACEMENT, [0, 0, 0]);
  const ids = (...all: number[]) => new Set(all);
  await model.apply(LOOK, {
    selected: ids(1, 2, 3),
    painted: [
      { ids: ids(1), colour: '#d55e00', isAboveSelection: true },
      { ids: ids(2), colour: '#0072b2' },
    ],
  });
  expect(colours.get(1)).toBe('#d55e00');
  expect(colours.get(2)).toBe(colours.get(3));
  expect(colours.get(2)).not.toBe('#0072b2');
});
