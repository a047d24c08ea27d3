/** Maximum number of labels on one screen. */
const ON_SCREEN = 400;
/** Height of a label and its horizontal margin, CSS pixels. */
const HEIGHT = 14;
const MARGIN = 3;
/** Half the width of a point's marker, and the size of the grid cells for finding markers; CSS pixels. */
const MARKER_RADIUS = 5;
const CELL = 64;

export interface LabelCandidate {
  readonly text: string;
  /** Candidate centres, CSS pixels of the view; the first that is free is used. */
  readonly places: readonly (readonly [number, number])[];
  readonly width: number;
  /** Default: that of the usual font. */
  readonly height?: number;
  /** Clockwise from horizontal, radians. Default: 0. */
  readonly angle?: number;
  /** A person has put it there: it is drawn in any case, and others make room. */
  readonly isMoved?: boolean;
  /** The line from a moved label to its object. */
  readonly leader?: Leader;
}

/** Both ends of a line, that at the label first, CSS pixels of the view. */
export type Leader = readonly [fromX: number, fromY: number, toX: number, toY: number];

export interface PlacedLabel<C> {
  readonly text: string;
  readonly candidate: C;
  readonly x: number;
  readonly y: number;
  readonly angle: number;
}

/**
 * Returns the labels that fit without overlapping each other or a marker, each at the first of its places that is
 * free. Labels moved by hand, then earlier ones, take precedence. `markers` are the centres of points' markers; `most`: labels at most.
 */
export function placeLabels<C extends LabelCandidate>(
  labels: readonly C[],
  markers: readonly (readonly [number, number])[] = [],
  most = ON_SCREEN,
): PlacedLabel<C>[] {
  const markersByCell = new Map<string, (readonly [number, number])[]>();
  for (const marker of markers) {
    const cell = cellOf(...marker);
    const members = markersByCell.get(cell);
    if (members) members.push(marker);
    else markersByCell.set(cell, [marker]);
  }
  const coversMarker = (
    [west, north, east, south]: LabelBounds,
    covers: (x: number, y: number) => boolean,
  ): boolean => {
    for (let x = west - MARKER_RADIUS; x < east + MARKER_RADIUS + CELL; x += CELL)
      for (let y = north - MARKER_RADIUS; y < south + MARKER_RADIUS + CELL; y += CELL)
        if (markersByCell.get(cellOf(x, y))?.some((marker) => covers(...marker))) return true;
    return false;
  };
  const taken: LabelBounds[] = [];
  const placed: PlacedLabel<C>[] = [];
  const moved = labels.filter(({ isMoved }) => isMoved);
  const sorted = moved.length === 0 ? labels : [...moved, ...labels.filter(({ isMoved }) => !isMoved)];
  for (const candidate of sorted) {
    const { text, places, width, height = HEIGHT, angle = 0, isMoved } = candidate;
    if (placed.length >= most) break;
    const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
    const wide = (width * cos + height * sin) / 2 + MARGIN;
    const high = (width * sin + height * cos) / 2;
    for (const [x, y] of places) {
      const box = [x - wide, y - high, x + wide, y + high] as const;
      const free =
        isMoved || !taken.some((t) => t[0] < box[2] && t[2] > box[0] && t[1] < box[3] && t[3] > box[1]);
      if (!free) continue;
      // In the label's own axes, so that a rotated label collides only with its text, not with its box.
      const covers = (markerX: number, markerY: number): boolean => {
        const [east, south] = [markerX - x, markerY - y];
        const along = east * Math.cos(angle) + south * Math.sin(angle);
        const across = south * Math.cos(angle) - east * Math.sin(angle);
        return Math.abs(along) < width / 2 + MARKER_RADIUS && Math.abs(across) < height / 2 + MARKER_RADIUS;
      };
      if (!isMoved && coversMarker(box, covers)) continue;
      taken.push(box);
      placed.push({ text, candidate, x, y, angle });
      break;
    }
  }
  return placed;
}

type LabelBounds = readonly [west: number, north: number, east: number, south: number];

function cellOf(x: number, y: number): string {
  return `${Math.floor(x / CELL)} ${Math.floor(y / CELL)}`;
}
