/** How a value was determined; shown next to the value. */
export type How =
  'read' | 'geodesic' | 'chord' | 'difference' | 'geoid' | 'vectors' | 'plane' | 'ground' | 'sampled';

export interface Value {
  readonly quantity: Quantity;
  readonly unit: 'm' | 'm²' | 'm³' | '°' | '%';
  /** NaN where unavailable. */
  readonly amount: number;
  readonly how: How;
  /** The geoid of the height. */
  readonly model?: string;
}

export type Quantity =
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
  | 'seenShare';
