import { serviceToken } from '#core/kernel';
import type { SheetDrawing, SheetPicture } from '#core/protocol';

/** The sheet that a person prepares, for what other viewers show. */
export interface SheetFrames {
  /**
   * Adds a drawing or a picture in a frame of its own, a drawing at 1 : `scale`, and tells the person. Throws AppError with a
   * sentence when the sheet has as many frames as it takes.
   */
  add(content: SheetDrawing | SheetPicture, scale?: number): void;
}
export const SHEET_FRAMES = serviceToken<SheetFrames>('sheet.Frames');
