import type { SheetFrame, SheetRequest } from '#core/protocol';

/** A frame with its scale. */
export type PlacedFrame = SheetFrame & { readonly scale: number };

/** The ground along a line, in metres. */
export interface GroundLine {
  /** Of the surface or the cloud, and of the line; empty: it was drawn. */
  readonly ground: string;
  readonly line: string;
  /** Distances from the start of the line and heights; the ground is not known between pieces. */
  readonly pieces: readonly (readonly (readonly [along: number, height: number])[])[];
  /** Distances of the vertices of the line, the first 0. */
  readonly corners: readonly number[];
  /** What distances and heights are in, a sentence. */
  readonly about: string;
}

/** What the frames of one page show. */
export interface SheetPage {
  readonly frames: readonly PlacedFrame[];
  /** Of an atlas: the name of its object. */
  readonly object: string;
}

/** A requested sheet with its pages. */
export interface SheetTask {
  readonly request: SheetRequest;
  /** Of frames that are profiles, by the number of the frame. */
  readonly profiles: ReadonlyMap<number, GroundLine>;
  readonly pages: readonly SheetPage[];
}
