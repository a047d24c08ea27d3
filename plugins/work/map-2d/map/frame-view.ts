import type { FrameState } from 'ol/Map.js';

/** The current view. */
export interface MapFrameView {
  /** EPSG:3857, metres. */
  readonly center: readonly [number, number];
  /** Metres of EPSG:3857 per CSS pixel. */
  readonly resolution: number;
  /** CSS pixels. */
  readonly size: readonly [number, number];
  /** Device pixels per CSS pixel. */
  readonly ratio: number;
  /** The map is moving: little time is spent painting. */
  readonly moving: boolean;
}

/** Whether both show as much of the map at the same scale, here or there. */
export function isSameScale(a: MapFrameView, b: MapFrameView): boolean {
  return (
    a.resolution === b.resolution && a.ratio === b.ratio && a.size[0] === b.size[0] && a.size[1] === b.size[1]
  );
}

/** Whether both show the same, moving or not. */
export function isSameFrame(a: MapFrameView, b: MapFrameView): boolean {
  return isSameScale(a, b) && a.center[0] === b.center[0] && a.center[1] === b.center[1];
}

/** The view of a map frame. */
export function frameViewOf({ viewState, viewHints, size, pixelRatio }: FrameState): MapFrameView {
  const moving = viewHints[0]! + viewHints[1]! > 0;
  return {
    center: [viewState.center[0]!, viewState.center[1]!],
    resolution: viewState.resolution,
    size: [size[0]!, size[1]!],
    ratio: pixelRatio,
    moving,
  };
}
