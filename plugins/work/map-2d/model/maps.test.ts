import { of } from 'rxjs';
import { expect, it } from 'vitest';
import type { MapView, Views } from '#core/mapview';
import { OpenMaps } from './maps.ts';

function mapsWith(id: string) {
  const view = { id } as MapView;
  const views = { active$: of(view), open$: of([view]), active: view, open: [view] };
  return { view, maps: new OpenMaps(views as unknown as Views) };
}

it.each(['map-2d', 'map-3d', 'point-cloud', 'bim'])(
  'the map of the workspace is the view %s, with the buttons and the place in the address',
  (id) => {
    const { view, maps } = mapsWith(id);
    expect(maps.current).toBe(view);
  },
);

it('a view beside the maps is none of them', () => {
  expect(mapsWith('panorama').maps.current).toBeUndefined();
});
