import { Vector3 } from 'three';
import type { CloudSection } from '../api.ts';
import type { CloudCamera } from './cloud-camera.ts';

/**
 * Turns the camera to a section, as wide as fits. One that is only moved alongside keeps scale and place. `origin` and
 * `height` are of the scene.
 */
export function lookAtSection(
  moves: CloudCamera,
  { from, to }: CloudSection,
  { before, origin, height }: { before: CloudSection | undefined; origin: Vector3; height: number },
): void {
  const { eye } = moves;
  const [east, north] = before ? [from[0] - before.from[0], from[1] - before.from[1]] : [0, 0];
  if (before && Math.hypot(to[0] - before.to[0] - east, to[1] - before.to[1] - north) < 1e-6) {
    eye.target.add(new Vector3(east, north, 0));
    return moves.moved();
  }
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const heading = (Math.atan2(to[0] - from[0], to[1] - from[1]) * 180) / Math.PI - 90;
  eye.target.set((from[0] + to[0]) / 2 - origin.x, (from[1] + to[1]) / 2 - origin.y, height);
  eye.resolution = (length * 1.1) / Math.max(1, eye.size[0]);
  moves.setMode('section', (heading + 360) % 360);
}
