import { BehaviorSubject, Subject } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import { ObjectDocument } from '#core/document';
import type { Gesture } from '#core/mapview';
import type { PhotoRow } from '#core/protocol';
import { DEGREES_PER_PIXEL, FlatView } from '#core/testing';
import { PhotoLayer } from './photo-layer.ts';
import { photoOf } from './testing/photo-of.ts';

/** A place so many pixels right and up of the middle of the map. */
const at = (right: number, up = 0): [number, number] => [right * DEGREES_PER_PIXEL, up * DEGREES_PER_PIXEL];

class ListeningView extends FlatView {
  readonly #listeners = new Set<(gesture: Gesture) => boolean | void>();
  override listen(listener?: (gesture: Gesture) => boolean | void) {
    this.#listeners.add(listener!);
    return { dispose: () => void this.#listeners.delete(listener!) };
  }
  /** The newest listener first, until one takes it. */
  click(x: number, y: number): void {
    const modifiers = { shift: false, alt: false, ctrl: false };
    const gesture: Gesture = {
      kind: 'click',
      pixel: [x, y],
      position: this.toPosition([x, y]),
      pointer: 'mouse',
      ...modifiers,
    };
    [...this.#listeners].reverse().some((listener) => listener(gesture) === true);
  }
}

function layerOf(photos: readonly PhotoRow[], tool?: string) {
  const view = new ListeningView(new ObjectDocument('p'));
  const drawn$ = new Subject<void>();
  const find = vi.fn();
  const rows = { top: [], bottom: [] };
  const list = { shown: photos, isOnMap: true, projectId: 'p', rows, drawn$, find };
  const open = vi.fn();
  const tools = { active: tool === undefined ? undefined : { id: tool } };
  const projects = { current: { project: { id: 'p' } } };
  const views = { open$: new BehaviorSubject([view]), active: view };
  const layer = new PhotoLayer(views as never, list as never, { open }, tools as never, projects as never);
  const shapes = () => (view.sketches.get('photos')?.shapes ?? []).map(({ geometry }) => geometry.type);
  return { view, layer, list, open, find, shapes, drawn$, projects };
}

describe('Photos on the map', () => {
  it('are points with a cone in the direction they look', () => {
    const { view, shapes } = layerOf([photoOf('a', { position: at(0), heading: 90, fieldOfView: 60 })]);
    expect(shapes()).toEqual(['Polygon', 'Point']);
    const cone = view.sketches.get('photos')!.shapes[0]!.geometry as { coordinates: [number, number][][] };
    const [west, east, south, north] = [0, 1].flatMap((axis) => {
      const values = cone.coordinates[0]!.map((place) => place[axis]!);
      return [Math.min(...values), Math.max(...values)];
    });
    // East of the camera, 30 pixels long, as wide to the north as to the south: half of 60° on 30 pixels is 15.
    expect(west).toBeCloseTo(0, 9);
    expect(east! / DEGREES_PER_PIXEL).toBeCloseTo(30, 0);
    expect(south! / DEGREES_PER_PIXEL).toBeCloseTo(-15, 0);
    expect(north! / DEGREES_PER_PIXEL).toBeCloseTo(15, 0);
  });

  it('have no cone where no direction is known, or straight down', () => {
    expect(layerOf([photoOf('a', { heading: null })]).shapes()).toEqual(['Point']);
    expect(layerOf([photoOf('a', { pitch: -90 })]).shapes()).toEqual(['Point']);
  });

  it('that look straight down from a known height have the outline of what they see', () => {
    // 100 m above the start with 2·atan(½): 50 m to each side; by 3 to 4, 37.5 m to front and back.
    const fieldOfView = (2 * Math.atan(0.5) * 180) / Math.PI;
    const below = { position: at(0), heading: 90, pitch: -90, fieldOfView, heightAboveStart: 100 };
    const { view, shapes } = layerOf([photoOf('a', below)]);
    expect(shapes()).toEqual(['Polygon', 'Point']);
    const outline = view.sketches.get('photos')!.shapes[0]!.geometry as { coordinates: [number, number][][] };
    const [xs, ys] = [0, 1].map((axis) => outline.coordinates[0]!.map((place) => place[axis]!));
    // It looks east: its width lies north to south. A degree is 111,319.5 m along the equator, 110,574.3 m across it.
    expect(Math.max(...xs!) * 111_319.5).toBeCloseTo(37.5, 1);
    expect(Math.max(...ys!) * 110_574.3).toBeCloseTo(50, 1);
  });

  it('are drawn as one where they lie together, and not at all where they have no place or are out of sight', () => {
    const photos = [
      photoOf('a', { position: at(2, 2) }),
      photoOf('b', { position: at(4, 4) }),
      photoOf('c', { position: null }),
      photoOf('d', { position: [90, 0] }),
    ];
    const { list, drawn$, shapes } = layerOf(photos);
    expect(shapes()).toEqual(['Point']);
    list.isOnMap = false;
    drawn$.next();
    expect(shapes()).toEqual([]);
  });

  it('of a project that was left are not drawn on the map of the next one', () => {
    const { projects, drawn$, shapes } = layerOf([photoOf('a')]);
    projects.current.project.id = 'next';
    drawn$.next();
    expect(shapes()).toEqual([]);
  });

  it('open by a click near them, the nearest first; not while a tool draws', () => {
    const photos = [photoOf('a', { position: at(0) }), photoOf('b', { position: at(10) })];
    const { view, open } = layerOf(photos, 'selection.select');
    view.click(508, 500);
    expect(open).toHaveBeenCalledWith('b', 'p', ['a', 'b']);
    view.click(560, 500);
    expect(open).toHaveBeenCalledTimes(1);
    const drawing = layerOf(photos, 'draw.line');
    drawing.view.click(500, 500);
    expect(drawing.open).not.toHaveBeenCalled();
  });

  it('are placed by two clicks: where the camera was, and what it looked at', () => {
    const { view, layer, open } = layerOf([photoOf('a', { position: at(0) })]);
    const placed = vi.fn();
    layer.aim(photoOf('a'), placed);
    view.click(500, 500);
    expect(layer.aiming?.position).toEqual([0, 0]);
    view.click(500, 400);
    expect(placed).toHaveBeenCalledWith([0, 0], 0);
    expect([layer.aiming, open.mock.calls.length]).toEqual([undefined, 0]);
    layer.aim(photoOf('a'), placed);
    layer.stopAiming();
    view.click(500, 500);
    expect([placed.mock.calls.length, open.mock.calls.length]).toEqual([1, 1]);
  });

  it('are searched for a place that is clicked, which opens none', () => {
    const { view, layer, open, find } = layerOf([photoOf('a', { position: at(0) })]);
    // A tool that selects what is there.
    const select = vi.fn();
    view.listen(select);
    layer.choosePlace();
    view.click(500, 500);
    expect(select).not.toHaveBeenCalled();
    expect(find).toHaveBeenCalledWith({ at: [0, 0] });
    expect([layer.aiming, open.mock.calls.length]).toEqual([undefined, 0]);
  });
});
