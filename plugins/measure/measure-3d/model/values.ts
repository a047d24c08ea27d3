/** How a value was come by; the person reads it beside the value. */
export type How =
  'read' | 'geodesic' | 'chord' | 'difference' | 'geoid' | 'vectors' | 'plane' | 'ground' | 'sampled';

export interface Value {
  readonly quantity: Quantity;
  readonly unit: 'm' | 'm²' | 'm³' | '°' | '%';
  /** NaN where there is none: what it needs is not known there. */
  readonly amount: number;
  readonly how: How;
  /** The geoid it counts from. */
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
