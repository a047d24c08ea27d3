/** How a value was determined; shown next to the value. */
export type ValueMethod =
  | 'read'
  | 'geodesic'
  | 'chord'
  | 'difference'
  | 'geoid'
  | 'vectors'
  | 'plane'
  | 'ground'
  | 'sampled'
  | 'cells'
  | 'surface'
  | 'crossed';

export interface SpaceValue {
  readonly quantity: SpaceQuantity;
  readonly unit: 'm' | 'm²' | 'm³' | '°' | '%';
  /** NaN where unavailable. */
  readonly amount: number;
  readonly how: ValueMethod;
  /** What it may be off by, in its unit, as far as known. */
  readonly within?: number;
  /** The geoid of the height. */
  readonly model?: string;
}

export type SpaceQuantity =
  | 'ellipsoidal'
  | 'orthometric'
  | 'aboveGround'
  | 'groundHeight'
  | 'slopeDistance'
  | 'horizontal'
  | 'vertical'
  | 'alongGround'
  | 'inclination'
  | 'areaInSpace'
  | 'horizontalArea'
  | 'groundArea'
  | 'unevenness'
  | 'angleInSpace'
  | 'horizontalAngle'
  | 'slope'
  | 'grade'
  | 'aspect'
  | 'ascent'
  | 'descent'
  | 'steepest'
  | 'above'
  | 'below'
  | 'net'
  | 'baseHeight'
  | 'seenArea'
  | 'seenShare'
  | 'sampleAlong'
  | 'sampleAcross';
