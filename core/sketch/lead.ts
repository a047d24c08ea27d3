import type { Position } from '#core/protocol';
import type { Printer } from './printer.ts';
import type { Placed } from './snapping.ts';

/** How the next leg of a path runs where it is not straight: on an arc, along the edges of objects. */
export interface Lead {
  readonly id: string;
  /** Places between the last of `vertices` and where the leg ends; undefined where it can only be straight. */
  between(vertices: readonly Position[], to: Placed): readonly Position[] | undefined;
  /** What to do next, as a text key; undefined: what the tool says. */
  hint(vertices: readonly Position[]): string | undefined;
  /** Live values of the leg, asked after `between`; the labels are text keys. */
  readout?(print: Printer): readonly { readonly label: string; readonly value: string }[];
  /** Takes a click that is no vertex yet: the place an arc runs through. */
  take?(placed: Placed, vertices: readonly Position[]): boolean;
  /** The place taken last by `take`. */
  readonly mark?: Position | undefined;
  /** Gives back what `take` took; false when there is nothing. */
  takeBack?(): boolean;
  /** The leg is set, or given up. */
  clear?(): void;
  /** Legs are led otherwise from now on. */
  dispose?(): void;
}

const ledPlaces = new WeakSet<Position>();

/** Notes that these vertices came along with the one after them: they are taken back with it, and are not labelled. */
export function led(places: readonly Position[]): readonly Position[] {
  // Places of objects are theirs: a copy is what came along.
  const copies = places.map((place): Position => [...place]);
  for (const copy of copies) ledPlaces.add(copy);
  return copies;
}

/** Was this vertex put in by the lead of its leg, and not by the hand? */
export function isLed(vertex: Position): boolean {
  return ledPlaces.has(vertex);
}
