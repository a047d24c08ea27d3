/**
 * The real 2D map on a separate page, without server and workbench: for tests of tools in a real browser. Positions
 * are chosen so that one CSS pixel is about a metre.
 */
import { ObjectDocument, type MapObject } from '#core/document';
import type { LayerState, Pixel } from '#core/mapview';
import type { Position } from '#core/protocol';
import { MapView2D } from '../plugins/work/map-2d/map/view.ts';

export interface MapStage {
  readonly view: MapView2D;
  readonly document: ObjectDocument;
  readonly element: HTMLElement;
  /** The position of a pixel of the map, 800 by 600. */
  at(x: number, y: number): Position;
  /** Waits until everything in view is drawn. */
  drawn(): Promise<void>;
  /** Real pointer events at a pixel of the map. */
  point(type: 'down' | 'move' | 'up', pixel: Pixel, init?: PointerEventInit): void;
  click(pixel: Pixel, init?: PointerEventInit): void;
  drag(from: Pixel, to: Pixel, init?: PointerEventInit): void;
  /** Colour of the centre of a pixel, all canvases combined: [red, green, blue, alpha]. */
  colour(pixel: Pixel): readonly [number, number, number, number];
  dispose(): void;
}

export const STAGE_STYLE = { stroke: '#1e5aa8', width: 2, fill: '#1e5aa866', radius: 6 } as const;

export function stageLayer(typeName: string, more: Partial<LayerState> = {}): LayerState {
  return { typeName, visible: true, opacity: 1, style: STAGE_STYLE, locked: false, ...more };
}

/** A map of 800 by 600 CSS pixels at zoom 17 around 9.19° E, 45.46° N. */
export async function openStage(objects: readonly MapObject[] = []): Promise<MapStage> {
  const element = window.document.createElement('div');
  element.tabIndex = 0;
  element.style.cssText = 'position:fixed;left:0;top:0;width:800px;height:600px;background:#fff';
  window.document.body.append(element);
  const document = new ObjectDocument('stage');
  document.apply(
    objects.map((after) => ({ id: after.id, before: undefined, after })),
    'load',
  );
  const view = new MapView2D(element, document);
  view.fly([9.19, 45.46], { zoom: 17, animate: false });
  const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));
  const stage: MapStage = {
    view,
    document,
    element,
    at: (x, y) => view.toPosition([x, y])!,
    async drawn() {
      await frame();
      await frame();
      while (!view.settled) await frame();
      await frame();
    },
    point(type, pixel, init = {}) {
      const { left, top } = element.getBoundingClientRect();
      const [clientX, clientY] = [left + pixel[0], top + pixel[1]];
      // The window of the tests may be smaller than the map.
      const target =
        window.document.elementFromPoint(clientX, clientY) ?? element.querySelector('.ol-viewport')!;
      const pressed = type === 'move' && !init.buttons ? 0 : 1;
      target.dispatchEvent(
        new PointerEvent(`pointer${type}`, {
          bubbles: true,
          cancelable: true,
          composed: true,
          pointerId: 1,
          isPrimary: true,
          pointerType: 'mouse',
          button: type === 'move' ? -1 : 0,
          buttons: pressed,
          clientX,
          clientY,
          ...init,
        }),
      );
    },
    click(pixel, init) {
      stage.point('move', pixel, init);
      stage.point('down', pixel, init);
      stage.point('up', pixel, init);
    },
    drag(from, to, init) {
      stage.point('move', from, init);
      stage.point('down', from, init);
      for (const share of [0.25, 0.5, 0.75, 1])
        stage.point('move', [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share], {
          ...init,
          buttons: 1,
        });
      stage.point('up', to, init);
    },
    colour([x, y]) {
      const probe = window.document.createElement('canvas');
      probe.width = probe.height = 1;
      const context = probe.getContext('2d')!;
      const { left, top } = element.getBoundingClientRect();
      for (const canvas of element.querySelectorAll('canvas')) {
        const box = canvas.getBoundingClientRect();
        if (canvas.width === 0 || getComputedStyle(canvas).visibility === 'hidden') continue;
        const scale = canvas.width / box.width;
        const [px, py] = [(left + x - box.left) * scale, (top + y - box.top) * scale];
        if (px >= 0 && py >= 0 && px < canvas.width && py < canvas.height)
          context.drawImage(canvas, Math.floor(px), Math.floor(py), 1, 1, 0, 0, 1, 1);
      }
      const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
      return [red!, green!, blue!, alpha!];
    },
    dispose() {
      view.dispose();
      element.remove();
    },
  };
  await stage.drawn();
  return stage;
}
