import { describe, expect, it } from 'vitest';
import { ProjectFinder } from './project-finder.ts';

describe('projects in the palette', () => {
  it('that are archived say so', async () => {
    const data = [
      { id: 'a', projectName: 'Bridge', crs: 'EPSG:32632', archived: false },
      { id: 'b', projectName: 'Bridge 1998', crs: 'EPSG:3003', archived: true },
    ];
    const finder = new ProjectFinder({ call: () => Promise.resolve({ data }) } as never, {
      t: () => 'Archived: read only',
    });
    const found = await finder.find('bridge', new AbortController().signal);
    expect(found.map(({ icon, detail }) => [icon, detail])).toEqual([
      ['folder', 'EPSG:32632'],
      ['archive', 'EPSG:3003, Archived: read only'],
    ]);
  });
});
