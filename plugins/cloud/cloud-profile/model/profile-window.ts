/** Pixels around the plot for the labels of the axes. */
export const MARGIN = { left: 64, right: 12, top: 10, bottom: 26 } as const;

/** A place of the profile: chainage and height. */
export interface ProfilePlace {
  readonly chainage: number;
  readonly height: number;
}

/** What part of a profile is shown: the mapping between chainage and height, and CSS pixels. */
export interface ProfileWindow {
  /** Size of the canvas, CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** At the left and the lower edge of the plot. */
  readonly from: ProfilePlace;
  /** Pixels of a metre along, and of a metre up. */
  readonly across: number;
  readonly up: number;
}

const SMALLEST = 0.01;
/** Pixels of a metre: beyond these, a nanometre or the whole earth would fill the screen. */
const FINEST = 1e6;
const COARSEST = 1e-4;

/** Shows everything; `exaggeration` 1 is the true scale, undefined fills the plot. */
export function fitted(
  size: { readonly width: number; readonly height: number },
  length: number,
  lowest: number,
  highest: number,
  exaggeration: number | undefined,
): ProfileWindow {
  const [wide, tall] = plotSize(size);
  const known = lowest <= highest;
  const [low, high] = known ? [lowest, highest] : [0, 1];
  const rise = Math.max(high - low, SMALLEST) * 1.1;
  const run = Math.max(length, SMALLEST) * 1.04;
  let across = wide / run;
  let up = tall / rise;
  if (exaggeration !== undefined) {
    across = Math.min(across, up / exaggeration);
    up = across * exaggeration;
  }
  return {
    ...size,
    across,
    up,
    from: { chainage: length / 2 - wide / across / 2, height: (low + high) / 2 - tall / up / 2 },
  };
}

/** Width and height of the plot inside its margins. */
export function plotSize({ width, height }: { readonly width: number; readonly height: number }) {
  return [
    Math.max(1, width - MARGIN.left - MARGIN.right),
    Math.max(1, height - MARGIN.top - MARGIN.bottom),
  ] as const;
}

export function toPixel(window: ProfileWindow, { chainage, height }: ProfilePlace): [number, number] {
  return [
    MARGIN.left + (chainage - window.from.chainage) * window.across,
    window.height - MARGIN.bottom - (height - window.from.height) * window.up,
  ];
}

export function toPlace(window: ProfileWindow, x: number, y: number): ProfilePlace {
  return {
    chainage: window.from.chainage + (x - MARGIN.left) / window.across,
    height: window.from.height + (window.height - MARGIN.bottom - y) / window.up,
  };
}

/** Enlarged about a pixel. */
export function zoomed(window: ProfileWindow, by: number, x: number, y: number): ProfileWindow {
  const bounded = Math.max(
    COARSEST / Math.min(window.across, window.up),
    Math.min(FINEST / Math.max(window.across, window.up), by),
  );
  const held = toPlace(window, x, y);
  const next = { ...window, across: window.across * bounded, up: window.up * bounded };
  const moved = toPlace(next, x, y);
  return {
    ...next,
    from: {
      chainage: next.from.chainage + held.chainage - moved.chainage,
      height: next.from.height + held.height - moved.height,
    },
  };
}

/** Moved by pixels, as the content follows the pointer. */
export function panned(window: ProfileWindow, x: number, y: number): ProfileWindow {
  const { chainage, height } = window.from;
  return { ...window, from: { chainage: chainage - x / window.across, height: height + y / window.up } };
}

/** The same place and scale in a canvas of another size. */
export function resized(
  window: ProfileWindow,
  size: { readonly width: number; readonly height: number },
): ProfileWindow {
  return { ...window, ...size };
}
