import { describe, expect, it } from 'vitest';
import type { GeometryObject } from '#core/protocol';
import {
  extentOfObject,
  mapObjectOf,
  mayContainText,
  readLines,
  serverRecordOf,
  peekProperty,
  unreadSummaryOf,
  type Extent,
} from './index.ts';

const when = '2026-01-01T00:00:00.000Z';
function parcel(n: number): GeometryObject {
  return {
    id: `00000000-0000-4000-8000-00000000000${n}`,
    typeName: 'Città\te case',
    location: { type: 'LineString', coordinates: [[9, 45, 100.25], [9.5, 45.25, 101]] }, // prettier-ignore
    properties: { name: 'Tab\tand\nline', n },
    relatesTo: [],
    transactions: [],
    projectId: '00000000-0000-4000-8000-000000000009',
    metadata: { version: n, createdAt: when, createdBy: 'u', updatedAt: when, updatedBy: 'u', source: null },
  };
}
const EXTENT: Extent = [9, 45, 9.5, 45.25];
const lineOf = (object: GeometryObject) =>
  [
    object.metadata.version,
    ...EXTENT,
    object.location.type,
    JSON.stringify(object.typeName),
    JSON.stringify(object),
  ].join('\t');

describe('Objects read from lines', () => {
  const sent = [parcel(1), { ...parcel(2), labelAt: [9.1, 45.1] as [number, number] }];
  const listed = readLines(`${sent.map(lineOf).join('\n')}\n`);

  it('equal those of the list, with their records and extents', () => {
    expect(listed.map(({ object }) => ({ ...object }))).toEqual(sent.map(mapObjectOf));
    expect(listed.map(({ record }) => ({ ...record }))).toEqual(sent.map(serverRecordOf));
    expect(listed.map(({ object }) => extentOfObject(object))).toEqual([EXTENT, EXTENT]);
    expect(readLines('')).toEqual([]);
  });

  it('can be copied, serialized and cloned', () => {
    const [{ object }] = listed as [(typeof listed)[0]];
    const changed = { ...object, properties: { name: 'New' } };
    expect(changed.location).toBe(object.location);
    const moved = {
      ...object,
      location: { type: 'Point' as const, coordinates: [1, 2] as [number, number] },
    };
    expect([unreadSummaryOf(moved), extentOfObject(moved)]).toEqual([undefined, [1, 2, 1, 2]]);
    expect(JSON.parse(JSON.stringify(object))).toEqual(mapObjectOf(sent[0]!));
    expect(structuredClone(object)).toEqual(mapObjectOf(sent[0]!));
  });

  it('are parsed on first use, once', () => {
    const line = `3\t9\t45\t9.5\t45.25\tLineString\t"pole"\t{"id":"${sent[0]!.id}",broken`;
    const [{ object }] = readLines(line) as [(typeof listed)[0]];
    expect([object.id, object.typeName]).toEqual([sent[0]!.id, 'pole']);
    expect(unreadSummaryOf(object)).toEqual({ type: 'LineString', extent: EXTENT });
    expect(() => object.location).toThrow(SyntaxError);
    const [whole] = listed;
    expect(whole!.object.location).toBe(whole!.object.location);
    expect([unreadSummaryOf(whole!.object), extentOfObject(whole!.object)]).toEqual([undefined, EXTENT]);
  });

  it('give an attribute without being parsed', () => {
    const values = {
      use: 'a "quoted" \\ one',
      'x"y': -1.5e-3,
      text: '","use":"wrong"',
      on: true,
      none: null,
    };
    // In the order in which the server writes them.
    const { id, location, properties: _, ...rest } = sent[0]!;
    const line = lineOf({ id, location, properties: values, ...rest });
    const [{ object }] = readLines(line) as [(typeof listed)[0]];
    const names = ['use', 'x"y', 'text', 'on', 'none', 'version', 'missing'];
    expect(names.map((name) => peekProperty(object, name))).toEqual([
      values.use,
      values['x"y'],
      values.text,
      true,
      null,
      undefined,
      undefined,
    ]);
    expect(unreadSummaryOf(object)).toBeDefined();
    expect(object.properties).toEqual(values);
    expect(peekProperty(object, 'use')).toBe(values.use);
  });

  it('are searched for a text without being parsed', () => {
    const fresh = readLines(sent.map(lineOf).join('\n')).map(({ object }) => object);
    expect(['TAB\tand', 'line', 'poles', '"'].map((text) => fresh.map(mayContainText(text)))).toEqual([
      [true, true],
      [true, true],
      [false, false],
      // Written down it has a stroke before it, as none here has.
      [false, false],
    ]);
    expect(fresh.every((object) => unreadSummaryOf(object))).toBe(true);
    // Of what is read nothing is known so.
    expect(fresh.map(({ location }, i) => location && mayContainText('poles')(fresh[i]!))).toEqual([
      true,
      true,
    ]);
  });
});
