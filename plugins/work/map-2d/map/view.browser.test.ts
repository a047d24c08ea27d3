import { afterEach, describe, expect, it, vi } from 'vitest';
import { eastingOf, northingOf, type ProjectedExtent, type TileShape } from '#core/canvas';
import type { MapObject } from '#core/document';
import type { Gesture } from '#core/mapview';
import type { Position } from '#core/protocol';
import { openStage, stageLayer, type MapStage } from '#tests/map-stage';

let stage: MapStage;
afterEach(() => stage.dispose());

function area(id: string, ring: readonly Position[], typeName = 'parcels'): MapObject {
  const coordinates = [[...ring, ring[0]!]];
  return { id, typeName, location: { type: 'Polygon', coordinates }, properties: {}, relatesTo: [] };
}

/** A square on the stage, in pixels. */
function square(id: string, left: number, top: number, size: number, typeName?: string): MapObject {
  const corners: [number, number][] = [
    [left, top],
    [left + size, top],
    [left + size, top + size],
    [left, top + size],
  ];
  return area(
    id,
    corners.map(([x, y]) => stage.at(x, y)),
    typeName,
  );
}

function load(...objects: MapObject[]): void {
  stage.document.apply(
    objects.map((after) => ({ id: after.id, before: undefined, after })),
    'load',
  );
}

const drawnAt = (x: number, y: number): boolean => stage.colour([x, y])[3] > 0;

describe('the 2D map', () => {
  it('puts a place on its pixel and a pixel on its place', async () => {
    stage = await openStage();
    const [x, y] = stage.view.toPixel([9.19, 45.46])!;
    expect([x, y]).toEqual([400, 300]);
    const [longitude, latitude] = stage.view.toPosition([400, 300])!;
    expect(longitude).toBeCloseTo(9.19, 9);
    expect(latitude).toBeCloseTo(45.46, 9);
    expect(stage.view.camera.zoom).toBeCloseTo(17, 9);
    // 2π · 6378137 m / 256 / 2^17 · cos 45.46° = 0.8377 m a pixel
    expect(stage.view.camera.resolution).toBeCloseTo(0.8377, 3);
  });

  it('frames an extent in the whole map, also while a dialog that is about to close covers it', async () => {
    stage = await openStage();
    const dialog = document.createElement('div');
    dialog.style.cssText = 'position: fixed; inset: 0; z-index: 999';
    document.body.append(dialog);
    const [west, north] = stage.at(200, 150);
    const [east, south] = stage.at(600, 450);
    stage.view.fly([west, south, east, north], { animate: false });
    dialog.remove();
    expect(stage.view.camera.center[0]).toBeCloseTo(9.19, 6);
    expect(stage.view.camera.center[1]).toBeCloseTo(45.46, 6);
    // 400 of 704 pixels between the margins, 300 of 504: half a level nearer.
    expect(stage.view.camera.zoom).toBeCloseTo(17 + Math.log2(504 / 300), 1);
  });

  it("shows the document's objects, and follows its changes", async () => {
    stage = await openStage();
    stage.view.setLayers([stageLayer('parcels')]);
    const before = square('a', 100, 100, 100);
    load(before);
    await stage.drawn();
    expect(drawnAt(150, 150)).toBe(true);
    expect(drawnAt(250, 150)).toBe(false);
    const after = square('a', 200, 100, 100);
    stage.document.apply([{ id: 'a', before, after }], 'edit');
    await stage.drawn();
    expect(drawnAt(150, 150)).toBe(false);
    expect(drawnAt(250, 150)).toBe(true);
    stage.document.apply([{ id: 'a', before: after, after: undefined }], 'edit');
    await stage.drawn();
    expect(drawnAt(250, 150)).toBe(false);
  });

  it('draws an area that is no wider than its outline', async () => {
    stage = await openStage();
    stage.view.setLayers([stageLayer('parcels')]);
    const corners = [[200, 200], [203, 200], [203, 201], [200, 201]] as const; // prettier-ignore
    load(
      area(
        'a',
        corners.map(([x, y]) => stage.at(x, y)),
      ),
    );
    await stage.drawn();
    // A stroke of 2 pixels extends one beyond: visible from 199 to 204, and from 199 to 202; the map is aligned to
    // whole pixels, which shifts that by at most half of one.
    for (const x of [200, 201, 202]) expect(stage.colour([x, 200])).toEqual([0x1e, 0x5a, 0xa8, 255]);
    for (const x of [197, 205]) expect(drawnAt(x, 200)).toBe(false);
    for (const y of [197, 203]) expect(drawnAt(201, y)).toBe(false);
  });

  it('paints merged objects as one area without outline or seam, as dense as their outlines would be', async () => {
    stage = await openStage();
    stage.view.setLayers([stageLayer('parcels')]);
    const box = (left: number, right: number): ProjectedExtent => [
      eastingOf(stage.at(left, 0)[0]),
      northingOf(stage.at(0, 400)[1]),
      eastingOf(stage.at(right, 0)[0]),
      northingOf(stage.at(0, 200)[1]),
    ];
    // Two tiles that meet within a pixel; each shape reaches beyond its tile.
    const shapeOf = (left: number, right: number): TileShape => {
      const [west, south, east, north] = box(left, right);
      const coordinates = [west, north, east, north, east, south, west, south, west, north];
      const flat = { kind: 'areas', coordinates, ends: [10], box: [west, south, east, north] } as const;
      return { flat, properties: {}, side: (8 * (east - west)) / (right - left) };
    };
    stage.view.setTileSource({
      paint: (_type, _box, _resolution, draw) => {
        draw([shapeOf(190, 310.4)], box(200, 300.4));
        draw([shapeOf(290.4, 410)], box(300.4, 400));
        return true;
      },
    });
    await stage.drawn();
    const inside = stage.colour([250, 300]);
    expect(inside.slice(0, 3)).toEqual([0x1e, 0x5a, 0xa8].map((each) => expect.closeTo(each, -1)));
    expect(inside[3]).toBeGreaterThan(0);
    for (let x = 205; x < 395; x++) expect(stage.colour([x, 300])).toEqual(inside);
    expect(drawnAt(195, 300)).toBe(false);
    expect(drawnAt(405, 300)).toBe(false);
  });

  it('draws it at the same place after panning and zooming', async () => {
    stage = await openStage();
    load(square('a', 390, 290, 20));
    stage.view.pan(100, 50);
    await stage.drawn();
    expect(drawnAt(300, 250)).toBe(true);
    expect(drawnAt(400, 300)).toBe(false);
    stage.view.pan(-100, -50);
    stage.view.fly([9.19, 45.46], { zoom: 18.5, animate: false });
    await stage.drawn();
    // The square is 20 · 2^1.5 = 56.6 pixels wide now.
    expect(drawnAt(400 - 27, 300)).toBe(true);
    expect(drawnAt(400 - 34, 300)).toBe(false);
  });

  it('hides a layer, and picks nothing that is hidden or locked', async () => {
    stage = await openStage();
    load(square('a', 100, 100, 100));
    await stage.drawn();
    expect(stage.view.pick([150, 150]).map(({ object }) => object.id)).toEqual(['a']);
    stage.view.setLayers([stageLayer('parcels', { locked: true })]);
    expect(stage.view.pick([150, 150])).toEqual([]);
    stage.view.setLayers([stageLayer('parcels', { visible: false })]);
    await stage.drawn();
    expect(stage.view.pick([150, 150])).toEqual([]);
    expect(drawnAt(150, 150)).toBe(false);
  });

  it('draws layers in order, the first at the bottom', async () => {
    stage = await openStage();
    const red = { stroke: '#ff0000', width: 1, fill: '#ff0000' };
    const blue = { stroke: '#0000ff', width: 1, fill: '#0000ff' };
    load(square('a', 100, 100, 100, 'red'), square('b', 100, 100, 100, 'blue'));
    stage.view.setLayers([stageLayer('red', { style: red }), stageLayer('blue', { style: blue })]);
    await stage.drawn();
    expect(stage.colour([150, 150])).toEqual([0, 0, 255, 255]);
    stage.view.setLayers([
      stageLayer('blue', { style: blue }),
      stageLayer('red', { style: red, opacity: 0.5 }),
    ]);
    await stage.drawn();
    // Half red over blue: 255 · 0.5 = 128, except for rounding by the canvas.
    const [r, g, b] = stage.colour([150, 150]);
    expect(Math.abs(r - 128)).toBeLessThanOrEqual(2);
    expect(g).toBe(0);
    expect(Math.abs(b - 127)).toBeLessThanOrEqual(2);
  });

  it('draws a previewed object instead of the original', async () => {
    stage = await openStage();
    load(square('a', 100, 100, 60));
    await stage.drawn();
    const preview = stage.view.preview([square('a', 300, 100, 60)]);
    await stage.drawn();
    expect(drawnAt(130, 130)).toBe(false);
    expect(drawnAt(330, 130)).toBe(true);
    preview.update([square('a', 400, 100, 60)]);
    await stage.drawn();
    expect(drawnAt(330, 130)).toBe(false);
    expect(drawnAt(430, 130)).toBe(true);
    preview.dispose();
    await stage.drawn();
    expect(drawnAt(430, 130)).toBe(false);
    expect(drawnAt(130, 130)).toBe(true);
  });

  it('repaints sharply after an animated zoom, at the same place', async () => {
    stage = await openStage();
    load(square('a', 390, 290, 20));
    await stage.drawn();
    stage.view.zoomBy(1);
    await vi.waitFor(() => expect(stage.view.camera.zoom).toBeCloseTo(18, 6));
    await stage.drawn();
    // 20 · 2 = 40 pixels wide.
    expect(drawnAt(400 - 18, 300)).toBe(true);
    expect(drawnAt(400 - 23, 300)).toBe(false);
  });

  it('draws the label of a type inside its areas', async () => {
    stage = await openStage();
    const bare = { stroke: '#00000000', width: 0, label: 'name' };
    stage.view.setLayers([stageLayer('parcels', { style: bare })]);
    load({ ...square('a', 100, 100, 100), properties: { name: '42' } });
    await stage.drawn();
    const dark = () => {
      for (let x = 135; x < 165; x++) if (stage.colour([x, 150])[3] > 0) return true;
      return false;
    };
    await vi.waitFor(() => expect(dark()).toBe(true));
    stage.view.setLayers([stageLayer('parcels', { style: bare, visible: false })]);
    await vi.waitFor(() => expect(dark()).toBe(false));
  });

  it('outlines what is selected, hovered or in conflict, and a thousand objects in the base layer', async () => {
    stage = await openStage();
    const many = Array.from({ length: 1_000 }, (_, i) =>
      square(`${i}`, (i % 40) * 20, Math.floor(i / 40) * 20, 4),
    );
    load(...many);
    stage.view.setLayers([stageLayer('parcels', { style: { stroke: '#ff000001', width: 1 } })]);
    await stage.drawn();
    const casing = () => stage.colour([82, 40])[3];
    expect(casing()).toBeLessThan(10);
    for (const ids of [['84'], many.map(({ id }) => id)]) {
      stage.view.highlight('selected', ids);
      await stage.drawn();
      expect(casing()).toBeGreaterThan(200);
      stage.view.highlight('selected', []);
      await stage.drawn();
      expect(casing()).toBeLessThan(10);
    }
  });

  it('marks selected objects of the overview that are not loaded', async () => {
    stage = await openStage();
    stage.view.setLayers([stageLayer('parcels', { style: { stroke: '#ff000001', width: 1 } })]);
    const shapeOf = (id: string | undefined, left: number): TileShape => {
      const [[west, north], [east, south]] = [stage.at(left, 200), stage.at(left + 50, 250)];
      const box: ProjectedExtent = [eastingOf(west), northingOf(south), eastingOf(east), northingOf(north)];
      const [a, b, c, d] = box;
      return {
        id,
        properties: {},
        flat: { kind: 'areas', coordinates: [a, d, c, d, c, b, a, b, a, d], ends: [10], box },
      };
    };
    stage.view.setTileSource({
      paint: (_type, box, _resolution, draw) => {
        draw([shapeOf('far', 100), shapeOf('other', 200), shapeOf(undefined, 300)], box);
        return true;
      },
    });
    const marked = () => [125, 225, 325].map((x) => stage.colour([x, 225])[3] > 20);
    await stage.drawn();
    expect(marked()).toEqual([false, false, false]);
    stage.view.highlight('selected', ['far', ...Array.from({ length: 1_000 }, (_, i) => `${i}`)]);
    await stage.drawn();
    expect(marked()).toEqual([true, false, false]);
  });

  it('frames the map while a selected area is larger than it', async () => {
    stage = await openStage();
    load(square('a', -500, -500, 2_000));
    stage.view.setLayers([stageLayer('parcels', { style: { stroke: '#ff0000', width: 1 } })]);
    const edges = () =>
      (
        [
          [1, 300],
          [798, 300],
          [400, 1],
          [400, 598],
        ] as const
      ).map((pixel) => stage.colour(pixel)[3] > 200);
    await stage.drawn();
    expect(edges()).toEqual([false, false, false, false]);
    stage.view.highlight('selected', ['a']);
    await stage.drawn();
    expect(edges()).toEqual([true, true, true, true]);
    // Its outline is in view.
    stage.view.fly([9.19, 45.46], { zoom: 14, animate: false });
    await stage.drawn();
    expect(edges()).toEqual([false, false, false, false]);
  });

  it('keeps one sketch per slot', async () => {
    stage = await openStage();
    const point = (x: number, y: number) => ({
      shapes: [{ geometry: { type: 'Point', coordinates: stage.at(x, y) } as const }],
    });
    stage.view.show(point(100, 100));
    stage.view.show(point(200, 100), 'kept');
    await stage.drawn();
    expect([drawnAt(100, 100), drawnAt(200, 100)]).toEqual([true, true]);
    stage.view.show(undefined);
    await stage.drawn();
    expect([drawnAt(100, 100), drawnAt(200, 100)]).toEqual([false, true]);
  });

  it('is one canvas, and moving it changes the place of this alone', async () => {
    stage = await openStage();
    load(square('a', 100, 100, 100));
    await stage.drawn();
    // Tiles around the view are painted when the map rests.
    await vi.waitUntil(() => stage.view.isIdle);
    const isShown = (each: HTMLElement) => getComputedStyle(each).display !== 'none';
    const shown = [...stage.element.querySelectorAll('canvas')].filter(isShown);
    expect(shown).toHaveLength(1);
    const changed: Pick<MutationRecord, 'target' | 'attributeName'>[] = [];
    const observer = new MutationObserver((records) => {
      changed.push(...records.map(({ target, attributeName }) => ({ target, attributeName })));
    });
    observer.observe(stage.element, { subtree: true, childList: true, attributes: true });
    for (let i = 0; i < 5; i++) {
      stage.view.pan(10, 5);
      await stage.drawn();
    }
    expect(new Set(changed.map(({ target }) => target))).toEqual(new Set(shown));
    expect(new Set(changed.map(({ attributeName }) => attributeName))).toEqual(new Set(['style']));
    observer.disconnect();
    expect(drawnAt(100, 150)).toBe(true);
  });

  it('moves anchored elements with the map', async () => {
    stage = await openStage();
    const bubble = document.createElement('div');
    const anchored = stage.view.anchor(bubble, stage.at(200, 200), [10, -10]);
    expect(bubble.style.transform).toBe('translate(210px, 190px)');
    stage.view.pan(50, 0);
    await stage.drawn();
    expect(bubble.style.transform).toBe('translate(160px, 190px)');
    anchored.dispose();
    expect(bubble.isConnected).toBe(false);
  });
});

describe('pointer input on the 2D map', () => {
  function heard(claim = false): Gesture[] {
    const gestures: Gesture[] = [];
    stage.view.listen((gesture) => {
      gestures.push(gesture);
      return claim;
    });
    return gestures;
  }
  const kinds = (gestures: Gesture[]) => gestures.map(({ kind }) => kind);

  it('reports a click with its place', async () => {
    stage = await openStage();
    const gestures = heard();
    stage.click([400, 300], { shiftKey: true });
    expect(kinds(gestures)).toEqual(['move', 'down', 'click']);
    expect(gestures[2]).toMatchObject({ pixel: [400, 300], shift: true, alt: false, pointer: 'mouse' });
    expect(gestures[2]!.position![0]).toBeCloseTo(9.19, 9);
  });

  it('reports two quick clicks as a double click, after both clicks', async () => {
    stage = await openStage();
    const gestures = heard();
    stage.click([400, 300]);
    stage.click([401, 300]);
    expect(kinds(gestures)).toEqual(['move', 'down', 'click', 'move', 'down', 'click', 'double']);
  });

  it('moves the map only where nobody claims the drag', async () => {
    stage = await openStage();
    stage.drag([400, 300], [300, 300]);
    await stage.drawn();
    expect(stage.view.toPixel([9.19, 45.46])![0]).toBeLessThan(350);
    stage.view.fly([9.19, 45.46], { zoom: 17, animate: false });
    const gestures = heard(true);
    stage.drag([400, 300], [300, 300]);
    await stage.drawn();
    expect(stage.view.toPixel([9.19, 45.46])).toEqual([400, 300]);
    expect(kinds(gestures)).toEqual(['move', 'down', 'drag', 'drag', 'drag', 'drag', 'up']);
  });

  it('shows a magnifier only while a finger drags something', async () => {
    stage = await openStage();
    load(square('a', 380, 280, 40));
    await stage.drawn();
    const gestures = heard(true);
    const touch = { pointerType: 'touch' } as const;
    stage.point('down', [400, 300], touch);
    stage.point('move', [420, 330], { ...touch, buttons: 1 });
    await stage.drawn();
    expect(kinds(gestures)).toEqual(['down', 'drag']);
    const glass = await vi.waitUntil(() =>
      stage.element.querySelector<HTMLElement>('.map2d-magnifier:not([hidden])'),
    );
    // Its centre is 104 pixels above the finger.
    const { left, top, width } = glass.getBoundingClientRect();
    expect([left + width / 2, top + width / 2]).toEqual([420, 226]);
    stage.point('up', [420, 330], touch);
    await stage.drawn();
    expect(glass.hidden).toBe(true);
    stage.drag([100, 100], [150, 150]);
    await stage.drawn();
    expect(glass.hidden).toBe(true);
  });

  it('reports the right button as context', async () => {
    stage = await openStage();
    const gestures = heard();
    stage.point('down', [100, 100], { button: 2, buttons: 2 });
    expect(kinds(gestures)).toEqual(['context']);
  });

  it('reports a long press as context, and no click after it', async () => {
    stage = await openStage();
    const gestures = heard();
    const pressed = new Promise<void>((resolve) => {
      stage.view.listen(({ kind }) => {
        if (kind === 'context') resolve();
      });
    });
    stage.point('down', [100, 100], { pointerType: 'touch' });
    await pressed;
    stage.point('up', [100, 100], { pointerType: 'touch' });
    expect(kinds(gestures)).toEqual(['down', 'context']);
  });

  it('snaps to a vertex within tolerance, and reports it in the gesture', async () => {
    stage = await openStage();
    const object = square('a', 100, 100, 100);
    load(object);
    stage.view.setSnapping({ kinds: ['vertex', 'edge'], tolerance: 10 });
    const gestures = heard();
    stage.point('move', [104, 97]);
    expect(gestures[0]!.snap).toMatchObject({ kind: 'vertex', objectId: 'a' });
    expect(gestures[0]!.position).toEqual(
      object.location.type === 'Polygon' && object.location.coordinates[0]![0],
    );
    stage.view.setSnapping(undefined);
    stage.point('move', [104, 97]);
    expect(gestures[1]!.snap).toBeUndefined();
  });
});
