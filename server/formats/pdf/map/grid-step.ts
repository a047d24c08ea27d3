const SECOND = 1 / 3600;
const DEGREES = [
  ...[0.1, 0.5, 1, 2, 5, 10, 30].map((seconds) => seconds * SECOND),
  ...[1, 2, 5, 10, 20, 30].map((minutes) => minutes / 60),
  ...[1, 2, 5, 10, 20, 30],
];

/** The least round step in degrees, minutes or seconds of at least `least` degrees. */
export function degreeStep(least: number): number {
  return DEGREES.find((step) => step >= least) ?? 30;
}

/** The least of 1, 2, 5, 10 … of at least `least`. */
export function metreStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5].find((step) => step * power >= least * (1 - 1e-9)) ?? 10) * power;
}
