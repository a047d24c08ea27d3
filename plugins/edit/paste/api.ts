import { serviceToken } from '#core/kernel';
import type { Geometry } from '#core/protocol';

/** An object that comes from elsewhere, in longitude and latitude. */
export interface CopiedObject {
  readonly geometry: Geometry;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Asks of which type copied objects become and which fields their values fill, and adds them in one step. */
export interface PasteDialog {
  copy(objects: readonly CopiedObject[]): void;
}
export const PASTE_DIALOG = serviceToken<PasteDialog>('paste.PasteDialog');
