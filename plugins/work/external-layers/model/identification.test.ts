import { expect, it } from 'vitest';
import { AppError } from '#core/kernel';
import type { ExternalLayerState } from '#core/mapview';
import type { SourceOf } from '#core/protocol';
import { Identification } from './identification.ts';
import { addressOf } from './info-address.ts';
import type { VectorTiles } from './vector/vector-tiles.ts';

const SOURCE: SourceOf<'wms'> = {
  kind: 'wms',
  url: 'https://maps.example.org/wms',
  version: '1.3.0',
  layers: 'parcels',
  styles: '',
  format: 'image/png',
  crs: 'EPSG:4326',
  info: { layers: 'parcels', format: 'application/json' },
  legend: null,
  times: '',
  time: null,
};
const state = (id: string, change: Partial<ExternalLayerState> = {}): ExternalLayerState => ({
  id,
  source: SOURCE,
  attribution: '',
  visible: true,
  opacity: 1,
  minScale: null,
  maxScale: null,
  attempt: 0,
  ...change,
});
const named = (id: string) => ({ layer: { id, name: `Layer ${id}` } });
const PLACE = [12.6, 42.9, 0] as const;

function identifying(states: readonly ExternalLayerState[], fetch: (id: string) => Promise<Response>) {
  const arranged = states.map(({ id }) => named(id)) as never;
  const vectorTiles: Pick<VectorTiles, 'find'> = {
    find: async (id, _, { most }) => ({
      features: [
        { geometry: { type: 'Point', coordinates: [12.6, 42.9] }, properties: { id, kind: 'wood' } },
      ],
      isWhole: most > 1,
    }),
  };
  const files = { at: vectorTiles.find as never };
  return new Identification(
    { states, arranged },
    { load: async () => ({ data: { fetch }, vectorTiles, files }) },
  );
}

it('asks the visible layers that can be asked, and has the topmost first', async () => {
  const queried: string[] = [];
  const states = [
    state('below'),
    state('hidden', { visible: false }),
    state('mute', { source: { ...SOURCE, info: null } }),
    state('near', { maxScale: 500 }),
    state('above'),
  ];
  const identification = identifying(states, async (id) => {
    queried.push(id);
    return new Response('{"features":[{"id":"a","properties":{"n":1}}]}');
  });
  await identification.query([...PLACE], { resolution: 1, zoom: 18 });
  expect(queried).toEqual(['above', 'below']);
  expect(identification.layers.map(({ name, info }) => [name, info?.features.length])).toEqual([
    ['Layer above', 1],
    ['Layer below', 1],
  ]);
});

it('says which layer failed, and shows the others', async () => {
  const identification = identifying([state('a'), state('b')], (id) =>
    id === 'a'
      ? Promise.reject(new AppError('external-layer', 'maps.example.org has failed.'))
      : Promise.resolve(new Response('nothing found')),
  );
  await identification.query([...PLACE], { resolution: 1, zoom: 18 });
  expect(identification.layers.map(({ problem, info }) => problem ?? info?.lines[0])).toEqual([
    'nothing found',
    'maps.example.org has failed.',
  ]);
});

it('forgets answers about the place before', async () => {
  const answers: ((response: Response) => void)[] = [];
  const identification = identifying([state('a')], () => new Promise((resolve) => answers.push(resolve)));
  const first = identification.query([...PLACE], { resolution: 1, zoom: 18 });
  await expect.poll(() => answers.length).toBe(1);
  const second = identification.query([12.7, 42.9, 0], { resolution: 1, zoom: 18 });
  await expect.poll(() => answers.length).toBe(2);
  answers[1]!(new Response('second'));
  answers[0]!(new Response('first'));
  await Promise.all([first, second]);
  expect(identification.layers[0]!.info?.lines).toEqual(['second']);
});

it('asks about the middle of an image with the pixels of the screen', async () => {
  const parameters = new URL(await addressOf(SOURCE, [12.6, 42.9, 0], 0.5, 20)).searchParams;
  const [south, west, north, east] = parameters.get('BBOX')!.split(',').map(Number) as [
    number,
    number,
    number,
    number,
  ];
  expect([(west + east) / 2, (south + north) / 2]).toEqual([
    expect.closeTo(12.6, 10),
    expect.closeTo(42.9, 10),
  ]);
  expect(((north - south) / Number(parameters.get('HEIGHT'))) * 111_320).toBeCloseTo(0.5, 6);
  expect([parameters.get('I'), parameters.get('J')]).toEqual(['50', '50']);
});

it('finds the objects of vector tiles without asking their server', async () => {
  const source = {
    kind: 'vector-tiles',
    url: 'https://a.test/{z}/{x}/{y}.mvt',
    archive: 'none',
    minZoom: 0,
    maxZoom: 14,
    colour: '#0072b2',
    style: null,
  } as const;
  const identification = identifying([state('tiles', { source })], () => Promise.reject(new Error('asked')));
  await identification.query([...PLACE], { resolution: 0.5, zoom: 18 });
  expect(identification.layers).toMatchObject([
    {
      name: 'Layer tiles',
      info: {
        features: [
          {
            values: [
              ['id', 'tiles'],
              ['kind', 'wood'],
            ],
          },
        ],
        isCut: false,
      },
    },
  ]);
});
