import type { FragmentsModel } from '@thatopen/fragments';
import { Object3D } from 'three';
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
