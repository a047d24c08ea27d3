import type { SheetFrame, SheetRequest } from '#core/protocol';

/** A frame with its scale. */
export type PlacedFrame = Required<SheetFrame>;

/** What the frames of one page show. */
export interface SheetPage {
  readonly frames: readonly PlacedFrame[];
  /** Of an atlas: the name of its object. */
  readonly object: string;
}

/** A requested sheet with its pages. */
export interface SheetTask {
  readonly request: SheetRequest;
  readonly pages: readonly SheetPage[];
}
