import { describe, expect, it, vi } from 'vitest';
import type { ObjectType } from '#core/protocol';
import { desk, field, performsAtOnce } from '#core/testing';
import { fitted } from './fit.ts';
import { Paste } from './paste.ts';
import { readText } from './read.ts';
import { geometryOfWkt } from './wkt.ts';

const TYPES = [
  {
    name: 'tree',
    geometryType: 'Point',
    fields: [
      field('kind', { required: true }),
      field('height', { type: 'number', max: 60 }),
      field('tag', { unique: true }),
    ],
  },
  { name: 'any', geometryType: null, fields: [] },
] as unknown as ObjectType[];
const BY_NAME = new Map(TYPES.map((type) => [type.name, type]));
const point = { type: 'Point', coordinates: [12.6, 42.9, 215] } as const;
const read = (typeName: string | undefined, properties = {}, geometry: unknown = point) =>
  ({ geometry, typeName, properties }) as Parameters<typeof fitted>[0][number];

describe('Well-known text', () => {
  it.each([
    ['POINT (12.6 42.9)', { type: 'Point', coordinates: [12.6, 42.9] }],
    ['point z(1 2 3)', { type: 'Point', coordinates: [1, 2, 3] }],
    ['SRID=4326;POINTZ(1 -2e-1 3)', { type: 'Point', coordinates: [1, -0.2, 3] }],
    ['LINESTRING (0 0, 1 1)', { type: 'LineString', coordinates: [[0, 0], [1, 1]] }], // prettier-ignore
    ['MULTIPOINT ((0 0), (1 1))', { type: 'MultiPoint', coordinates: [[0, 0], [1, 1]] }], // prettier-ignore
    ['MULTIPOINT (0 0, 1 1)', { type: 'MultiPoint', coordinates: [[0, 0], [1, 1]] }], // prettier-ignore
    ['POLYGON ((0 0, 1 0, 1 1, 0 0))', { type: 'Polygon', coordinates: [[[0, 0], [1, 0], [1, 1], [0, 0]]] }], // prettier-ignore
    ['POINT EMPTY', undefined],
    ['CIRCLE (0 0)', undefined],
    ['POINT (0 0', undefined],
    ['POINT (a b)', undefined],
  ])('%s', (text, expected) => {
    expect(geometryOfWkt(text)).toEqual(expected);
  });
});

describe('Pasted text', () => {
  it('is read as a geometry, a feature, several features, or lines of well-known text', () => {
    const feature = {
      type: 'Feature',
      id: 'x',
      geometry: point,
      properties: { typeName: 'tree', kind: 'Oak' },
    };
    const tree = { geometry: point, typeName: 'tree', properties: { kind: 'Oak' } };
    const bare = { geometry: point, typeName: undefined, properties: {} };
    expect(readText(JSON.stringify(point))).toEqual({ objects: [bare] });
    expect(readText(JSON.stringify(feature))).toEqual({ objects: [tree] });
    expect(
      readText(JSON.stringify({ type: 'FeatureCollection', features: [feature, { geometry: point }] })),
    ).toEqual({
      objects: [tree, bare],
    });
    expect(readText('POINT Z(12.6 42.9 215)\n\nPOINT Z (12.6 42.9 215)')).toEqual({ objects: [bare, bare] });
  });

  it.each([
    ['', 'empty'],
    ['hello', 'unknown'],
    ['{"type":', 'unknown'],
    ['{"type":"FeatureCollection","features":3}', 'unknown'],
    ['{"type":"Feature","geometry":null}', 'geometry.not-an-object'],
    ['{"type":"Circle","coordinates":[0,0]}', 'geometry.unknown-type'],
    ['POINT (500000 4600000)', 'geometry.out-of-range'],
    ['POLYGON ((0 0, 1 0, 1 1, 0 1))', 'geometry.ring-open'],
    ['POINT (0 0)\n'.repeat(10_001), 'too-many'],
  ])('that is invalid is rejected as a whole, with the reason: %.40s', (text, key) => {
    expect(readText(text)).toMatchObject({ problem: { key } });
  });
});

const losses = (...given: Parameters<typeof fitted>) =>
  fitted(...given).losses.map(({ kind, name }) => `${kind} ${name}`);

describe('The project', () => {
  it('keeps what its type knows and accepts, and reports what is dropped', () => {
    const pasted = [read('tree', { kind: 'Oak', height: 70, tag: 'A1', colour: 'green' })];
    const { objects } = fitted(pasted, BY_NAME, { instead: undefined, isLocked: () => false });
    expect(objects).toMatchObject([{ typeName: 'tree', location: point, properties: { kind: 'Oak' } }]);
    expect(objects[0]!.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(losses(pasted, BY_NAME, { instead: undefined, isLocked: () => false })).toEqual([
      'value height',
      'unique tag',
      'field colour',
    ]);
  });

  it('skips objects without a type here, with a missing value, another geometry, or on a locked layer', () => {
    const line = { type: 'LineString', coordinates: [[0, 0], [1, 1]] }; // prettier-ignore
    const pasted = [read('pole'), read('tree'), read('tree', { kind: 'Oak' }, line), read('any')];
    expect(
      fitted(pasted, BY_NAME, { instead: undefined, isLocked: (name) => name === 'any' }).objects,
    ).toEqual([]);
    expect(losses(pasted, BY_NAME, { instead: undefined, isLocked: (name) => name === 'any' })).toEqual([
      'type pole',
      'required kind',
      'geometry tree',
      'locked any',
    ]);
    expect(fitted([read('pole')], BY_NAME, { instead: 'any', isLocked: () => false }).objects).toMatchObject([
      { typeName: 'any' },
    ]);
  });
});

describe('A copy', () => {
  it('fills fields of the chosen type with values of other names', () => {
    const oak = { geometry: point, properties: { species: 'Oak', height: 12, gid: 4 } };
    const options = { instead: 'tree', isLocked: () => false };
    const untyped = [read(undefined, oak.properties)];
    expect(losses(untyped, BY_NAME, options)).toEqual(['field species', 'field gid', 'required kind']);
    const { objects, losses: left } = fitted(untyped, BY_NAME, { ...options, fields: { species: 'kind' } });
    expect(objects).toMatchObject([{ typeName: 'tree', properties: { kind: 'Oak', height: 12 } }]);
    expect(left).toEqual([{ kind: 'field', name: 'gid', count: 1 }]);
  });
});

describe('Pasting', () => {
  function opened() {
    const { project } = desk([], TYPES);
    const set = vi.fn();
    const fly = vi.fn();
    const paste = new Paste({
      projects: { current: project },
      selection: { set },
      views: { active: { fly } as never },
      isLocked: () => false,
      newValues: performsAtOnce,
    });
    return { paste, project, set, fly };
  }

  it('asks for a type, then adds all objects in one step, selects them and zooms to them', async () => {
    const { paste, project, set, fly } = opened();
    await paste.open(() => Promise.resolve('POINT (0 0)\nPOINT (2 1)'));
    expect([paste.asksForType, paste.fitted.objects.length]).toEqual([true, 0]);
    paste.choose('any');
    paste.run();
    expect(project.document.size).toBe(2);
    expect(project.history.state.done).toHaveLength(1);
    expect(set.mock.calls[0]![0]).toHaveLength(2);
    expect(fly).toHaveBeenCalledWith([0, 0, 2, 1]);
    expect(paste.isOpen).toBe(false);
    project.history.undo();
    expect(project.document.size).toBe(0);
  });

  it('opens empty if the browser denies access to the clipboard', async () => {
    const { paste } = opened();
    await paste.open(() => Promise.resolve(undefined));
    expect([paste.isOpen, paste.isRefused, paste.text, paste.problem?.key]).toEqual([
      true,
      true,
      '',
      'empty',
    ]);
    await paste.open(() => Promise.resolve('POINT (0 0)'));
    expect(paste.isRefused).toBe(false);
  });
});
