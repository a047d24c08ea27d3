import { describe, expect, it } from 'vitest';
import type { Change, MapObject } from '#core/document';
import { measuresOf } from '#core/geodesy';
import { polygonsOf } from '#core/shapes';
import { desk } from '#core/testing';
import { CHECKS } from '../model/checks/index.ts';
import type { FindingKind } from '../model/finding.ts';
import { olderBy, stageRepair } from '../model/propose.ts';
import { ValidationScene } from '../model/scene.ts';
import { Staged } from '../model/staged.ts';
import { area, at, box, geometry, line } from '../model/testing/drawn.ts';

const FREE = { isLocked: () => false, mayDelete: true };
const AGES: Record<string, string> = { old: '2024-01-01T00:00:00Z', young: '2025-01-01T00:00:00Z' };
const isOlder = olderBy((id) => AGES[id]);

/**
 * Repairs all findings of a kind, one after the other; returns the changes, the findings that remain, and why some
 * are not repaired.
 */
function repaired(
  kind: FindingKind,
  objects: readonly MapObject[],
  { to = undefined as string | undefined, rights = FREE } = {},
) {
  const { document, history } = { ...desk(objects).project };
  const metres = CHECKS[kind].metres ?? 0;
  const findings = () =>
    [...CHECKS[kind].check(new ValidationScene([...document.values()], document.index), metres)].filter(
      (each) => each !== undefined,
    );
  const stage = new Staged(document);
  const faults = findings().flatMap(
    (each) => stageRepair(each, stage, { metres, to, isOlder }, rights) ?? [],
  );
  const changes: readonly Change[] = stage.changes(document);
  history.perform(() => changes, { label: 'x', code: 'x' });
  const left = findings();
  return { get: (id: string) => document.get(id), faults, changes, left, document };
}
const size = (object: MapObject | undefined) => measuresOf(object!.location).area;

describe('The repair', () => {
  it('of an outline that crosses itself makes its valid parts one object', () => {
    const { get, left, changes } = repaired('crossing', [area('bow', [[0, 0], [10, 10], [10, 0], [0, 10]])]); // prettier-ignore
    expect(left).toEqual([]);
    expect(changes).toHaveLength(1);
    expect(polygonsOf(get('bow')!.location)).toHaveLength(2);
    // Two triangles of base 10 and height 5.
    expect(size(get('bow'))).toBeCloseTo(50, 3);
  });

  it('also repairs an outline that touches itself, and removes the spike of one that runs back', () => {
    const eight = area('eight', [[0, 0], [5, 5], [0, 10], [10, 10], [5, 5], [10, 0]]); // prettier-ignore
    const spike = area('spike', [[20, 0], [30, 0], [40, 0], [30, 0], [30, 10], [20, 10]]); // prettier-ignore
    const { get, left } = repaired('crossing', [eight, spike]);
    expect(left).toEqual([]);
    expect(polygonsOf(get('eight')!.location)).toHaveLength(2);
    expect(size(get('eight'))).toBeCloseTo(50, 3);
    expect(size(get('spike'))).toBeCloseTo(100, 3);
  });

  it('of a line that crosses itself is left to the person', () => {
    expect(repaired('crossing', [line('loop', [0, 0], [10, 0], [5, 5], [5, -5])]).faults).toEqual(['hand']);
  });

  it('of wrong orientation reverses the ring; of parts without a size removes them', () => {
    const turned = area('turned', [[0, 0], [0, 9], [9, 9], [9, 0]]); // prettier-ignore
    const { get, left, changes } = repaired('structure', [turned, line('short', [0, 0], [0, 0.00002])]);
    expect(left).toEqual([]);
    expect(get('short')).toBeUndefined();
    expect(size(get('turned'))).toBeCloseTo(81, 3);
    expect(changes.map(({ id }) => id)).toEqual(['short', 'turned']);
  });

  it('of repeated vertices keeps the first, the end of a line, and the closing vertex of a ring', () => {
    const l = line('l', [0, 0], [0, 0], [5, 0], [9, 0], [9, 0.0005]);
    const ring = area('ring', [[0, 0], [9, 0], [9, 9], [0, 0.0005]]); // prettier-ignore
    const { get, left } = repaired('repeated', [l, ring]);
    expect(left).toEqual([]);
    expect(get('l')!.location.coordinates).toEqual([at(0, 0), at(5, 0), at(9, 0.0005)]);
    expect(get('ring')!.location.coordinates).toEqual([[at(0, 0), at(9, 0), at(9, 9), at(0, 0)]]);
  });

  it('of repeated vertices is left to the person if too few would remain', () => {
    expect(repaired('repeated', [line('dot', [0, 0], [0, 0.0005])]).faults).toEqual(['hand']);
  });

  it('of a duplicate keeps the older object, and moves references to it', () => {
    const twin = { ...box('young', 0, 0, 9, 9), id: 'young' };
    const door = { ...geometry('door', { type: 'Point', coordinates: at(0, 0) }), relatesTo: ['young'] };
    const { get, left } = repaired('duplicate', [twin, box('old', 0, 0, 9, 9), door]);
    expect([get('young'), left]).toEqual([undefined, []]);
    expect(get('door')!.relatesTo).toEqual(['old']);
  });

  it('of three equal objects keeps one', () => {
    const { document, left } = repaired(
      'duplicate',
      ['a', 'b', 'c'].map((id) => box(id, 0, 0, 9, 9)),
    );
    expect([[...document.values()].map(({ id }) => id), left]).toEqual([['a'], []]);
  });

  it('of an overlap gives it to the older object, or to the one named', () => {
    const both = [box('young', 0, 0, 10, 10), box('old', 8, 0, 20, 10)];
    const repair = repaired('overlap', both);
    expect([size(repair.get('young')), size(repair.get('old'))]).toEqual([
      expect.closeTo(80, 3),
      expect.closeTo(120, 3),
    ]);
    expect(repair.left).toEqual([]);
    const given = repaired('overlap', both, { to: 'young' });
    expect([size(given.get('young')), size(given.get('old'))]).toEqual([
      expect.closeTo(100, 3),
      expect.closeTo(100, 3),
    ]);
  });

  it('of an overlap never removes a whole object', () => {
    const { faults, changes } = repaired('overlap', [box('old', 0, 0, 10, 10), box('young', 2, 2, 3, 3)]);
    expect([faults, changes]).toEqual([['empty'], []]);
  });

  it('of a gap gives it to the neighbour with the longest common border, without leaving a slit', () => {
    const around = [
      box('west', 0, 0, 10, 20),
      area('east', [[10.2, 0], [20, 0], [20, 20], [10, 20], [10, 15], [10.2, 15]]), // prettier-ignore
      area('south', [[10, 0], [10.2, 0], [10.2, 5], [10, 5]]), // prettier-ignore
    ];
    const { get, left, changes } = repaired('gap', around);
    // East shares 10 m and 0.2 m with the gap, west 10 m: 0.2 m by 10 m are added to east.
    expect([changes.map(({ id }) => id), left]).toEqual([['east'], []]);
    expect(size(get('east'))! - size(around[1])!).toBeCloseTo(2, 3);
  });

  it('of a sliver gives it to the neighbour with the longest common border, and deletes its object', () => {
    const { get, left } = repaired('sliver', [
      box('thin', 0, 10, 30, 10.3),
      box('below', 0, 0, 30, 10),
      box('above', 10, 10.3, 20, 20),
    ]);
    expect([get('thin'), left]).toEqual([undefined, []]);
    expect(size(get('below'))).toBeCloseTo(309, 2);
    expect(repaired('sliver', [box('lone', 0, 0, 30, 0.3)]).faults).toEqual(['neighbour']);
  });

  it('of dangles moves the ends to the line, and trims those that are too long', () => {
    const road = line('road', [0, 0], [100, 0]);
    const { get, left } = repaired('dangle', [road, line('short', [51, 30], [50, 0.2]), line('long', [70, 30], [70, 5], [70, -0.3])]); // prettier-ignore
    expect(left).toEqual([]);
    const end = (id: string) => (get(id)!.location.coordinates as [number, number][]).at(-1)!;
    // Straight on: 0.2 m further down is 1 / 29.8 · 0.2 m to the west.
    expect(end('short')[0]).toBeCloseTo(at(50 - 0.2 / 29.8, 0)[0], 9);
    expect(end('short')[1]).toBeCloseTo(at(0, 0)[1], 9);
    expect(end('long')[1]).toBeCloseTo(at(0, 0)[1], 9);
    expect(get('long')!.location.coordinates).toHaveLength(3);
  });

  it('of ends that miss each other moves one of them', () => {
    const { changes, left, faults } = repaired('dangle', [
      line('a', [0, 0], [100, 0]),
      line('b', [100.1, 0.1], [150, 5]),
    ]);
    expect([changes.length, left, faults]).toEqual([1, [], ['gone']]);
  });

  it('changes nothing on locked layers, and deletes nothing without permission', () => {
    const pair = [box('a', 0, 0, 9, 9), box('b', 0, 0, 9, 9)];
    const locked = repaired('duplicate', pair, { rights: { isLocked: () => true, mayDelete: true } });
    const repair = repaired('duplicate', pair, { rights: { isLocked: () => false, mayDelete: false } });
    expect([locked.faults, locked.changes, repair.faults, repair.changes]).toEqual([
      ['locked'],
      [],
      ['delete'],
      [],
    ]);
  });
});
