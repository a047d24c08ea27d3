const NUMBER = /^[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?$/;
const INTEGER = /^[-+]?\d+$/;
/** Relative, and absolute near zero (IDS 1.0, "Precision of floating point"). */
const TOLERANCE = 1e-6;

/** A number as XML Schema writes it; undefined for anything else, such as `42,3`. */
export function parseNumber(text: string): number | undefined {
  return NUMBER.test(text) ? Number(text) : undefined;
}

export function isInteger(text: string): boolean {
  return INTEGER.test(text);
}

/** Half the width of what counts as equal to a number; a billionth more, for what is exactly on its border. */
export function toleranceOf(value: number): number {
  return (Math.abs(value) * TOLERANCE + TOLERANCE) * (1 + 1e-9);
}
