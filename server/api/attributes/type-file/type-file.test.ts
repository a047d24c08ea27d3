import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  MAX_TYPE_FILE,
  TYPE_FILE_FORMAT,
  type AnswerOf,
  type DescribedType,
  type ObjectType,
  type Problem,
  type readTypes,
  type TypeFile,
} from '#core/protocol';
import { engines } from '../../../testing/databases.ts';
import { must, type TestPerson } from '../../../testing/server.ts';
import { openWorkplace, type Workplace } from '../../../testing/workplace.ts';
import { HttpError } from '../../../base/http-error.ts';
import { readTypeFile } from './read-types.ts';

const fileOf = (types: readonly object[], more: object = {}): string =>
  JSON.stringify({ format: TYPE_FILE_FORMAT, version: 1, types, ...more }, undefined, 2);
const KERB: DescribedType = {
  name: 'kerb',
  title: { en: 'Kerbs', it: 'Cordoli' },
  geometryType: 'LineString',
  fields: [
    { name: 'height', title: { en: 'Height', it: 'Altezza' }, type: 'number', required: true, min: 0 },
  ],
  style: { stroke: '#112233', width: 2 },
  icon: null,
};
const GROUPED: DescribedType = {
  ...KERB,
  name: 'pillar',
  fields: [
    { ...KERB.fields![0]!, group: 'size', when: 'name is not null' },
    { name: 'name', title: KERB.title!, type: 'text', required: false },
  ],
  groups: [{ name: 'size', title: KERB.title! }],
};
const refusal = (text: string): HttpError => {
  try {
    readTypeFile(text, 'en');
  } catch (thrown) {
    if (thrown instanceof HttpError) return thrown;
    throw thrown;
  }
  throw new Error('The file was read');
};

describe('a file of object types', () => {
  it('that cannot be used names the line and the path of each error', () => {
    const field = { name: 'n', title: { en: 'N', it: 'N' }, type: 'nummber', required: false };
    const text = fileOf([KERB, { name: 'tree', fields: [field], colour: 'red' }]);
    const line = text.split('\n').findIndex((each) => each.includes('nummber')) + 1;
    const [first] = refusal(text).more.errors!;
    expect(first).toEqual({
      path: 'types[1].fields[0].type',
      message: expect.stringMatching(
        new RegExp(`^Line ${line}, types\\[1\\]\\.fields\\[0\\]\\.type: `),
      ) as string,
    });
  });

  it('with words that are unknown, a type twice, or a rule that cannot hold is refused', () => {
    const choice = {
      name: 'kind',
      title: { en: 'K', it: 'K' },
      type: 'choice',
      required: false,
      choises: [],
    };
    const { status, more, values } = refusal(fileOf([KERB, KERB, { name: 'tree', fields: [choice] }]));
    expect([status, values['count']]).toEqual([422, 3]);
    expect(more.errors!.map(({ path }) => path)).toEqual([
      'types[2].fields[0].choises',
      'types[1].name',
      'types[2].fields[0].choices',
    ]);
  });

  it.each([
    ['{\n  "format": groma', 'attributes.file-no-json', { line: 2, column: 13 }],
    ['', 'attributes.file-no-json', { line: 1, column: 1 }],
    ['null', 'attributes.file-other', { line: 1, column: 1 }],
    ['{"type": "FeatureCollection"}', 'attributes.file-other', { line: 1, column: 1 }],
    [fileOf([KERB], { version: 2 }), 'attributes.file-newer', { line: 3, column: 14 }],
    [`{"a":\n${'['.repeat(500_000)}`, 'attributes.file-deep', { line: 2, column: 30 }],
  ])('%#: is refused with its line and column', (text, key, place) => {
    const { status, key: found, values } = refusal(text);
    expect([status, found, values]).toEqual([422, key, expect.objectContaining(place)]);
  });

  it('with a condition that depends on its own field is refused with its line', () => {
    const field = { name: 'n', title: { en: 'N', it: 'N' }, type: 'number', required: false, when: 'n > 1' };
    expect(refusal(fileOf([{ name: 'tree', fields: [field] }])).more.errors).toEqual([
      { path: 'types[0].fields[0].when', message: expect.stringContaining('depends on n itself') as string },
    ]);
  });

  it('with an expression that is nested too deeply is refused with its line', () => {
    const computed = `${'('.repeat(200)}1${')'.repeat(200)}`;
    const field = { name: 'n', title: { en: 'N', it: 'N' }, type: 'number', required: false, computed };
    expect(refusal(fileOf([{ name: 'tree', fields: [field] }])).more.errors).toEqual([
      {
        path: 'types[0].fields[0].computed',
        message: expect.stringMatching(/^Line \d+, .*too deeply nested/) as string,
      },
    ]);
  });
});

describe.each(engines)('object types as files on the %s engine', (engine) => {
  let place: Workplace;
  let sara: TestPerson;
  beforeAll(async () => {
    place = await openWorkplace(engine);
    sara = place.surveyor;
  });
  afterAll(() => place.close());
  const names = async (): Promise<string[]> =>
    must(await sara.send<ObjectType[]>('GET', '/attributes?paginate=500'), 200).map(({ name }) => name);

  it('are taken into a project, and saved as they were', async () => {
    const text = fileOf([KERB, { name: 'gully' }, GROUPED]);
    const projectIds = [place.project.id];
    const take = [{ name: 'kerb' }, { name: 'gully', as: 'drain' }, { name: 'pillar' }];
    const taken = must(
      await sara.send<ObjectType[]>('POST', '/attributes/file/types', { text, projectIds, take }),
      201,
    );
    expect(taken.map(({ name, projectIds: where }) => [name, where])).toEqual([
      ['kerb', projectIds],
      ['drain', projectIds],
      ['pillar', projectIds],
    ]);
    const saved = await sara.send<TypeFile>(
      'GET',
      `/attributes/file?ids=${taken.map(({ id }) => id).join()}`,
    );
    expect(saved.headers['content-disposition']).toContain('object-types.json');
    expect(saved.body.types.map(({ name }) => name)).toEqual(['drain', 'kerb', 'pillar']);
    expect(saved.body.types.slice(1)).toEqual([KERB, GROUPED]);
    const [kerb] = taken;
    const unknown = '2f1e1d5c-0000-4000-8000-000000000000';
    for (const [list, status] of [
      [`${kerb!.id},${kerb!.id.toUpperCase()}`, 200],
      [`${kerb!.id},${unknown}`, 404],
    ] as const)
      expect((await sara.send('GET', `/attributes/file?ids=${list}`)).status).toBe(status);
    const all = must(await sara.send<TypeFile>('GET', '/attributes/file'), 200);
    expect(all.types.map(({ name }) => name)).toEqual(expect.arrayContaining(['drain', 'kerb', 'parcel']));
  });

  it('of names that exist are told beforehand, with a name that is free', async () => {
    const text = fileOf([KERB, { name: 'drain', geometryType: 'Point' }, { name: 'bollard' }]);
    const here = { text, projectIds: [place.project.id] };
    const read = async (body: object) =>
      must(await sara.send<AnswerOf<typeof readTypes>>('POST', '/attributes/file', body), 200).types.map(
        ({ name, exists, isSame, freeName }) => [name, exists, isSame, freeName],
      );
    const expected = [
      ['kerb', true, true, 'kerb 2'],
      ['drain', true, false, 'drain 2'],
      ['bollard', false, false, 'bollard'],
    ];
    expect(await read(here)).toEqual(expected);
    expect(await read({ text })).toEqual(expected);
    const renamed = [{ ...GROUPED.groups![0]!, title: { en: 'Measures', it: 'Misure' } }];
    const grouped = fileOf([GROUPED, { ...GROUPED, name: 'kerb' }]);
    expect((await read({ text: grouped })).map(([, , isSame]) => isSame)).toEqual([true, false]);
    const regrouped = fileOf([{ ...GROUPED, groups: renamed }]);
    expect((await read({ text: regrouped })).map(([, , isSame]) => isSame)).toEqual([false]);
    const other = await place.server.project(place.admin, 'Other', [sara]);
    expect((await read({ text, projectIds: [other.id] })).map(([, exists]) => exists)).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('of the same name in several projects are saved as a file that can be read', async () => {
    const paved = { ...KERB, style: { stroke: '#445566', width: 2 } };
    for (const [project, type] of [
      ['North', KERB],
      ['West', paved],
      ['South', KERB],
      ['East', paved],
    ] as const) {
      const { id } = await place.server.project(place.admin, project, [sara]);
      const body = { text: fileOf([{ ...type, name: 'edge' }]), projectIds: [id], take: [{ name: 'edge' }] };
      must(await sara.send('POST', '/attributes/file/types', body), 201);
    }
    const file = must(await sara.send<TypeFile>('GET', '/attributes/file'), 200);
    const edges = file.types.filter(({ name }) => name.startsWith('edge'));
    expect(edges.map(({ name }) => name)).toEqual(['edge', 'edge 2']);
    expect(new Set(edges.map(({ style }) => style?.stroke))).toEqual(new Set(['#112233', '#445566']));
    must(await sara.send('POST', '/attributes/file', { text: JSON.stringify(file) }), 200);
  });

  it('are taken all or not at all', async () => {
    const before = await names();
    const text = fileOf([{ name: 'bench' }, KERB]);
    const take = [{ name: 'bench' }, { name: 'kerb' }];
    const clash = await sara.send<Problem>('POST', '/attributes/file/types', { text, take });
    expect([clash.status, clash.body.detail]).toEqual([
      409,
      expect.stringContaining('named kerb already exists'),
    ]);
    const lacking = { text, take: [{ name: 'bench' }, { name: 'lamp' }] };
    expect((await sara.send('POST', '/attributes/file/types', lacking)).status).toBe(422);
    const foreign = { text, take: [{ name: 'bench' }], projectIds: ['2f1e1d5c-0000-4000-8000-000000000000'] };
    expect((await sara.send('POST', '/attributes/file/types', foreign)).status).toBe(422);
    expect(await names()).toEqual(before);
  });

  it('of 50 MB, or more characters than allowed, are refused', async () => {
    const long = await sara.send('POST', '/attributes/file', { text: 'x'.repeat(MAX_TYPE_FILE + 1) });
    expect(long.status).toBe(400);
    const huge = await sara.send('POST', '/attributes/file', { text: 'x'.repeat(50_000_000) });
    expect(huge.status).toBe(413);
  });
});
