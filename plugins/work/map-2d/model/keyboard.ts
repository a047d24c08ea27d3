import type { Pixel } from '#core/mapview';
import type { KeyGesture } from '#core/tools';
import type { WorkspaceMap } from '../api.ts';

/** CSS pixels that an arrow key moves the crosshair, alone and with Shift; and the map. */
const STEP = { fine: 4, fast: 40, map: 80 } as const;
/** Degrees that an arrow key with Ctrl rotates and tilts the globe. */
const TURN = 5;
const MAX_TILT = 85;
/** Closer than this to the edge the crosshair moves the map. */
const MARGIN = 32;

const ARROWS: Readonly<Record<string, Pixel>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * Keyboard navigation. With the select tool arrow keys move the map, and the crosshair stays at its centre; with any
 * other tool they move the crosshair (Shift: faster). With Ctrl they rotate and tilt the globe. Space clicks at the
 * crosshair, and so does Enter if the tool does not use it. Returns whether the key was used.
 */
export function pressOnMap(map: WorkspaceMap, key: KeyGesture, selecting: boolean): boolean {
  const arrow = ARROWS[key.key];
  if (key.ctrl) return arrow !== undefined && turned(map, arrow);
  const modifiers = { alt: key.alt, shift: false };
  if (arrow) {
    if (selecting) {
      map.pan(arrow[0] * STEP.map, arrow[1] * STEP.map);
      map.setKeyboardCursor(middleOf(map));
    } else {
      const by = key.shift ? STEP.fast : STEP.fine;
      const [x, y] = map.keyboardCursor ?? middleOf(map);
      map.setKeyboardCursor(withinMargin(map, [x + arrow[0] * by, y + arrow[1] * by]));
    }
    map.press('move', map.keyboardCursor!, modifiers);
    return true;
  }
  if (key.key !== ' ' && key.key !== 'Enter') return false;
  const at = map.keyboardCursor ?? middleOf(map);
  map.setKeyboardCursor(at);
  map.press('move', at, modifiers);
  map.press('click', at, { ...modifiers, shift: key.shift });
  return true;
}

function turned(map: WorkspaceMap, [right, down]: Pixel): boolean {
  const { center, heading, tilt } = map.camera;
  if (tilt === undefined) return false;
  const leaning = Math.max(0, Math.min(MAX_TILT, tilt - down * TURN));
  map.fly(center, { heading: heading + right * TURN, tilt: leaning, animate: false });
  return true;
}

function middleOf({ size }: WorkspaceMap): Pixel {
  return [Math.round(size[0] / 2), Math.round(size[1] / 2)];
}

/** Keeps the crosshair within the margin; the map moves by the rest. */
function withinMargin(map: WorkspaceMap, [x, y]: Pixel): Pixel {
  const held = (value: number, size: number) => Math.max(MARGIN, Math.min(size - MARGIN, value));
  const [left, top] = [held(x, map.size[0]), held(y, map.size[1])];
  if (left !== x || top !== y) map.pan(x - left, y - top);
  return [left, top];
}
