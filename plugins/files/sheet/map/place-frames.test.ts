import { beforeAll, describe, expect, it, vi } from 'vitest';
import { loadCrs } from '#core/geodesy';
import { desk as toolDesk, TestPointer } from '#core/testing';
import { SheetDesk } from '../model/sheet-desk.ts';
import { PlaceFrames } from './place-frames.ts';

beforeAll(() => loadCrs('EPSG:4326'));

/** A sheet in degrees about 0° 0°, which is pixel (500, 500): at 1:500 its frame is 153 m × 133.5 m. */
async function placing() {
  const setUp = toolDesk();
  const call = () => Promise.resolve({ data: [] });
  const project = { id: 'p', crs: 'EPSG:4326' };
  const desk = new SheetDesk({ call, bytes: call } as never, { current: { project } } as never, {
    layers: undefined,
    selection: undefined,
  });
  desk.open([0, 0], undefined);
  await vi.waitFor(() => expect(desk.isReady).toBe(true));
  const open = vi.fn();
  const session = new PlaceFrames(desk, { open }).start(setUp);
  return { desk, session, open, view: setUp.view, pointer: new TestPointer(setUp.view, session) };
}

describe('Placing frames', () => {
  it('opens the panel, and moves the frame with the pointer', async () => {
    const { desk, pointer, open } = await placing();
    expect(open).toHaveBeenCalledWith('sheet.panel');
    pointer.drag([510, 510], [530, 490]);
    // 20 pixels to the right and up are 0.0002 degrees.
    expect(desk.frame!.centre[0]).toBeCloseTo(0.0002, 8);
    expect(desk.frame!.centre[1]).toBeCloseTo(0.0002, 8);
  });

  it('leaves the map to a pointer outside of the frames', async () => {
    const { desk, pointer } = await placing();
    pointer.drag([700, 500], [750, 500]);
    expect(desk.frame!.centre).toEqual([0, 0]);
  });

  it('turns the frame by its handle, in steps with Shift, and takes it back', async () => {
    const { desk, pointer, session, view } = await placing();
    // Half the height of 133.5 m is 60.4 pixels; the handle is 34 pixels above.
    const handle = view.toPixel([...view.sketches.values()].at(-1)!.handles![1]!.position);
    expect(handle[0]).toBeCloseTo(500, 3);
    expect(handle[1]).toBeCloseTo(500 - 60.4 - 34, 0);
    pointer.drag([500, Math.round(handle[1])], [600, 500]);
    // From the north to the east.
    expect(desk.frame!.rotation).toBeCloseTo(90, 0);
    expect(session.state.canTakeBack).toBe(true);
    session.key({ key: 'z', ctrl: true, shift: false, alt: false });
    expect(desk.frame!.rotation).toBe(0);
  });

  it('has a step back for each drag that changed something, and none for a click or a drag that is ended', async () => {
    const { desk, pointer, session, view } = await placing();
    pointer.drag([510, 510], [510, 510]);
    expect(session.state.canTakeBack).toBe(false);
    session.gesture(view.gesture('down', [510, 510]));
    session.gesture(view.gesture('drag', [530, 490]));
    expect(desk.frame!.centre).not.toEqual([0, 0]);
    session.cancel();
    session.gesture(view.gesture('up', [530, 490]));
    expect(desk.frame!.centre).toEqual([0, 0]);
    expect(session.state.canTakeBack).toBe(false);
    pointer.drag([510, 510], [530, 490]);
    expect(session.state.canTakeBack).toBe(true);
  });

  it('takes back also how many frames there were', async () => {
    const { desk, pointer, session } = await placing();
    pointer.drag([510, 510], [530, 490]);
    desk.addFrame();
    desk.setFrame(1, { rotation: 45 });
    session.key({ key: 'z', ctrl: true, shift: false, alt: false });
    expect(desk.frames).toEqual([{ centre: [0, 0], rotation: 0 }]);
    expect(desk.active).toBe(0);
  });

  it('leaves the map to the pointer when the panel is closed', async () => {
    const { desk, pointer } = await placing();
    desk.close();
    pointer.drag([510, 510], [530, 490]);
    pointer.drag([500, 406], [600, 500]);
    expect(desk.frame).toEqual({ centre: [0, 0], rotation: 0 });
  });

  it('shows nothing when the panel is closed', async () => {
    const { desk, view } = await placing();
    expect([...view.sketches.values()].some((sketch) => sketch.handles)).toBe(true);
    desk.close();
    expect([...view.sketches.values()].some((sketch) => sketch.handles)).toBe(false);
  });
});
