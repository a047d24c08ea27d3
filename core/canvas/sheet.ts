import { scaleDenominator } from '#core/styles';
import { boxAround, type ProjectedExtent } from './flat.ts';
import { groundScale, positionOf } from './mercator.ts';

/** A canvas with its place in EPSG:3857: x = (easting - west) * scale, y = (north - northing) * scale. */
export interface Sheet {
  readonly west: number;
  readonly north: number;
  /** Device pixels per metre. */
  readonly scale: number;
  /** Size of the canvas, device pixels. */
  readonly width: number;
  readonly height: number;
}

/**
 * The scale 1 : `scale` in the middle of a sheet, and the CSS pixels of a metre on the ground there; `ratio`: device
 * pixels per CSS pixel.
 */
export function scaleOfSheet(sheet: Sheet, ratio: number): { scale: number; metre: number } {
  const middle = positionOf(sheet.west, sheet.north - sheet.height / 2 / sheet.scale);
  const metre = sheet.scale / ratio / groundScale(middle[1]);
  return { scale: scaleDenominator(1 / metre), metre };
}

/** Returns the box of a sheet, EPSG:3857 metres. */
export function boxOfSheet(sheet: Sheet): ProjectedExtent {
  const { west, north, scale, width, height } = sheet;
  return boxAround([west, north - height / scale, west + width / scale, north]);
}
