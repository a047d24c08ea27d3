import { describe, expect, it } from 'vitest';
import type { Change, MapObject } from '#core/document';
import type { I18n } from '#core/i18n';
import type { ObjectType } from '#core/protocol';
import { object } from '#core/testing';
import { stepTitle } from './step-title.ts';

const type = (name: string, title: string): [string, ObjectType] => [
  name,
  { name, title: { en: title, it: title }, fields: [], style: { label: 'number' } } as unknown as ObjectType,
];
const types = new Map([type('parcel', 'Parcels'), type('well', 'Wells')]);
const i18n = {
  language: 'en',
  number: String,
  t: (key: string, values: Record<string, string | number> = {}) =>
    key === 'history:steps.of'
      ? `${values['action']}: ${values['objects']}`
      : `${key} ${values['count'] ?? ''}`.trim(),
} as unknown as I18n;

const named = (id: string, properties: MapObject['properties'] = {}, typeName = 'parcel') =>
  object(id, { type: 'Point', coordinates: [9, 45] }, { typeName, properties });
const changed = (before: MapObject): Change => ({ id: before.id, before, after: { ...before } });
const created = (after: MapObject): Change => ({ id: after.id, before: undefined, after });
const deleted = (before: MapObject): Change => ({ id: before.id, before, after: undefined });

describe('The title of a step', () => {
  const [a, b] = [named('a', { number: '12' }), named('b', { number: '13' })];
  it.each<[string, readonly Change[], number | undefined, string]>([
    ['its only object, by its label', [changed(a)], undefined, 'Move: Parcels 12'],
    ['an object without a label, by its type', [created(named('c'))], undefined, 'Move: Parcels'],
    ['an object of an unknown type, by its name', [created(named('c', {}, 'gone'))], undefined, 'Move: gone'],
    ['an object that was deleted', [deleted(a)], undefined, 'Move: Parcels 12'],
    ['several of one type', [changed(a), changed(b)], undefined, 'Move: 2 × Parcels'],
    ['several of one type that the label counts', [changed(a), changed(b)], 2, 'Move 2: Parcels'],
    [
      'several types',
      [changed(a), changed(named('w', {}, 'well'))],
      undefined,
      'Move: history:steps.objects 2',
    ],
    ['several types that the label counts', [changed(a), changed(named('w', {}, 'well'))], 2, 'Move 2'],
    [
      'what was there, not what came of it',
      [changed(a), created(named('c')), created(named('d'))],
      3,
      'Move 3: Parcels 12',
    ],
    ['an object changed twice once', [changed(a), changed(a)], undefined, 'Move: Parcels 12'],
    ['nothing for a step of the server', [], 5, 'Move 5'],
  ])('names %s', (_, changes, count, expected) => {
    const step = {
      label: 'Move',
      code: 'move',
      at: new Date(),
      changes,
      ...(count && { values: { count } }),
    };
    expect(stepTitle(step, types, i18n)).toBe(expected);
  });
});
