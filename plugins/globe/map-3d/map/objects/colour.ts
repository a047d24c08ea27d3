import { Color } from 'cesium';
import type { Style } from '#core/protocol';

/** How the objects of a type are rendered. */
export interface PaintLook {
  readonly style: Style;
  readonly opacity: number;
  /** Device pixels per CSS pixel. */
  readonly ratio: number;
}

/** A style's colour with the opacity of its layer. */
export function colourOf(css: string, opacity: number): Color {
  const colour = Color.fromCssColorString(css) ?? Color.GRAY.clone();
  colour.alpha *= opacity;
  return colour;
}
