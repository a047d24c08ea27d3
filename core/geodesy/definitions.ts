import { BALLPARK, type DatumOperation } from './crs-table.ts';

/** Returns the definition without the shift to WGS 84 and the order of axes. */
export function onDatum(definition: string): string {
  return definition
    .replace(/\+datum=NAD27/, '+ellps=clrk66')
    .replace(/\+datum=NAD83/, '+ellps=GRS80')
    .replace(/\+datum=WGS84/, '+ellps=WGS84')
    .replaceAll(/\+(towgs84|nadgrids|axis)=("[^"]*"?|\S+)\s*/g, '');
}

/**
 * Returns the operations of a definition that states its own shift, as `+towgs84` or by its datum. Without any, or
 * with a grid, which is not here, its datum is treated as WGS 84 (a ballpark).
 */
export function operationsIn(definition: string, accuracy: number | null): readonly DatumOperation[] {
  if (/\+datum=WGS84|\+nadgrids=@null/.test(definition)) return [];
  const shift = /\+towgs84=(\S+)/.exec(definition)?.[1]?.split(',').map(Number);
  if (/\+nadgrids=/.test(definition)) return [BALLPARK];
  if (/\+datum=NAD83/.test(definition)) return [{ ...BALLPARK, name: '', accuracy }];
  if (!shift) return [BALLPARK];
  const zero = shift.every((value) => value === 0);
  // Zeros on another ellipsoid say nothing, unless their accuracy is stated.
  if (zero && accuracy === null && !/\+ellps=(GRS80|WGS84)\b/.test(definition)) return [BALLPARK];
  return [{ ...BALLPARK, name: '', accuracy, steps: [shift] }];
}
