import { expect, it } from 'vitest';
import { resolutionOf } from '#core/canvas';
import { clustersAt } from './clusters.ts';
import { extentOfAll, mapProjectOf, middleOf, type ProjectExtent } from './map-project.ts';

const project = (id: number, extent: ProjectExtent['extent']) =>
  mapProjectOf({
    id: String(id),
    projectName: `Project ${id}`,
    crs: 'EPSG:7792',
    archived: false,
    createdAt: '2026-11-21T08:00:00Z',
    extent,
    from: extent && 'objects',
  });
const at = (id: number, longitude: number, latitude: number) =>
  project(id, [longitude, latitude, longitude, latitude]);

let state = 1;
/** A linear congruential generator (Numerical Recipes): repeatable. */
const random = () => (state = (state * 1664525 + 1013904223) % 2 ** 32) / 2 ** 32;

it('every project is in exactly one cluster, at every zoom', () => {
  const projects = Array.from({ length: 2000 }, (_, n) => at(n, 6 + random() * 12, 36 + random() * 11));
  for (let zoom = 0; zoom <= 20; zoom += 2) {
    const ids = clustersAt(projects, zoom).flatMap((cluster) => cluster.projects.map(({ id }) => id));
    expect(ids.sort()).toEqual(projects.map(({ id }) => id).sort());
  }
  expect(clustersAt(projects, 0)).toHaveLength(1);
});

it('projects that are far apart on the screen have their own markers, those at one place share one', () => {
  const [rome, milan] = [at(1, 12.5, 41.9), at(2, 9.19, 45.46)];
  expect(clustersAt([rome, milan, at(3, 12.5, 41.9)], 8).map(({ projects }) => projects.length)).toEqual([
    2, 1,
  ]);
  expect(clustersAt([rome, milan, at(3, 12.5, 41.9)], 22)).toHaveLength(2);
});

it('two pixels apart across the border of a cell is one cluster', () => {
  const size = resolutionOf(10);
  const near = (id: number, pixels: number) => {
    const longitude = ((pixels * size) / 20037508.342789244) * 180;
    return at(id, longitude, 0);
  };
  // Cells are 52 pixels wide, from 0.
  expect(clustersAt([near(1, 51), near(2, 53)], 10)).toHaveLength(1);
});

it('leaves out projects without place', () => {
  expect(clustersAt([project(1, null)], 5)).toEqual([]);
  expect(extentOfAll([project(1, null)])).toBeUndefined();
});

it('finds the middle of an extent across the antimeridian', () => {
  expect(middleOf([170, -20, -178, -10])).toEqual([176, -15]);
  expect(middleOf([178, 0, -170, 0])).toEqual([-176, 0]);
  expect(extentOfAll([project(1, [170, -20, -178, -10]), at(2, 160, 0)])).toEqual([160, -20, 176, 0]);
});

it('does not compare all pairs of 10,000 projects that are far apart', () => {
  const projects = Array.from({ length: 10_000 }, (_, n) => at(n, random() * 360 - 180, random() * 160 - 80));
  // 50 million pairs would take seconds.
  expect(clustersAt(projects, 14).length).toBeGreaterThan(9_000);
});
