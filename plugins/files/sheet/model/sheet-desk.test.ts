import { autorun } from 'mobx';
import { BehaviorSubject } from 'rxjs';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { distance, loadCrs } from '#core/geodesy';
import { DEFAULT_LAYOUT } from '#core/sheets';
import { SheetDesk, type SheetSources } from './sheet-desk.ts';

beforeAll(() => loadCrs('EPSG:32633'));

function newDesk(sources: Partial<SheetSources> = {}) {
  const project = { id: 'p', crs: 'EPSG:32633' };
  const call = () => Promise.resolve({ data: [] });
  return new SheetDesk({ call, bytes: call } as never, { current: { project } } as never, {
    layers: undefined,
    selection: undefined,
    ...sources,
  });
}

async function openedDesk(sources: Partial<SheetSources> = {}) {
  const desk = newDesk(sources);
  desk.open([15, 42], { title: '{project}', subtitle: '', rows: [] });
  await vi.waitFor(() => expect(desk.isReady).toBe(true));
  return desk;
}

describe('The sheet of a project', () => {
  it('begins at the middle of the map, in the reference system of the project', async () => {
    const desk = await openedDesk();
    expect(desk.frames).toEqual([{ centre: [15, 42], rotation: 0 }]);
    expect(desk.crs).toBe('EPSG:32633');
    desk.close();
    desk.setFrame(0, { centre: [15.01, 42] });
    desk.open([16, 42], undefined);
    expect(desk.frame!.centre).toEqual([15.01, 42]);
  });

  it('has its middle on Earth also where the map goes on beyond it', async () => {
    const desk = await openedDesk();
    desk.centreOn([375, 89]);
    expect(desk.frame!.centre).toEqual([15, 85]);
  });

  it('has an outline as long on the ground as the frame on paper times the scale', async () => {
    const desk = await openedDesk();
    const [ring] = desk.rings;
    // 306 mm × 500 = 153 m in the plane, whose scale is 0.9996 on the central meridian.
    expect(distance([...ring![0]!], [...ring![4]!])).toBeCloseTo(153 / 0.9996, 2);
    desk.setScale(0, 1000);
    expect(distance([...desk.rings[0]![0]!], [...desk.rings[0]![4]!])).toBeCloseTo(306 / 0.9996, 2);
  });

  it('takes a drawn line for the profile, which is asked for when its ground is chosen, too', async () => {
    const desk = await openedDesk();
    desk.setProfile({ exaggeration: 5 });
    // The first frame is a map.
    expect(desk.frame!.profile).toBeUndefined();
    const line = { positions: [[15, 42], [15.01, 42]] as [number, number][] }; // prettier-ignore
    desk.setProfileLine(line);
    expect([desk.frames.length, desk.active, desk.unfinished]).toEqual([2, 1, [2]]);
    expect(desk.request.frames[1]).not.toHaveProperty('content');
    const ground = { surface: '00000000-0000-4000-8000-000000000001' };
    desk.setProfile({ ground, groundTitle: 'Pit', exaggeration: 5 });
    expect(desk.unfinished).toEqual([]);
    expect(desk.request.frames[1]).toEqual({
      centre: [15, 42],
      rotation: 0,
      content: { kind: 'profile', ground, line, exaggeration: 5 },
    });
    // It is not on the map, and the next line is for it, too.
    expect(desk.rings[1]).toBeUndefined();
    desk.choose(0);
    desk.setProfileLine({ objectId: 'x' });
    expect([desk.frames.length, desk.frames[1]!.profile!.line]).toEqual([2, { objectId: 'x' }]);
    desk.removeFrame(0);
    expect(desk.frames).toMatchObject([{ profile: undefined }]);
  });

  it('takes drawings and pictures of other viewers, also before it is opened', async () => {
    const plan = { kind: 'drawing' as const, title: 'Plan', lines: [{ points: [0, 0, 1, 1] }] };
    const desk = newDesk();
    expect(desk.addContent(plan, 100)).toBe(2);
    desk.open([15, 42], undefined);
    await vi.waitFor(() => expect(desk.isReady).toBe(true));
    const picture = { kind: 'picture' as const, title: 'Globe', image: 'iVBORw0KGgo=' };
    expect([desk.addContent(picture), desk.addContent(picture), desk.addContent(picture)]).toEqual([
      3,
      4,
      undefined,
    ]);
    expect(desk.request.frames.map(({ content, scale }) => [content?.kind, scale])).toEqual([
      [undefined, undefined],
      ['drawing', 100],
      ['picture', undefined],
      ['picture', undefined],
    ]);
  });

  it('fits a frame to what is seen, at the next round scale', async () => {
    const desk = await openedDesk();
    // 0.01° of latitude are 1,110.6 m on the ellipsoid, in 267 mm: 1:4159 in the plane, so 1:5000.
    desk.fit([14.999, 42, 15.001, 42.01]);
    expect(desk.layout.scale).toBe(5000);
    expect(desk.frame!.centre[1]).toBeCloseTo(42.005, 9);
  });

  it('has up to four frames; the first has the scale of the sheet, the others their own', async () => {
    const desk = await openedDesk();
    for (let n = 0; n < 5; n++) desk.addFrame();
    expect(desk.frames).toHaveLength(4);
    desk.setScale(3, 2000);
    expect(desk.frames.map((frame) => desk.scaleOf(frame))).toEqual([500, 500, 500, 2000]);
    desk.removeFrame(3);
    expect(desk.active).toBe(2);
  });

  it('has its parts where they are dragged to, on the paper, and forgets the place of a frame that is removed', async () => {
    expect(newDesk().placed).toEqual([]);
    const desk = await openedDesk();
    desk.addFrame();
    desk.place('frame:1', { x: 350, y: 200, width: 100.04, height: 10 });
    // A3 is 420 wide; a frame has at least 20.
    expect(desk.plan!.frames[1]).toEqual({ x: 320, y: 200, width: 100, height: 20 });
    desk.pick('frame:1');
    expect(desk.active).toBe(1);
    desk.place('legend', { x: -5, y: 12.34, width: 60, height: 40 });
    expect(desk.placed.find(({ key }) => key === 'legend')).toMatchObject({
      box: { x: 0, y: 12.3 },
      byHand: true,
    });
    desk.removeFrame(0);
    expect(desk.plan!.frames).toEqual([{ x: 320, y: 200, width: 100, height: 20 }]);
    desk.place('frame:0', undefined);
    desk.place('legend', undefined);
    expect(desk.placed.every(({ byHand }) => !byHand)).toBe(true);
    desk.change({ texts: [{ text: 'Hi', x: 10, y: 10, size: 12 }] });
    desk.place('text:0', { x: 30.06, y: 500, width: 1, height: 1 });
    expect(desk.layout.texts[0]).toMatchObject({ x: 30.1, y: 297 });
  });

  it('asks for the visible layers in their order, and for dots only of a picture', async () => {
    const states = [
      { typeName: 'parcel', visible: true },
      { typeName: 'secret', visible: false },
      { typeName: 'point', visible: true },
    ];
    const layers = { states$: new BehaviorSubject(states), states } as unknown as SheetSources['layers'];
    const desk = await openedDesk({ layers });
    expect(desk.request).toMatchObject({ typeNames: ['parcel', 'point'], crs: 'EPSG:32633', format: 'pdf' });
    expect(desk.request).not.toHaveProperty('dpi');
    desk.setOutput({ format: 'png', dpi: 150 });
    expect(desk.request.dpi).toBe(150);
  });

  it('follows the layers, and draws nothing, not all, where none is visible', async () => {
    const states$ = new BehaviorSubject<readonly { typeName: string; visible: boolean }[]>([]);
    const desk = await openedDesk({ layers: { states$ } as unknown as SheetSources['layers'] });
    const asked: unknown[] = [];
    const stop = autorun(() => asked.push(desk.request.typeNames));
    expect(desk.hasSomething).toBe(false);
    states$.next([{ typeName: 'parcel', visible: true }]);
    expect(desk.hasSomething).toBe(true);
    states$.next([{ typeName: 'parcel', visible: false }]);
    expect(asked).toEqual([[], ['parcel'], []]);
    expect(desk.hasSomething).toBe(false);
    // A section of a point cloud needs no objects.
    desk.addContent({ kind: 'drawing', title: 'Section', lines: [] });
    expect(desk.hasSomething).toBe(true);
    stop();
    desk.dispose();
    expect(states$.observed).toBe(false);
  });

  it('has all its layers where they cannot be hidden', async () => {
    const desk = await openedDesk();
    expect(desk.hasSomething).toBe(true);
    expect(desk.request).not.toHaveProperty('typeNames');
  });

  it('has the layout of a template whole: parts that the template lacks go', async () => {
    const desk = await openedDesk();
    desk.change({ areas: {}, coordinates: {} });
    const { grid: _grid, north: _north, titleBlock: _titleBlock, ...layout } = DEFAULT_LAYOUT;
    desk.setLayout(layout);
    expect(desk.request.layout).toEqual(layout);
  });

  it('says that there is no room, and that a reference system cannot be used', async () => {
    const desk = await openedDesk();
    desk.change({ paper: 'A4', panel: { side: 'right', size: 280 } });
    expect(desk.plan).toBeUndefined();
    expect(desk.rings).toEqual([undefined]);
    desk.change(DEFAULT_LAYOUT);
    await desk.setCrs('EPSG:999999');
    expect(desk.failure).toBeInstanceOf(Error);
    expect(desk.rings).toEqual([undefined]);
  });
});
