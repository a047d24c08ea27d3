import { flatOf, type Flat, positionOf } from '#core/canvas';
import type { MapObject, ProjectDocument } from '#core/document';
import type { LayerState } from '#core/mapview';
import type { Ink } from '#core/canvas';
import type { Look } from './tiles.ts';

/** A screen with more objects than this is no place for reading. */
const MOST_OBJECTS = 4_000;
const MOST_LABELS = 400;
const SIZE = 11.5;
const HEIGHT = 14;
const MARGIN = 3;
/** Half the width of a point's sign, and the squares in which signs are looked up; CSS pixels. */
const SIGN = 5;
const SQUARE = 64;
/** An area whose label is so much wider than itself has none. */
const TOO_WIDE = 1.25;
/** Longer texts are cut. */
const LONGEST = 40;

export interface Lettered {
  readonly text: string;
  /** Middle of the text, CSS pixels of the view; the next one is tried where the first is taken. */
  readonly places: readonly (readonly [number, number])[];
  readonly width: number;
  /** Along a line: clockwise from horizontal, radians. */
  readonly angle?: number;
}

export interface Settled {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly angle: number;
}

/**
 * The labels that fit without touching one another or covering a sign, the first come first; each at the first of its
 * places that is free. `signs` are the middles of the signs of points.
 */
export function settleLabels(
  labels: readonly Lettered[],
  signs: readonly (readonly [number, number])[] = [],
): Settled[] {
  const bySquare = new Map<string, (readonly [number, number])[]>();
  for (const sign of signs) {
    const square = squareOf(...sign);
    const members = bySquare.get(square);
    if (members) members.push(sign);
    else bySquare.set(square, [sign]);
  }
  const coversSign = (
    [west, north, east, south]: Box,
    covers: (x: number, y: number) => boolean,
  ): boolean => {
    for (let x = west - SIGN; x < east + SIGN + SQUARE; x += SQUARE)
      for (let y = north - SIGN; y < south + SIGN + SQUARE; y += SQUARE)
        if (bySquare.get(squareOf(x, y))?.some((sign) => covers(...sign))) return true;
    return false;
  };
  const taken: Box[] = [];
  const settled: Settled[] = [];
  for (const { text, places, width, angle = 0 } of labels) {
    if (settled.length >= MOST_LABELS) break;
    const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
    const wide = (width * cos + HEIGHT * sin) / 2 + MARGIN;
    const high = (width * sin + HEIGHT * cos) / 2;
    for (const [x, y] of places) {
      const box = [x - wide, y - high, x + wide, y + high] as const;
      const free = !taken.some((t) => t[0] < box[2] && t[2] > box[0] && t[1] < box[3] && t[3] > box[1]);
      if (!free) continue;
      // Seen along the text, so that a slanting one is charged for its letters only.
      const covers = (signX: number, signY: number): boolean => {
        const [east, south] = [signX - x, signY - y];
        const along = east * Math.cos(angle) + south * Math.sin(angle);
        const across = south * Math.cos(angle) - east * Math.sin(angle);
        return Math.abs(along) < width / 2 + SIGN && Math.abs(across) < HEIGHT / 2 + SIGN;
      };
      if (coversSign(box, covers)) continue;
      taken.push(box);
      settled.push({ text, x, y, angle });
      break;
    }
  }
  return settled;
}

type Box = readonly [west: number, north: number, east: number, south: number];

function squareOf(x: number, y: number): string {
  return `${Math.floor(x / SQUARE)} ${Math.floor(y / SQUARE)}`;
}

/** The attribute written beside the objects at rest; moves with the map and is laid out anew when that has come to rest. */
export class Labels {
  readonly element = document.createElement('canvas');
  #drawn: Look | undefined;
  #stale = true;

  constructor() {
    this.element.className = 'map2d-labels';
  }

  change(): void {
    this.#stale = true;
  }

  /** Keeps what is there at its place on the map. */
  move(look: Look): void {
    const before = this.#drawn;
    if (!before) return;
    const stretch = before.resolution / look.resolution;
    const left = (before.center[0] - look.center[0]) / look.resolution;
    const top = (look.center[1] - before.center[1]) / look.resolution;
    this.element.style.transform = `translate(${left}px, ${top}px) scale(${stretch})`;
  }

  /** Lays out the labels for this look, unless they are. */
  draw(
    look: Look,
    ink: Ink,
    held: ProjectDocument,
    layers: readonly LayerState[],
    hidden: ReadonlySet<string>,
  ): void {
    const same =
      this.#drawn?.resolution === look.resolution &&
      this.#drawn.ratio === look.ratio &&
      this.#drawn.center.every((value, i) => value === look.center[i]) &&
      this.#drawn.size.every((value, i) => value === look.size[i]);
    if (same && !this.#stale) return;
    this.#stale = false;
    this.#drawn = look;
    const fields = new Map(
      layers.flatMap(({ typeName, visible, style }) =>
        visible && style.label ? [[typeName, style.label]] : [],
      ),
    );
    this.element.hidden = fields.size === 0;
    if (fields.size === 0) return;
    const context = this.#fresh(look);
    const objects = this.#inView(look, held);
    if (objects.length > MOST_OBJECTS) return;
    context.font = `600 ${SIZE}px system-ui, sans-serif`;
    const order = new Map(layers.map(({ typeName }, i) => [typeName, i]));
    const seen = new Set(layers.filter(({ visible }) => visible).map(({ typeName }) => typeName));
    const drawn = objects
      .filter(({ id, typeName }) => seen.has(typeName) && !hidden.has(id))
      .map((object) => ({ object, flat: flatOf(object.location) }));
    const signs = drawn.flatMap(({ flat: { kind, coordinates } }) =>
      kind === 'points' ? [onScreen(look, coordinates[0]!, coordinates[1]!)] : [],
    );
    const lettered = drawn
      .filter(({ object }) => fields.has(object.typeName))
      .sort(
        (a, b) =>
          order.get(b.object.typeName)! - order.get(a.object.typeName)! || sizeOf(b.flat) - sizeOf(a.flat),
      )
      .flatMap(({ object, flat }) => {
        const text = textOf(object.properties[fields.get(object.typeName)!]);
        return text === '' ? [] : letter(text, context.measureText(text).width, flat, look);
      });
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.lineJoin = 'round';
    context.lineWidth = 3.5;
    context.strokeStyle = ink.paper;
    context.fillStyle = ink.text;
    for (const { text, x, y, angle } of settleLabels(lettered, signs)) {
      context.save();
      context.translate(x, y);
      context.rotate(angle);
      context.strokeText(text, 0, 0);
      context.fillText(text, 0, 0);
      context.restore();
    }
  }

  #fresh(look: Look): CanvasRenderingContext2D {
    const { element } = this;
    const [width, height] = look.size;
    element.width = Math.round(width * look.ratio);
    element.height = Math.round(height * look.ratio);
    element.style.width = `${width}px`;
    element.style.height = `${height}px`;
    element.style.transform = '';
    const context = element.getContext('2d')!;
    context.setTransform(look.ratio, 0, 0, look.ratio, 0, 0);
    return context;
  }

  #inView(look: Look, held: ProjectDocument): MapObject[] {
    const half = [(look.size[0] / 2) * look.resolution, (look.size[1] / 2) * look.resolution] as const;
    const [west, south] = positionOf(look.center[0] - half[0], look.center[1] - half[1]);
    const [east, north] = positionOf(look.center[0] + half[0], look.center[1] + half[1]);
    return held.index.objects([west, south, east, north]);
  }
}

function sizeOf({ box }: Flat): number {
  return box[2] - box[0] + (box[3] - box[1]);
}

function textOf(value: unknown): string {
  if (typeof value === 'number') return value.toLocaleString(document.documentElement.lang || 'en');
  if (typeof value !== 'string') return '';
  const text = value.trim();
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

/** Metres of the map as CSS pixels of the view. */
function onScreen({ size, center, resolution }: Look, x: number, y: number): readonly [number, number] {
  return [size[0] / 2 + (x - center[0]) / resolution, size[1] / 2 - (y - center[1]) / resolution];
}

/** Where a text may stand: beside a point, along the longest edge of a line, inside an area. */
function letter(text: string, width: number, flat: Flat, look: Look): Lettered[] {
  const at = (x: number, y: number) => onScreen(look, x, y);
  const seen = ([x, y]: readonly [number, number]) =>
    x > -width / 2 && y > 0 && x < look.size[0] + width / 2 && y < look.size[1];
  const { coordinates, kind } = flat;
  if (kind === 'points') {
    const [x, y] = at(coordinates[0]!, coordinates[1]!);
    const aside = width / 2 + 9;
    const places = [
      [x + aside, y],
      [x - aside, y],
      [x, y - 15],
      [x, y + 15],
    ] as const;
    return seen([x, y]) ? [{ text, width, places }] : [];
  }
  if (kind === 'lines') {
    const edge = longestEdge(flat);
    const [from, to] = [at(edge[0], edge[1]), at(edge[2], edge[3])];
    const upright = from[0] <= to[0] ? [from, to] : [to, from];
    const [[ax, ay], [bx, by]] = upright as [readonly [number, number], readonly [number, number]];
    const length = Math.hypot(bx - ax, by - ay);
    if (length < width * 0.8) return [];
    // Above the line, and below it where that is taken.
    const [nx, ny] = [(by - ay) / length, (ax - bx) / length];
    const [mx, my] = [(ax + bx) / 2, (ay + by) / 2];
    const places = [
      [mx + nx * 10, my + ny * 10],
      [mx - nx * 10, my - ny * 10],
    ] as const;
    return seen([mx, my]) ? [{ text, width, places, angle: Math.atan2(by - ay, bx - ax) }] : [];
  }
  const inner = insideOf(flat);
  if (!inner || inner.width / look.resolution < width / TOO_WIDE) return [];
  const place = at(inner.x, inner.y);
  return seen(place) ? [{ text, width, places: [place] }] : [];
}

/** Both ends of the longest edge of a line. */
function longestEdge({ coordinates, ends }: Flat): readonly [number, number, number, number] {
  let best: readonly [number, number, number, number] = [0, 0, 0, 0];
  let longest = -1;
  let start = 0;
  for (const end of ends) {
    for (let i = start + 2; i < end; i += 2) {
      const edge = [coordinates[i - 2]!, coordinates[i - 1]!, coordinates[i]!, coordinates[i + 1]!] as const;
      const length = Math.hypot(edge[2] - edge[0], edge[3] - edge[1]);
      if (length > longest) [longest, best] = [length, edge];
    }
    start = end;
  }
  return best;
}

/** The middle of the widest stretch of the area at half its height; holes are not inside. */
function insideOf({ coordinates, ends, box }: Flat): { x: number; y: number; width: number } | undefined {
  const y = (box[1] + box[3]) / 2;
  const crossings: number[] = [];
  let start = 0;
  for (const end of ends) {
    for (let i = start + 2; i < end; i += 2) {
      const [ay, by] = [coordinates[i - 1]!, coordinates[i + 1]!];
      if (ay > y === by > y) continue;
      const [ax, bx] = [coordinates[i - 2]!, coordinates[i]!];
      crossings.push(ax + ((y - ay) / (by - ay)) * (bx - ax));
    }
    start = end;
  }
  crossings.sort((a, b) => a - b);
  let best: { x: number; y: number; width: number } | undefined;
  for (let i = 1; i < crossings.length; i += 2) {
    const width = crossings[i]! - crossings[i - 1]!;
    if (!best || width > best.width) best = { x: (crossings[i]! + crossings[i - 1]!) / 2, y, width };
  }
  return best;
}
