export type SceneQuality = 'desk' | 'phone';

/** However slow the machine is. */
export const LEAST_POINTS = 150_000;
/** Gigabytes that a phone has when it has few: browsers say at most 8, and some say nothing. */
const LITTLE = 2;

/** Points drawn at most, and at first: by kind of device and its gigabytes of memory. Frames that are slow lower it. */
export function budgetOf(
  quality: SceneQuality,
  memory: number | undefined,
): { readonly most: number; readonly first: number } {
  if (quality === 'desk') return { most: 3_000_000, first: 1_000_000 };
  return memory !== undefined && memory <= LITTLE
    ? { most: 250_000, first: 200_000 }
    : { most: 500_000, first: 300_000 };
}
