import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MapFrameView } from './frame-view.ts';
import { copyTiles } from './magnifier.ts';
import { Tiles } from './tiles.ts';

/** A view of one tile of 512 by 512 pixels, a metre each. */
const LOOK: MapFrameView = { center: [256, 256], resolution: 1, ratio: 1, size: [500, 500], moving: false };

/** Milliseconds of a clock that only painting moves. */
let now = 0;
beforeEach(() => {
  now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => vi.restoreAllMocks());

/** Paints half transparent, in time that grows with the area asked for: `whole` for a tile. Records these times. */
function painting(calls: number[], whole: number) {
  return new Tiles('test', (context, _, [west, south, east, north]) => {
    const wide = Math.min(512, east) - Math.max(0, west);
    const high = Math.min(512, north) - Math.max(0, south);
    const took = (whole * wide * high) / 512 ** 2;
    now += took;
    calls.push(took);
    context.fillStyle = 'rgb(255 0 0 / 50%)';
    context.fillRect(0, 0, 512, 512);
  });
}

function alphas(tiles: Tiles): Set<number> {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 512;
  const context = canvas.getContext('2d')!;
  copyTiles(tiles.pictures, context, { west: 0, north: 512, scale: 1, width: 512, height: 512 });
  const { data } = context.getImageData(0, 0, 512, 512);
  return new Set(data.filter((_, at) => at % 4 === 3));
}

/** The alpha, 0 to 255, of each pixel of a view of `size` × `size` pixels. */
function seen({ element }: Tiles, size: number): Uint8ClampedArray {
  const bitmap = element.querySelector('canvas')!;
  const { e: left, f: top } = new DOMMatrix(bitmap.style.transform);
  const context = new OffscreenCanvas(size, size).getContext('2d')!;
  context.drawImage(bitmap, left, top);
  return context.getImageData(0, 0, size, size).data.filter((_, at) => at % 4 === 3);
}

/** Opacity of the centre of what is seen. */
function shown(tiles: Tiles): number {
  return seen(tiles, 500)[250 * 500 + 250]!;
}

/** Frames until the view is painted. */
function framesOf(tiles: Tiles, look = LOOK): number {
  for (let frames = 1; ; frames++) if (!tiles.show(look)) return frames;
}

describe('a tile that takes long to paint', () => {
  it('is painted in strips over several frames, each pixel once, and shown when it is whole', () => {
    const calls: number[] = [];
    const tiles = painting(calls, 160);
    expect(tiles.show(LOOK)).toBe(true);
    expect(shown(tiles)).toBe(0);
    expect(tiles.settled).toBe(false);
    expect(framesOf(tiles)).toBeGreaterThan(3);
    expect(tiles.settled).toBe(true);
    // The first strip is an eighth of 160 ms, others are meant to take 12; each paints what reaches into it, too.
    expect(Math.max(...calls)).toBeLessThan(25);
    expect([...alphas(tiles)]).toHaveLength(1);
    expect(shown(tiles)).toBe(128);
  });

  it('is begun again when everything has changed, and repainted in part when a part has', () => {
    const calls: number[] = [];
    const tiles = painting(calls, 160);
    tiles.show(LOOK);
    tiles.change();
    framesOf(tiles);
    expect([...alphas(tiles)]).toHaveLength(1);
    calls.length = 0;
    tiles.change([100, 100, 140, 140]);
    expect(framesOf(tiles)).toBe(1);
    expect(calls).toHaveLength(1);
    expect([...alphas(tiles)]).toHaveLength(1);
  });

  it('is painted at once where it is quick', () => {
    const calls: number[] = [];
    const tiles = painting(calls, 4);
    expect(framesOf(tiles)).toBe(1);
    // What it takes is learnt from the first strip.
    expect(calls).toHaveLength(2);
    calls.length = 0;
    tiles.change();
    expect(framesOf(tiles)).toBe(1);
    expect(calls).toHaveLength(1);
  });
});

describe('the canvas that shows the tiles', () => {
  const STRIPED: MapFrameView = {
    center: [512, 512],
    resolution: 1,
    ratio: 1,
    size: [600, 600],
    moving: false,
  };

  it('has no seams between them, at their scale and stretched while zooming', () => {
    const tiles = new Tiles('test', (context) => context.fillRect(0, 0, 512, 512));
    framesOf(tiles, STRIPED);
    const opacities = () => new Set(seen(tiles, 600));
    expect([...opacities()]).toEqual([255]);
    // A third of a pixel aside, and 1.37 times as large.
    tiles.show({ ...STRIPED, center: [512.33, 511.67] });
    expect([...opacities()]).toEqual([255]);
    tiles.show({ ...STRIPED, resolution: 1 / 1.37, moving: true });
    expect([...opacities()]).toEqual([255]);
  });

  it('moves with the map, and is drawn again only beyond its margin or when its contents have changed', () => {
    const tiles = new Tiles('test', (context, { west, width }) => {
      // Opaque west of 256.
      context.fillRect(0, 0, west < 0 ? width : 256, 512);
    });
    const drawn = vi.spyOn(OffscreenCanvasRenderingContext2D.prototype, 'drawImage');
    const drawnBy = (act: () => void) => {
      drawn.mockClear();
      act();
      return drawn.mock.calls.length > 0;
    };
    const edgeAt = () => seen(tiles, 500).indexOf(0);
    expect(drawnBy(() => framesOf(tiles))).toBe(true);
    expect(edgeAt()).toBe(250);
    expect(drawnBy(() => tiles.show(LOOK))).toBe(false);
    while (tiles.ahead(1));
    expect(drawnBy(() => tiles.show(LOOK))).toBe(true);
    expect(drawnBy(() => tiles.show({ ...LOOK, center: [200.4, 256], moving: true }))).toBe(false);
    expect(edgeAt()).toBe(306);
    expect(drawnBy(() => framesOf(tiles, { ...LOOK, center: [120, 256] }))).toBe(true);
    expect(edgeAt()).toBe(386);
    tiles.change([100, 100, 140, 140]);
    expect(drawnBy(() => framesOf(tiles, { ...LOOK, center: [120, 256] }))).toBe(true);
    expect(drawnBy(() => tiles.show({ ...LOOK, center: [120, 256], resolution: 1.1, moving: true }))).toBe(
      true,
    );
  });
});
