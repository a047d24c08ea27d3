/** Reason why a file is not a usable grid; `reason` is the key of the message. */
export class GridFault extends Error {
  constructor(
    readonly reason:
      | 'no-ntv2'
      | 'unit'
      | 'cut-short'
      | 'sub-grid'
      | 'shift'
      | 'no-gtx'
      | 'geoid-height'
      | 'geoid-empty',
    readonly values: Readonly<Record<string, string | number>> = {},
  ) {
    super(`${reason} ${JSON.stringify(values)}`);
    this.name = 'GridFault';
  }
}

/** West, south, east, north in degrees. */
export type GridArea = readonly [number, number, number, number];
