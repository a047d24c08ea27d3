import { Color } from 'cesium';
import type { Style } from '#core/protocol';

/** How the objects of a type are drawn. */
export interface PaintLook {
  readonly style: Style;
  readonly opacity: number;
  /** Device pixels a CSS pixel. */
  readonly ratio: number;
}

/** A colour of a style, seen through the opacity of its layer. */
export function colourOf(css: string, opacity: number): Color {
  const colour = Color.fromCssColorString(css) ?? Color.GRAY.clone();
  colour.alpha *= opacity;
  return colour;
}
