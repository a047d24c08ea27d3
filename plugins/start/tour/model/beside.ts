interface Size {
  readonly width: number;
  readonly height: number;
}
export interface Box extends Size {
  readonly left: number;
  readonly top: number;
}

/** Distance of a card from what it explains, and from the edge of the window, CSS pixels. */
const GAP = 12;

/**
 * Returns the top left corner of a card beside a box of the window: right, left, below or above it, where it fits
 * first; in the middle of a box that leaves no room beside it.
 */
export function placeBeside(box: Box, card: Size, window: Size): { left: number; top: number } {
  const right = box.left + box.width;
  const bottom = box.top + box.height;
  const within = (start: number, length: number, all: number) =>
    Math.max(GAP, Math.min(start, all - length - GAP));
  const left = within(box.left + box.width / 2 - card.width / 2, card.width, window.width);
  const top = within(box.top + box.height / 2 - card.height / 2, card.height, window.height);
  if (right + GAP + card.width + GAP <= window.width) return { left: right + GAP, top };
  if (box.left - GAP - card.width >= GAP) return { left: box.left - GAP - card.width, top };
  if (bottom + GAP + card.height + GAP <= window.height) return { left, top: bottom + GAP };
  if (box.top - GAP - card.height >= GAP) return { left, top: box.top - GAP - card.height };
  return { left, top };
}
