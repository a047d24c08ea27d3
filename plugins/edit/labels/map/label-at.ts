import { HANDLE_TOLERANCE, type Gesture, type ViewLabel } from '#core/mapview';

/** The uppermost label under the pointer. */
export function labelAt(
  labels: readonly ViewLabel[],
  { pixel, pointer }: Pick<Gesture, 'pixel' | 'pointer'>,
): ViewLabel | undefined {
  const near = HANDLE_TOLERANCE[pointer] / 2;
  return labels.findLast(({ at, width, height, angle }) => {
    const [dx, dy] = [pixel[0] - at[0], pixel[1] - at[1]];
    const along = dx * Math.cos(angle) + dy * Math.sin(angle);
    const across = dy * Math.cos(angle) - dx * Math.sin(angle);
    return Math.abs(along) <= width / 2 + near && Math.abs(across) <= height / 2 + near;
  });
}
