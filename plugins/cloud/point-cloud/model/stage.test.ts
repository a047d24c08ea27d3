import { EMPTY, of } from 'rxjs';
import { expect, it } from 'vitest';
import type { Pointcloud } from '#core/protocol';
import { ProjectClouds } from './stage.ts';

const cloud = (id: string, viewCrs: string | null) =>
  ({
    id,
    name: id,
    viewCrs,
    crs: viewCrs,
    metresPerUnit: 0.3048,
    octree: `/pointcloud/${id}/octree/1/metadata.json`,
    state: 'ready',
    header: { format: 'las' },
    pointCount: 5,
  }) as unknown as Pointcloud;

it('offers a cloud that nobody has placed alone, in coordinates of its own, and then all where they are', async () => {
  const data = [cloud('placed', 'EPSG:2263'), cloud('statue', null)];
  const api = { call: () => Promise.resolve({ data }) };
  const stage = new ProjectClouds(api as never, { current$: of({ project: { id: 'p' } }) } as never);
  await stage.reload();
  const seen = () => stage.clouds.map(({ id, state, isLocal, unit }) => [id, state, isLocal, unit]);
  const all = [['placed', 'loading', false, 1], ['statue', 'unplaced', false, 1]]; // prettier-ignore
  expect(seen()).toEqual(all);
  stage.setAlone('statue');
  expect(seen()).toEqual([['statue', 'loading', true, 1]]);
  expect(stage.clouds[0]!.crs).toBe('own:statue');
  stage.setAlone(undefined);
  expect(seen()).toEqual(all);
});

it('offers with a cloud in local coordinates the others without a CRS, off at first', async () => {
  const data = [cloud('placed', 'EPSG:2263'), cloud('statue', null), cloud('statue in May', null)];
  const api = { call: () => Promise.resolve({ data }) };
  const stage = new ProjectClouds(api as never, { current$: of({ project: { id: 'p' } }) } as never);
  await stage.reload();
  stage.setAlone('statue');
  const seen = () => stage.clouds.map(({ id, state, isLocal, crs }) => [id, state, isLocal, crs]);
  const [first, other] = [
    ['statue', 'loading', true, 'own:statue'],
    ['statue in May', 'off', true, 'own:statue'],
  ];
  expect(seen()).toEqual([first, other]);
  stage.show('statue in May', true);
  expect(seen()).toEqual([first, other.with(1, 'loading')]);
});

it('names no CRS for a cloud of a page of its own that has none elsewhere', () => {
  const stage = new ProjectClouds({} as never, { current$: EMPTY });
  stage.hold(cloud('statue', null));
  expect(stage.clouds).toMatchObject([{ id: 'statue', isLocal: true, state: 'loading' }]);
});
