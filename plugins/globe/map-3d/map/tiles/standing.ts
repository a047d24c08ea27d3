import { Cartesian3, Cartographic, HeadingPitchRoll, Math as CesiumMath, Matrix4, Transforms } from 'cesium';
import type { TilesetPlace } from '#core/protocol';

/** Metres from the earth's centre: a set closer to it has local coordinates. */
const EARTH = 6e6;

/** The set's own position; undefined where its file states none. */
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
 * The transform from a set's own position to where it is placed, with its origin rendered at `height` metres above
 * the ellipsoid. A set with local coordinates (`own` undefined) is placed with z up and y towards the heading.
 * Exaggeration stretches it from its origin.
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
