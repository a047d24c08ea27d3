import { EMPTY } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { Api } from '#core/api';
import type { BimLook, BimStage } from '../api.ts';
import { ModelFinder } from './finding.ts';
import { FoundElements } from './found-elements.ts';
import { countOf, itemsFrom, unite, without } from './items.ts';
import { FIRST_LOOK } from './stage.ts';

const NAME = {
  kind: 'property',
  set: 'Pset_WallCommon',
  name: 'IsExternal',
  count: 3,
  isNumber: false,
  unit: null,
} as const;
const STOREY = {
  class: 'IfcBuildingStorey',
  longName: null,
  elevation: 0,
  part: 0,
  localId: 3,
  own: 2,
  count: 2,
  parent: null,
};

function opened() {
  const asked: { id: string; body: unknown }[] = [];
  const answers: Record<string, unknown> = {
    'bim.tree': {
      nodes: [{ ...STOREY, globalId: 's1', name: 'Ground floor' }],
      classes: [{ name: 'IfcWall', count: 2 }],
      materials: [],
      classifications: [],
      types: [],
      groups: [],
      systems: [{ globalId: 'g1', class: 'IfcSystem', name: null, count: 4 }],
      zones: [],
    },
    'bim.properties': [NAME],
    'bim.elements': { count: 1, elements: [{ globalId: 'w1' }] },
    'bim.items': {
      count: 3,
      isCut: false,
      groups: [
        { value: 'T', count: 2, items: [{ part: 0, localIds: [1, 2] }] },
        { value: null, count: 1, items: [{ part: 0, localIds: [7] }] },
      ],
    },
  };
  const call = async (spec: { id: string }, request: { body?: unknown }) => {
    asked.push({ id: spec.id, body: request.body });
    return { data: answers[spec.id] };
  };
  let look: BimLook = FIRST_LOOK;
  const stage = {
    models$: EMPTY,
    get look() {
      return look;
    },
    change: (part: Partial<BimLook>) => void (look = { ...look, ...part }),
  };
  const api = { call } as unknown as Pick<Api, 'call'>;
  const shown = stage as unknown as BimStage;
  const finder = new ModelFinder(api, shown);
  return { finder, found: new FoundElements(api, shown, finder), asked, stage };
}

describe('Finding elements of a model', () => {
  it('asks the server for text, place and properties together', async () => {
    const { finder, asked } = opened();
    await finder.open('m');
    finder.setText(' door ');
    finder.choose(new Set(['s1']));
    finder.setConditions([{ set: NAME.set, name: NAME.name, is: 'equal', value: 'T' }]);
    await expect.poll(() => finder.rows.length).toBe(1);
    expect(asked.at(-1)!.body).toMatchObject({
      text: 'door',
      within: ['s1'],
      properties: [{ name: 'IsExternal', is: 'equal', value: 'T' }],
    });
  });

  it('asks nothing while nothing is said, and forgets what was found', async () => {
    const { finder, asked } = opened();
    await finder.open('m');
    finder.setText('door');
    await expect.poll(() => finder.rows.length).toBe(1);
    finder.setText('');
    expect(finder.rows).toEqual([]);
    expect(asked.filter(({ id }) => id === 'bim.elements')).toHaveLength(1);
  });

  it('names a system without a name by its class, and chooses it by its GlobalId', async () => {
    const { finder } = opened();
    await finder.open('m');
    finder.setGrouping('systems');
    expect(finder.groups).toEqual([{ key: 'g1', name: 'IfcSystem', count: 4, note: 'IfcSystem' }]);
    finder.choose(new Set(['g1']));
    expect(finder.filter).toEqual({ groups: ['g1'] });
  });

  it('searches as somebody has before, and for nothing else', async () => {
    const { finder, asked } = opened();
    await finder.open('m');
    finder.setGrouping('systems');
    finder.choose(new Set(['g1']));
    finder.setText('door');
    const { grouping, filter } = finder;
    finder.clear();
    finder.setGrouping('structure');
    finder.setConditions([{ name: 'Width', is: 'more', value: 1 }]);
    finder.apply({ grouping, filter });
    expect([finder.grouping, finder.filter]).toEqual(['systems', { text: 'door', groups: ['g1'] }]);
    await expect.poll(() => finder.rows.length).toBe(1);
    expect(asked.at(-1)!.body).toMatchObject(filter);
  });

  it('isolates, hides and shows what was found', async () => {
    const { finder, found, stage } = opened();
    await finder.open('m');
    await found.isolate(true);
    expect(stage.look.ghosts).toBe(true);
    expect([...stage.look.isolated!.get('m/0')!]).toEqual([1, 2, 7]);
    await found.hide();
    expect(countOf(stage.look.hidden)).toBe(3);
    expect(countOf(stage.look.isolated!)).toBe(0);
    found.showAll();
    expect(stage.look).toMatchObject({ isolated: undefined });
    expect(stage.look.hidden.size).toBe(0);
  });

  it('colours by the values of a property, without a colour for what has none', async () => {
    const { finder, found, stage } = opened();
    await finder.open('m');
    await found.paint(finder.names[0]);
    expect(stage.look.painted.map(({ title, count, colour }) => [title, count, colour])).toEqual([
      ['T', 2, '#0072b2'],
    ]);
    await found.paint(undefined);
    expect(stage.look.painted).toEqual([]);
  });
});

describe('Sets of elements', () => {
  it('are united and subtracted part by part', () => {
    const a = itemsFrom('m', [{ part: 0, localIds: [1, 2] }]);
    const b = itemsFrom('m', [{ part: 0, localIds: [2, 3] }, { part: 1, localIds: [9] }]); // prettier-ignore
    expect(countOf(unite(a, b))).toBe(4);
    expect([...without(b, a).get('m/0')!]).toEqual([3]);
    expect(without(a, a).size).toBe(0);
  });
});
