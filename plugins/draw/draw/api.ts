import { serviceToken } from '#core/kernel';
import type { OpenProject } from '#core/project';
import type { Position } from '#core/protocol';
import type { PathKind } from '#core/sketch';

/** The property that keeps how an object was constructed, where its vertices alone do not say it. */
export const DRAWN_AS = 'drawnAs';

/** A finished path that waits for the person to say what it is. */
export interface Drawn {
  readonly project: OpenProject;
  readonly kind: PathKind;
  readonly vertices: readonly Position[];
  /** Further paths of the same kind: each becomes an object of its own, in the same step. */
  readonly more?: readonly (readonly Position[])[];
  /** How it was constructed: stored in the property `drawnAs`; `text` tells the person. */
  readonly as?: { readonly parameters: Readonly<Record<string, unknown>>; readonly text: string };
}

/** The finish-draw modal, for every plugin that draws. */
export interface FinishDrawing {
  /** Opens the modal; resolves to whether the object was kept. Another one waiting is dropped; so is this on `signal`. */
  ask(drawn: Drawn, signal?: AbortSignal): Promise<boolean>;
}
export const FINISH_DRAWING = serviceToken<FinishDrawing>('draw.FinishDrawing');
