import { Cartesian3, Cartographic, HeadingPitchRoll, Math as CesiumMath, Matrix4, Transforms } from 'cesium';
import type { TilesetPlace } from '#core/protocol';

/** Nearer to the middle of the earth nothing stands: such a set is in metres of its own. */
const EARTH = 6e6;

/** Where a set stands by itself; undefined where it does not say so. */
export function ownPlace(transform: Matrix4, middle: Cartesian3): TilesetPlace | undefined {
  const origin = Matrix4.getTranslation(transform, new Cartesian3());
  const stands = [origin, middle].find((point) => Cartesian3.magnitude(point) > EARTH);
  if (!stands) return undefined;
  const { longitude, latitude, height } = Cartographic.fromCartesian(stands);
  return {
    longitude: CesiumMath.toDegrees(longitude),
    latitude: CesiumMath.toDegrees(latitude),
    height,
    heading: 0,
    scale: 1,
  };
}

/**
 * Moves a set from where it stands by itself to where it is placed, drawn at `height` metres above the ellipsoid. A set
 * in metres of its own (`own` undefined) is put there with its z upwards and its y to the heading. Upwards it is stretched
 * from its origin, so many times as all else.
 */
export function standing(
  own: TilesetPlace | undefined,
  place: Omit<TilesetPlace, 'height'>,
  height: number,
  exaggeration = 1,
): Matrix4 {
  const there = frameAt({ ...place, height });
  const { scale } = place;
  Matrix4.multiplyByScale(there, new Cartesian3(scale, scale, scale * exaggeration), there);
  if (!own) return there;
  return Matrix4.multiply(there, Matrix4.inverseTransformation(frameAt(own), new Matrix4()), there);
}

function frameAt({ longitude, latitude, height, heading }: Omit<TilesetPlace, 'scale'>): Matrix4 {
  const turned = new HeadingPitchRoll(CesiumMath.toRadians(heading), 0, 0);
  return Transforms.headingPitchRollToFixedFrame(Cartesian3.fromDegrees(longitude, latitude, height), turned);
}
