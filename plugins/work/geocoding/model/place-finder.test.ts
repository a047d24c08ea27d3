import { describe, expect, it, vi } from 'vitest';
import type { Api } from '#core/api';
import type { MapView } from '#core/mapview';
import type { Projects } from '#core/project';
import type { FoundPlace } from '#core/protocol';
import { desk } from '#core/testing';
import { PlaceFinder } from './place-finder.ts';

const { signal } = new AbortController();
const CODOGNO: FoundPlace = {
  kind: 'place',
  name: 'Codogno',
  context: 'LO, Italy',
  position: [9.70216, 45.16187],
  extent: null,
  source: 'geonames',
};
const WELL: FoundPlace = {
  kind: 'object',
  name: 'Pozzo',
  context: 'well',
  position: [9.7, 45.1],
  extent: [9.6, 45, 9.8, 45.2],
  source: 'project',
  objectId: 'far-away',
};

function finder(given: { results?: FoundPlace[]; notice?: string | null; map?: boolean; crs?: string } = {}) {
  const { results = [], notice = null, map = true, crs = 'EPSG:32632' } = given;
  const requests: unknown[] = [];
  const call = (async (_call: unknown, request: unknown) => {
    requests.push(request);
    return { data: { results, notice } };
  }) as unknown as Api['call'];
  const fly = vi.fn<MapView['fly']>();
  const view = map ? ({ fly } as unknown as MapView) : undefined;
  const document = new Map([['loaded', {}]]);
  const projects = { current: { project: { id: 'p' }, document } } as unknown as Projects;
  const { settings } = desk();
  settings.set('workingCrs', crs);
  return { finder: new PlaceFinder({ call }, { active: view }, projects, settings), requests, fly };
}

describe('places in the palette', () => {
  it('are searched in the open project, and the map flies to the chosen one', async () => {
    const {
      finder: places,
      requests,
      fly,
    } = finder({
      results: [CODOGNO, { ...WELL, objectId: 'loaded' }, WELL],
    });
    const items = await places.find('codogno', signal);
    expect(requests).toEqual([{ query: { text: 'codogno' }, headers: { projectid: 'p' } }]);
    expect(items.map(({ title, detail }) => [title, detail])).toEqual([
      ['Codogno', 'LO, Italy'],
      ['Pozzo', 'well'],
    ]);
    await items[0]!.run!();
    expect(fly).toHaveBeenLastCalledWith([9.70216, 45.16187], { zoom: 13 });
    await items[1]!.run!();
    expect(fly).toHaveBeenLastCalledWith([9.6, 45, 9.8, 45.2]);
  });

  it('are parsed from coordinates without calling the server', async () => {
    const { finder: places, requests, fly } = finder();
    const [item] = await places.find('45.16187 N 9.70216 E', signal);
    await item!.run!();
    expect(fly).toHaveBeenLastCalledWith([9.70216, 45.16187], { zoom: 18 });
    expect(requests).toEqual([]);
  });

  it('are parsed in the working CRS where the numbers are not degrees', async () => {
    const { finder: places, fly } = finder();
    // On the central meridian of zone 32, 9° E, the easting is 500,000 m.
    const [item] = await places.find('500000 5000000', signal);
    expect(item!.detail).toBe('EPSG:32632');
    await item!.run!();
    const [[longitude, latitude]] = fly.mock.lastCall as unknown as [[number, number]];
    expect(longitude).toBeCloseTo(9, 9);
    // 5,000 km of 0.9996 of the meridian: 5,002,001 m from the equator is 45.153° (111,132.954 m per degree at 45°
    // within 0.1°).
    expect(latitude).toBeCloseTo(45.15, 1);
  });

  it('report that the external service did not answer', async () => {
    const { finder: places } = finder({ results: [CODOGNO], notice: 'The geocoding service x refused.' });
    const items = await places.find('codogno', signal);
    expect(items.map(({ title }) => title)).toEqual(['Codogno', 'The geocoding service x refused.']);
  });

  it('are not searched without a map, or by a single letter', async () => {
    const away = finder({ results: [CODOGNO], map: false });
    expect(await away.finder.find('codogno', signal)).toEqual([]);
    const short = finder({ results: [CODOGNO] });
    expect(await short.finder.find('c', signal)).toEqual([]);
    expect([...away.requests, ...short.requests]).toEqual([]);
  });
});
