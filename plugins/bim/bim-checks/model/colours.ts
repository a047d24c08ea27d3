type Colour = readonly [number, number, number];

/** From inside (blue) over none (pale grey) to outside (orange): told apart also by people who confuse red and green. */
const STOPS: readonly Colour[] = [
  [0, 0.27, 0.55],
  [0.34, 0.71, 0.91],
  [0.88, 0.88, 0.86],
  [0.9, 0.62, 0],
  [0.75, 0.22, 0],
];

/** Colour of a share of the scale, -1 to 1; red, green and blue from 0 to 1. */
export function colourOfDeviation(share: number): Colour {
  const at = (Math.min(1, Math.max(-1, share)) + 1) * 2;
  const first = Math.min(STOPS.length - 2, Math.floor(at));
  const [one, other] = [STOPS[first]!, STOPS[first + 1]!];
  return one.map((value, i) => value + (other[i]! - value) * (at - first)) as unknown as Colour;
}

export const hexOf = (colour: Colour): string =>
  '#' +
  colour
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('');

/** For the legend: a gradient from -1 to 1. */
export const GRADIENT = `linear-gradient(to right, ${STOPS.map(hexOf).join(', ')})`;
