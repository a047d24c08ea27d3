import { describe, expect, it } from 'vitest';
import type { ObjectType } from '#core/protocol';
import { AS_MADE } from './stored-layers.ts';
import { reordered, stackOf, withNew } from './stack.ts';

const type = (name: string, geometryType: ObjectType['geometryType']): ObjectType =>
  ({ name, geometryType, style: { stroke: '#000000', width: 1 } }) as ObjectType;
const types = [type('wells', 'Point'), type('roads', 'LineString'), type('fields', 'Polygon')];
const names = (order: readonly string[]) =>
  stackOf(types, { ...AS_MADE, order }).map(({ typeName }) => typeName);

describe('the layer order', () => {
  it('draws areas below lines and lines below points by default', () => {
    expect(names([])).toEqual(['fields', 'roads', 'wells']);
  });

  it("keeps the person's order, and puts other types below those of a higher geometry", () => {
    expect(names(['wells', 'fields'])).toEqual(['roads', 'wells', 'fields']);
    expect(names(['roads', 'wells'])).toEqual(['fields', 'roads', 'wells']);
    expect(names(['fields', 'roads'])).toEqual(['fields', 'roads', 'wells']);
  });

  it('puts new areas below everything, and new lines and points above those of their geometry', () => {
    const all = [...types, type('zones', 'MultiPolygon'), type('mixed', null), type('paths', 'LineString')];
    const isNew = (name: string) => ['zones', 'paths', 'mixed'].includes(name);
    expect(withNew(all, [], isNew)).toEqual(['mixed', 'zones', 'fields', 'roads', 'paths', 'wells']);
    expect(withNew(all, ['wells', 'fields'], isNew).slice(0, 2)).toEqual(['mixed', 'zones']);
  });

  it('drops a type that no longer exists', () => {
    expect(names(['gone', 'roads', 'fields', 'wells'])).toEqual(['roads', 'fields', 'wells']);
  });

  it('applies stored visibility, locks and opacity', () => {
    const [fields, roads] = stackOf(types, {
      ...AS_MADE,
      hidden: ['fields'],
      locked: ['roads'],
      opacity: { fields: 0.5 },
    });
    expect(fields).toMatchObject({ visible: false, opacity: 0.5, locked: false });
    expect(roads).toMatchObject({ visible: true, opacity: 1, locked: true });
  });

  it('moves layers above and below another', () => {
    expect(reordered(['a', 'b', 'c'], ['a'], 'c', 'above')).toEqual(['b', 'c', 'a']);
    expect(reordered(['a', 'b', 'c'], ['c'], 'a', 'below')).toEqual(['c', 'a', 'b']);
    expect(reordered(['a', 'b', 'c'], ['a', 'b'], 'c', 'above')).toEqual(['c', 'a', 'b']);
  });
});
