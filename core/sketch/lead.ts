import type { Position } from '#core/protocol';
import type { Printer } from './printer.ts';
import type { SnappedPosition } from './snapping.ts';

/** The course of the next leg of a path where it is not straight: on an arc, or along the edges of objects. */
export interface Lead {
  readonly id: string;
  /**
   * Returns the positions between the last of `vertices` and the end of the leg; undefined where it can only be
   * straight.
   */
  between(vertices: readonly Position[], to: SnappedPosition): readonly Position[] | undefined;
  /** Returns what to do next, as a text key; undefined: the tool's own hint. */
  hint(vertices: readonly Position[]): string | undefined;
  /** Returns live values of the leg; called after `between`. The labels are text keys. */
  readout?(print: Printer): readonly { readonly label: string; readonly value: string }[];
  /** Uses a click that adds no vertex yet: the position an arc passes through. Returns whether it was used. */
  take?(placed: SnappedPosition, vertices: readonly Position[]): boolean;
  /** The last position used by `take`. */
  readonly mark?: Position | undefined;
  /** Undoes the last `take`. Returns false if there is nothing to undo. */
  takeBack?(): boolean;
  /** Called when the leg is finished or discarded. */
  clear?(): void;
  /** Called when another lead replaces this one. */
  dispose?(): void;
}

const ledPlaces = new WeakSet<Position>();

/** Marks vertices that belong to the one after them: they are removed with it and have no labels. */
export function led(places: readonly Position[]): readonly Position[] {
  // Positions of objects belong to the objects: copies are marked instead.
  const copies = places.map((place): Position => [...place]);
  for (const copy of copies) ledPlaces.add(copy);
  return copies;
}

/** Returns whether this vertex was added by the lead of its leg, and not by a click. */
export function isLed(vertex: Position): boolean {
  return ledPlaces.has(vertex);
}
