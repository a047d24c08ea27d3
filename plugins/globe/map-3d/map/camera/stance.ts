import { Cartesian3, Math as CesiumMath, type Camera } from 'cesium';
import type { Stance } from '../../api.ts';
import type { DisplayHeights } from '../../model/heights.ts';

/** Position and direction of a camera relative to the rendered ground. */
export function stanceOf(camera: Camera, heights: DisplayHeights): Stance {
  const { longitude, latitude, height } = camera.positionCartographic;
  const [east, north] = [CesiumMath.toDegrees(longitude), CesiumMath.toDegrees(latitude)];
  return {
    place: [east, north],
    above: (height - heights.surface(east, north)) / heights.exaggeration,
    heading: CesiumMath.toDegrees(camera.heading),
    pitch: CesiumMath.toDegrees(camera.pitch),
  };
}

/** Sets a camera's position and direction, upright. */
export function stand(
  camera: Camera,
  { place, above, heading, pitch }: Stance,
  heights: DisplayHeights,
): void {
  const [longitude, latitude] = place;
  const height = heights.surface(longitude, latitude) + above * heights.exaggeration;
  camera.cancelFlight();
  camera.setView({
    destination: Cartesian3.fromDegrees(longitude, latitude, height),
    orientation: { heading: CesiumMath.toRadians(heading), pitch: CesiumMath.toRadians(pitch), roll: 0 },
  });
}
