import { describe, expect, it } from 'vitest';
import { ObjectDocument, setProperties, type MapObject } from '#core/document';
import type { Field, ObjectType } from '#core/protocol';
import { desk, field, fullStorage, memoryStorage, object } from '#core/testing';
import { BehaviorSubject } from 'rxjs';
import { fitsType, setType } from '../edits/set-type.ts';
import { commonFields, looseAttributes, MIXED } from './common.ts';
import { StoredLastValues } from './last-values.ts';
import { selectedObjects } from './selected-objects.ts';

const type = (name: string, ...fields: Field[]): [string, ObjectType] => [
  name,
  { name, fields } as ObjectType,
];
const thing = (id: string, typeName: string, properties: Record<string, unknown>): MapObject =>
  object(id, { type: 'Point', coordinates: [9, 45] }, { typeName, properties });

describe('The common fields of several objects', () => {
  const types = new Map([
    type(
      'pole',
      field('height', { type: 'number', min: 0, max: 30 }),
      field('note'),
      field('code', { unique: true }),
    ),
    type(
      'mast',
      field('note', { required: true }),
      field('height', { type: 'number', max: 20 }),
      field('code', { type: 'number' }),
    ),
  ]);

  it('have the same name and type, the strictest constraints, and the common value', () => {
    const common = commonFields(
      [thing('a', 'pole', { height: 3, note: 'x' }), thing('b', 'mast', { height: 4, note: 'x' })],
      types,
    );
    expect(common.map(({ field: { name }, value }) => [name, value])).toEqual([
      ['height', MIXED],
      ['note', 'x'],
    ]);
    expect(common[0]!.field).toMatchObject({ min: 0, max: 20 });
    expect(common[1]!.field.required).toBe(true);
  });

  it('are all fields of a single object, including unique ones', () => {
    expect(commonFields([thing('a', 'pole', {})], types).map(({ field: { name } }) => name)).toEqual([
      'height',
      'note',
      'code',
    ]);
    const two = [thing('a', 'pole', {}), thing('b', 'pole', {})];
    expect(commonFields(two, types).map(({ field: { name } }) => name)).toEqual(['height', 'note']);
  });

  it('are none where a type is unknown; attributes without a field are listed separately', () => {
    expect(commonFields([thing('a', 'lost', { x: 1 })], types)).toEqual([]);
    expect(looseAttributes(thing('a', 'pole', { note: 'x', SHAPE_LEN: 3 }), types.get('pole'))).toEqual([
      ['SHAPE_LEN', 3],
    ]);
  });
});

describe('Setting attributes', () => {
  function opened(...objects: MapObject[]) {
    const document = new ObjectDocument('p');
    document.apply(
      objects.map((after) => ({ id: after.id, before: undefined, after })),
      'load',
    );
    return document;
  }

  it('changes what differs, removes what is emptied, and leaves the rest alone', () => {
    const document = opened(thing('a', 'pole', { x: 1, y: 2 }), thing('b', 'pole', { x: 5 }));
    const changes = setProperties(['a', 'b', 'gone'], { x: 5, y: undefined })(document);
    expect(changes.map(({ id, after }) => [id, after?.properties])).toEqual([['a', { x: 5 }]]);
    expect(document.get('a')?.properties).toEqual({ x: 1, y: 2 });
  });

  it('changes the type and keeps the attributes', () => {
    const document = opened(thing('a', 'pole', { x: 1 }), thing('b', 'mast', {}));
    const changes = setType(['a', 'b'], 'mast')(document);
    expect(changes.map(({ after }) => [after?.id, after?.typeName, after?.properties])).toEqual([
      ['a', 'mast', { x: 1 }],
    ]);
  });

  it('offers the types that accept the geometry', () => {
    expect(fitsType(['Polygon', 'MultiPolygon'], { geometryType: 'Polygon' })).toBe(true);
    expect(fitsType(['Point'], { geometryType: null })).toBe(true);
    expect(fitsType(['Point', 'Polygon'], { geometryType: 'Polygon' })).toBe(false);
  });
});

describe('The last values', () => {
  it('are offered again by type, without empty ones', () => {
    const values = new StoredLastValues(memoryStorage());
    values.remember('pole', { height: 3, note: '' });
    values.remember('pole', { material: 'wood' });
    values.remember('mast', { height: 9 });
    expect(values.of('pole')).toEqual({ height: 3, material: 'wood' });
    expect(values.of('tree')).toEqual({});
  });

  it('are limited to the fifty types used last', () => {
    const values = new StoredLastValues(memoryStorage());
    for (let i = 0; i < 60; i++) values.remember(`type ${i}`, { x: i });
    expect([values.of('type 9'), values.of('type 10'), values.of('type 59')]).toEqual([
      {},
      { x: 10 },
      { x: 59 },
    ]);
  });

  it('are empty where the device stores nothing or invalid data', () => {
    const full = fullStorage({ 'attributes.last': '{broken' });
    const values = new StoredLastValues(full);
    expect(values.of('pole')).toEqual({});
    expect(() => values.remember('pole', { x: 1 })).not.toThrow();
    expect(new StoredLastValues(full).of('pole')).toEqual({});
  });
});

describe('The selected objects', () => {
  it('follow the selection and every change of its objects, and nothing else', () => {
    const { project } = desk([thing('a', 'pole', { x: 1 }), thing('b', 'pole', { x: 1 })]);
    const ids$ = new BehaviorSubject<readonly string[]>(['a']);
    const seen: unknown[] = [];
    selectedObjects(project, { ids$ }).subscribe((objects) =>
      seen.push(objects.map(({ id, properties }) => [id, properties.x])),
    );
    const label = { label: 'x', code: 'x' };
    project.history.perform(setProperties(['b'], { x: 2 }), label);
    project.history.perform(setProperties(['a'], { x: 3 }), label);
    ids$.next(['a', 'b', 'gone']);
    expect(seen).toEqual([
      [['a', 1]],
      [['a', 3]],
      [
        ['a', 3],
        ['b', 2],
      ],
    ]);
  });
});
