import { describe, expect, it, vi } from 'vitest';
import type { Api } from '#core/api';
import type { ObjectType } from '#core/protocol';
import type { Session } from '#core/session';
import type { PathKind } from '#core/sketch';
import { desk, fullStorage, TestPointer, memoryStorage, object } from '#core/testing';
import { FinishDraw } from '../model/finish-draw.ts';
import { RecentTypes } from '../model/recent-types.ts';
import { DrawTool } from './draw-tool.ts';
import { HoleTool } from './hole-tool.ts';

const type = (name: string, geometryType: ObjectType['geometryType']): ObjectType => ({
  id: crypto.randomUUID(),
  name,
  title: { en: name, it: name },
  geometryType,
  fields: [],
  style: { stroke: '#000000', width: 1 },
  icon: null,
  images: [],
  projectIds: [],
  version: 1,
});
const TYPES = [
  type('tree', 'Point'),
  type('road', 'LineString'),
  type('parcel', 'Polygon'),
  type('zone', 'MultiPolygon'),
  type('any', null),
];

function drawing(kind: PathKind | 'hole', setUp = desk([], TYPES), storage = memoryStorage()) {
  const call = vi.fn();
  const me = { authorizations: ['attributes.write'] };
  const finish = new FinishDraw(
    { call } as unknown as Api,
    { me } as unknown as Session,
    new RecentTypes(storage),
  );
  const tool =
    kind === 'hole'
      ? new HoleTool(finish, setUp.settings, setUp.i18n)
      : new DrawTool(kind, finish, setUp.settings, setUp.i18n);
  const session = tool.start(setUp);
  const { document, history } = setUp.project;
  return {
    ...setUp,
    finish,
    call,
    session,
    pointer: new TestPointer(setUp.view, session),
    document,
    history,
    only: () => [...document.values()][0],
  };
}
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('drawing', () => {
  it('a point opens the modal and becomes an object with its height in one step', async () => {
    const { pointer, finish, history, only, session } = drawing('point');
    pointer.click(600, 400);
    expect(finish.drawn?.kind).toBe('point');
    finish.keep({ typeName: 'tree', properties: { species: 'oak' }, height: 12.5 });
    expect(only()).toMatchObject({
      typeName: 'tree',
      location: { type: 'Point', coordinates: [0.001, 0.001, 12.5] },
      properties: { species: 'oak' },
    });
    expect(history.state.done).toHaveLength(1);
    await settled();
    expect(session.state.busy).toBe(false);
    history.undo();
    expect(only()).toBeUndefined();
  });

  it('creates an object once and closes its dialog, also where the storage is full', () => {
    const { pointer, finish, document } = drawing('point', desk([], TYPES), fullStorage());
    pointer.click(600, 400);
    finish.keep({ typeName: 'tree', properties: {}, height: 12.5 });
    expect(finish.drawn).toBeUndefined();
    finish.keep({ typeName: 'tree', properties: {}, height: 12.5 });
    expect([...document.values()]).toHaveLength(1);
  });

  it('a line keeps its vertices in order', () => {
    const { pointer, finish, only } = drawing('line');
    pointer.click(500, 500).click(600, 500).double(600, 400);
    finish.keep({ typeName: 'road', properties: {}, height: undefined });
    expect(only()?.location).toEqual({
      type: 'LineString',
      coordinates: [
        [0, 0],
        [0.001, 0],
        [0.001, 0.001],
      ],
    });
  });

  it('a polygon is closed and wound anticlockwise, in whichever direction it was drawn', () => {
    for (const clicks of [
      [
        [500, 500],
        [600, 500],
        [600, 400],
      ],
      [
        [600, 400],
        [600, 500],
        [500, 500],
      ],
    ]) {
      const { pointer, finish, only, session } = drawing('ring');
      for (const [x, y] of clicks) pointer.click(x!, y!);
      session.complete();
      finish.keep({ typeName: 'parcel', properties: {}, height: undefined });
      const ring = (only()!.location as { coordinates: number[][][] }).coordinates[0]!;
      expect(ring).toHaveLength(4);
      expect(ring[0]).toEqual(ring[3]);
      const [a, b, c] = ring as [number[], number[], number[]];
      expect((b[0]! - a[0]!) * (c[1]! - a[1]!) - (b[1]! - a[1]!) * (c[0]! - a[0]!)).toBeGreaterThan(0);
    }
  });

  it('for a type of multipolygons creates an object with one part', () => {
    const { pointer, finish, only, session } = drawing('ring');
    pointer.click(500, 500).click(600, 500).click(600, 400);
    session.complete();
    finish.keep({ typeName: 'zone', properties: {}, height: undefined });
    expect(only()?.location.type).toBe('MultiPolygon');
  });

  it('stores how a shape was constructed, unless the type has a field of that name', () => {
    const parameters = { shape: 'circle', radius: 12.5 };
    const taken = {
      ...type('own', 'Polygon'),
      fields: [{ name: 'drawnAs' } as ObjectType['fields'][number]],
    };
    for (const [name, properties] of [
      ['parcel', { number: '7', drawnAs: parameters }],
      ['own', { number: '7' }],
    ] as const) {
      const { finish, project, only } = drawing('ring', desk([], [...TYPES, taken]));
      const vertices: [number, number][] = [[0, 0], [0.001, 0], [0, 0.001]]; // prettier-ignore
      void finish.ask({ project, kind: 'ring', vertices, as: { parameters, text: 'as a circle' } });
      finish.keep({ typeName: name, properties: { number: '7' }, height: undefined });
      expect(only()!.properties).toEqual(properties);
    }
  });

  it('rejects an outline that crosses itself, with the reason', () => {
    const { pointer, finish, session } = drawing('ring');
    pointer.click(500, 500).click(600, 600).click(600, 500).click(500, 600);
    session.complete();
    expect(finish.drawn).toBeUndefined();
    expect(session.state).toMatchObject({ hint: 'draw:problem.crosses-itself', busy: true });
  });

  it('stores nothing when the modal is cancelled, and the path can be restored', async () => {
    const { pointer, finish, history, document, session } = drawing('line');
    pointer.click(500, 500).double(600, 500);
    finish.close();
    await settled();
    expect(document.size).toBe(0);
    expect(history.state.done).toHaveLength(0);
    pointer.key('z', { ctrl: true });
    expect(session.state.canComplete).toBe(true);
  });

  it('drops what was drawn when deactivated with the modal open', async () => {
    const { pointer, session, finish, document } = drawing('line');
    pointer.click(500, 500).double(600, 500);
    session.dispose();
    await settled();
    expect(finish.drawn).toBeUndefined();
    expect(document.size).toBe(0);
  });

  it('keeps heights of snapped vertices where all have one, and is flat where some have none', () => {
    const high = [
      object('p', { type: 'Point', coordinates: [0, 0, 5] }),
      object('q', { type: 'Point', coordinates: [0.001, 0, 7] }),
    ];
    const all = drawing('line', desk(high, TYPES));
    all.pointer.click(500, 500).double(600, 500);
    all.finish.keep({ typeName: 'road', properties: {}, height: undefined });
    expect([...all.document.values()].at(-1)!.location.coordinates).toEqual([
      [0, 0, 5],
      [0.001, 0, 7],
    ]);
    const some = drawing('line', desk(high, TYPES));
    some.pointer.click(500, 500).double(700, 500);
    some.finish.keep({ typeName: 'road', properties: {}, height: undefined });
    expect([...some.document.values()].at(-1)!.location.coordinates).toEqual([
      [0, 0],
      [0.002, 0],
    ]);
  });
});

describe('the types offered', () => {
  it('fit the geometry, the last used first', () => {
    const { pointer, finish, session } = drawing('ring');
    const names = (): string[] => finish.typesFor(finish.drawn!).map(({ name }) => name);
    pointer.click(500, 500).click(600, 500).click(600, 400);
    session.complete();
    expect(names()).toEqual(['any', 'parcel', 'zone']);
    finish.keep({ typeName: 'zone', properties: {}, height: undefined });
    void finish.ask({ project: desk([], TYPES).project, kind: 'ring', vertices: [] });
    expect(names()).toEqual(['zone', 'any', 'parcel']);
  });

  it('include one created for the drawn geometry', async () => {
    const { pointer, finish, call } = drawing('line');
    pointer.click(500, 500).double(600, 500);
    call.mockResolvedValue({ data: { name: 'fence' } });
    expect(await finish.createType('fence')).toBe('fence');
    expect(call.mock.calls[0]![1]).toMatchObject({ body: { name: 'fence', geometryType: 'LineString' } });
  });
});

describe('cutting a hole', () => {
  const parcel = object('parcel', {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [0.002, 0],
        [0.002, 0.002],
        [0, 0.002],
        [0, 0],
      ],
    ],
  });

  it('requires a polygon under the first vertex', () => {
    const { pointer, session } = drawing('hole', desk([parcel], TYPES));
    pointer.click(300, 300);
    expect(session.state).toMatchObject({ hint: 'draw:problem.hole.no-polygon', busy: false });
  });

  it('draws a ring inside and cuts it in one step, without the modal', () => {
    const { pointer, history, document, finish, session } = drawing('hole', desk([parcel], TYPES));
    pointer.click(550, 450).click(600, 450).click(600, 400);
    session.complete();
    expect(finish.drawn).toBeUndefined();
    expect(document.get('parcel')!.location.coordinates).toHaveLength(2);
    expect(history.state.done.at(-1)).toMatchObject({ code: 'hole' });
    history.undo();
    expect(document.get('parcel')!.location.coordinates).toHaveLength(1);
  });

  it('rejects a ring that leaves the polygon, with the reason', () => {
    const { pointer, document, session } = drawing('hole', desk([parcel], TYPES));
    pointer.click(550, 450).click(600, 450).click(900, 100);
    session.complete();
    expect(session.state).toMatchObject({ hint: 'draw:problem.hole.outside', busy: true });
    expect(document.get('parcel')!.location.coordinates).toHaveLength(1);
    pointer.key('Backspace');
    pointer.click(600, 400);
    session.complete();
    expect(document.get('parcel')!.location.coordinates).toHaveLength(2);
  });

  it('leaves no sketch when cancelled at any vertex', () => {
    for (const clicks of [1, 2, 3]) {
      const { pointer, document, session, view } = drawing('hole', desk([parcel], TYPES));
      for (let i = 0; i < clicks; i++) pointer.click(550 + 30 * i, 450 - 20 * (i % 2));
      session.cancel();
      expect(session.state.busy).toBe(false);
      expect(view.sketch?.shapes).toEqual([]);
      expect(document.get('parcel')!.location.coordinates).toHaveLength(1);
    }
  });
});
