import type { Pixel } from '#core/mapview';
import type { Position } from '#core/protocol';
import { DEGREES_PER_PIXEL, FlatView } from './flat-view.ts';

/** Nothing in tests is higher, metres. */
const HIGHEST = 200;

/**
 * The flat view tilted like a globe: a place one metre higher is drawn one pixel farther up. The ground is at height
 * 0.
 */
export class SlantView extends FlatView {
  override toPixel([longitude, latitude, height = 0]: Position): Pixel {
    return [500 + longitude / DEGREES_PER_PIXEL, 500 - latitude / DEGREES_PER_PIXEL - height];
  }
  override toPosition([x, y]: Pixel, height?: number): Position {
    const place = super.toPosition([x, y + (height ?? 0)]);
    return height === undefined ? place : [place[0], place[1], height];
  }
  heightAt([, y]: Pixel, [, latitude]: Position): number {
    return Number((500 - latitude / DEGREES_PER_PIXEL - y).toFixed(6));
  }
  groundBehind(pixel: Pixel): readonly Position[] {
    return [this.toPosition(pixel), this.toPosition(pixel, HIGHEST)];
  }
}
