import { serviceToken } from '#core/kernel';
import type { OpenProject } from '#core/project';
import type { Position } from '#core/protocol';
import type { PathKind } from '#core/sketch';

/** The property that stores how an object was constructed, where its vertices do not show it. */
export const DRAWN_AS = 'drawnAs';

/** The property that stores what the heights of an object were taken from, such as a version of a point cloud. */
export const HEIGHTS_FROM = 'heightsFrom';

/** A finished path that waits for the person to describe it. */
export interface FinishedPath {
  readonly project: OpenProject;
  readonly kind: PathKind;
  readonly vertices: readonly Position[];
  /** Further paths of the same kind: each becomes its own object, in the same step. */
  readonly more?: readonly (readonly Position[])[];
  /** A sentence on where its places are from, shown to the person. */
  readonly from?: string;
  /** What its heights were taken from: stored in the property `heightsFrom`. */
  readonly source?: string;
  /** How it was constructed: stored in the property `drawnAs`; `text` is shown to the person. */
  readonly as?: { readonly parameters: Readonly<Record<string, unknown>>; readonly text: string };
}

/** The finish-draw modal, for all plugins that draw. */
export interface FinishDrawing {
  /**
   * Opens the modal; resolves to whether the object was stored. Drops a path that still waits; an abort of `signal`
   * drops this one.
   * @throws AppError 'part-lost' if the modal cannot be loaded, after the person was notified.
   */
  ask(drawn: FinishedPath, signal?: AbortSignal): Promise<boolean>;
}
export const FINISH_DRAWING = serviceToken<FinishDrawing>('draw.FinishDrawing');
