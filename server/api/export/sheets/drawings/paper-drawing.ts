import type { PaperBox } from '#core/protocol';

/** A point of the paper, millimetres from its upper left corner. */
export type PaperPoint = readonly [x: number, y: number];

export interface PaperLine {
  readonly points: readonly PaperPoint[];
  /** Points. */
  readonly width: number;
  readonly colour: string;
}

export interface PaperWords {
  readonly text: string;
  /** The middle of its height, and its left end, middle or right end. */
  readonly at: PaperPoint;
  /** Points. */
  readonly size: number;
  readonly align: 'left' | 'center' | 'right';
  /** It reads upwards. */
  readonly isUpright?: boolean;
  readonly isStrong?: boolean;
}

/** A picture as PNG, with its size in pixels. */
export interface FramePicture {
  readonly image: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Lines and texts in a frame, which a PDF and a DXF draw alike. */
export interface PaperDrawing {
  readonly box: PaperBox;
  readonly lines: readonly PaperLine[];
  readonly texts: readonly PaperWords[];
  /** Drawn below the lines. */
  readonly picture?: { readonly image: Buffer; readonly at: PaperBox } | undefined;
}
