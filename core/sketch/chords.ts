/** Maximum distance in metres between a curve and the edges stored for it, unless `MAX_CHORDS` chords are too few. */
export const CHORD_TOLERANCE = 0.01;
/** Maximum number of chords of a full circle; enough for radii up to 0.01 m / (1 − cos(π/720)) ≈ 1050 m. */
const MAX_CHORDS = 720;
const FEWEST = 36;

/**
 * Returns how many chords keep an arc of `degrees` within the tolerance: r(1 − cos(half a chord's angle)) ≤
 * tolerance.
 */
export function chordsOf(radius: number, degrees = 360): number {
  const exact = radius > CHORD_TOLERANCE ? Math.PI / Math.acos(1 - CHORD_TOLERANCE / radius) : FEWEST;
  const round = Math.min(MAX_CHORDS, Math.max(FEWEST, exact));
  // Rounding may make an integer slightly too large.
  return Math.max(1, Math.ceil((round * Math.abs(degrees)) / 360 - 1e-9));
}
