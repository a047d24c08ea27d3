import { BehaviorSubject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { ObjectDocument } from '#core/document';
import { OpenViews, type Camera, type FlyOptions, type Gesture, type MapView } from '#core/mapview';
import type { Position } from '#core/protocol';
import { FlatView } from '#core/testing';
import type { Globes } from '#plugins/globe/map-3d/api';
import { linkWhileDivided, toggleCommand } from './side-by-side.ts';

/** A map of either kind that moves, and records what was requested. */
class Moving extends FlatView {
  readonly size = [1000, 1000] as const;
  readonly flights: FlyOptions[] = [];
  readonly seen$ = new BehaviorSubject<Camera>({ ...new FlatView(new ObjectDocument('p')).camera });
  heard: ((gesture: Gesture) => void)[] = [];
  constructor(readonly sort: '2d' | '3d') {
    super(new ObjectDocument('p'));
    Object.defineProperties(this, {
      kind: { value: sort },
      camera$: { value: this.seen$ },
      camera: { get: () => this.seen$.value },
    });
  }
  override fly(to?: Position, options: FlyOptions = {}): void {
    this.flights.push(options);
    this.go(to!, options.zoom!);
  }
  go(center: Position, zoom: number): void {
    this.seen$.next({ ...this.seen$.value, center, zoom });
  }
  override listen(hear?: (gesture: Gesture) => void) {
    this.heard.push(hear!);
    return { dispose: () => void (this.heard = this.heard.filter((other) => other !== hear)) };
  }
  turn(heading: number): void {
    this.seen$.next({ ...this.seen$.value, heading });
  }
  point(): void {
    for (const hear of this.heard) hear(this.gesture('move', [500, 500]));
  }
}

function linesOn(flat: FlatView): Position[][] {
  return flat.sketches.get('side-by-side')!.shapes.map(({ geometry }) => geometry.coordinates as Position[]);
}

function beside() {
  const views = new OpenViews();
  const [flat, globe] = [new Moving('2d'), new Moving('3d')];
  const share$ = new BehaviorSubject<number | undefined>(undefined);
  const layout = {
    share$,
    get share() {
      return share$.value;
    },
    divide: (share: number | undefined) => share$.next(share),
  };
  const activeTool = { active: { id: 'x.line', isSelectTool: false, session: {} as never } };
  const offered = {
    viewers: [{}, {}] as unknown[],
    tools: [
      { id: 'x.line', viewer: '2d', route: 'line', also: { '3d': '3d/line' } },
      { id: 'x.trim', viewer: '2d', route: 'trim' },
    ],
  };
  const host = { current: ((point: 'viewers' | 'tools') => offered[point]) as never };
  const globes = {
    get current() {
      return views.open.find(({ kind }) => kind === '3d');
    },
  } as Globes;
  linkWhileDivided({ layout, views, globes, tools: activeTool, host });
  const narrow = { matches: false };
  const command = toggleCommand(layout, host, narrow);
  views.register(flat as unknown as MapView);
  const open = () => {
    void command.run();
    return views.register(globe as unknown as MapView);
  };
  return { views, flat, globe, command, narrow, offered, activeTool, open, layout };
}

describe('Two maps side by side', () => {
  it('opens the second one at the view of the first', () => {
    const { flat, globe, open } = beside();
    flat.go([12.6, 42.9], 18.5);
    open();
    expect(globe.camera).toMatchObject({ center: [12.6, 42.9], zoom: 18.5 });
  });

  it('follows the active map, whichever it is, and not the other way round', () => {
    const { flat, globe, views, open } = beside();
    open();
    flat.go([12.6, 42.9], 18);
    expect(globe.camera).toMatchObject({ center: [12.6, 42.9], zoom: 18 });
    // A globe that settles slightly beside its target does not lead.
    globe.go([12.60001, 42.9], 18);
    expect(flat.camera.center).toEqual([12.6, 42.9]);
    views.activate(globe as unknown as MapView);
    globe.go([13, 43], 15);
    expect(flat.camera).toMatchObject({ center: [13, 43], zoom: 15 });
    // Its rotation and tilt are its own.
    expect(flat.flights.at(-1)).toEqual({ zoom: 15, animate: false });
  });

  it('outlines on the flat map what the globe shows, and removes the outline with it', () => {
    const { flat, open, layout } = beside();
    const shown = open();
    // 500 pixels of 1e-5° around the middle.
    const corners = [[-0.005, 0.005], [0.005, 0.005], [0.005, -0.005], [-0.005, -0.005], [-0.005, 0.005]]; // prettier-ignore
    expect(linesOn(flat)).toEqual([corners]);
    layout.divide(undefined);
    shown.dispose();
    expect(flat.sketches.has('side-by-side')).toBe(false);
  });

  it('shows the direction of the globe on the flat map as soon as it turns', () => {
    const { flat, globe, open } = beside();
    open();
    globe.turn(90);
    // Up on the globe is east: from 24 to 56 pixels of 1e-5° to the right of the centre, the head 10 on both sides.
    const [, shaft, head] = linesOn(flat);
    expect(shaft!.flat()).toEqual([0.00024, 0, 0.00056, 0].map((degrees) => expect.closeTo(degrees, 9)));
    expect(head!.flat()).toEqual(
      [0.00046, 0.0001, 0.00056, 0, 0.00046, -0.0001].map((degrees) => expect.closeTo(degrees, 9)),
    );
    globe.turn(359.9);
    expect(linesOn(flat)).toHaveLength(1);
  });

  it('activates the map under the pointer, unless the active tool does not work there', () => {
    const { flat, globe, views, activeTool, open } = beside();
    open();
    globe.point();
    expect(views.active).toBe(globe);
    flat.point();
    expect(views.active).toBe(flat);
    activeTool.active = { ...activeTool.active, id: 'x.trim' };
    globe.point();
    expect(views.active).toBe(flat);
    activeTool.active = { ...activeTool.active, isSelectTool: true };
    globe.point();
    expect(views.active).toBe(globe);
  });

  it('closes the second map by the same command, and unlinks the cameras', () => {
    const { flat, globe, command, layout, open } = beside();
    open();
    void command.run();
    expect(layout.share).toBeUndefined();
    flat.go([1, 1], 10);
    expect(globe.camera.zoom).toBe(17);
    expect([flat.heard, globe.heard]).toEqual([[], []]);
  });

  it('says why it is not possible', () => {
    const { command, narrow, offered } = beside();
    narrow.matches = true;
    expect(command.disabled!()).toBe('reason.narrow');
    offered.viewers = [{}];
    expect(command.disabled!()).toBe('reason.one');
  });
});
