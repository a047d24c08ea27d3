const TWO_26 = 2 ** 26;
const TWO_27 = 2 ** 27;
const TWO_52 = 2 ** 52;
const TWO_53 = 2 ** 53;
const POINT = 0x2e;
const MINUS = 0x2d;
const ZERO = 0x30;

/**
 * Writes `value` into `bytes` at `at`, with the digits of String(value): the fewest that parse to the same number.
 * Returns where it ends. A string is made only for numbers below 1 and from 256 on; an import prints millions of
 * coordinates, and making a string of each takes three times as long.
 */
export function writeNumber(value: number, bytes: Uint8Array, at: number): number {
  const size = value < 0 ? -value : value;
  if (!(size >= 1 && size < 256)) return asString(value, bytes, at);
  const whole = size | 0;
  // All exact: `size` has no bits below 2^-52. Remainders are in units of 2^-53 of the last decimal.
  const first = decimals((size - whole) * TWO_53, 1e7);
  let last = decimals(rest[0]!, size < 64 ? 1e7 : 1e6);
  let count = size < 64 ? 14 : 13;
  let limit = size < 64 ? 1e7 : 1e6;
  // Half the distance to the neighbouring double, in the same unit.
  let reach = halfUlp(size) * (size < 64 ? 1e14 : 1e13);
  // With this number of decimals at most one decimal parses to `value`, and its trailing zeros can go. With one more
  // than `max` the nearest always does.
  const max = size < 8 ? 15 : count;
  while (count <= max && rest[0]! >= reach && TWO_53 - rest[0]! >= reach) {
    last = last * 10 + decimals(rest[0]!, 10);
    reach *= 10;
    limit *= 10;
    count++;
  }
  if (rest[0]! >= TWO_52) {
    if (rest[0] === TWO_52) return asString(value, bytes, at);
    last++;
    if (last === limit) return asString(value, bytes, at);
  }
  let end = at;
  if (value < 0) bytes[end++] = MINUS;
  const long = whole >= 100 ? 3 : whole >= 10 ? 2 : 1;
  digits(whole, long, bytes, end);
  end += long;
  if (first === 0 && last === 0) return end;
  bytes[end++] = POINT;
  digits(first, 7, bytes, end);
  digits(last, count - 7, bytes, end + 7);
  end += count;
  while (bytes[end - 1] === ZERO) end--;
  return end;
}

/** Remainder of `decimals`. */
const rest = new Float64Array(1);

/** The whole part of `value` (in 2^-53) times `scale` (at most 10^7), exactly: in halves of 26 and 27 bits. */
function decimals(value: number, scale: number): number {
  const high = Math.floor(value / TWO_26);
  const low = (value - high * TWO_26) * scale;
  const carry = Math.floor(low / TWO_26);
  const product = high * scale + carry;
  const whole = Math.floor(product / TWO_27);
  rest[0] = (product - whole * TWO_27) * TWO_26 + (low - carry * TWO_26);
  return whole;
}

/** In units of 2^-53. */
function halfUlp(size: number): number {
  if (size < 8) return size < 2 ? 1 : size < 4 ? 2 : 4;
  if (size < 64) return size < 16 ? 8 : size < 32 ? 16 : 32;
  return size < 128 ? 64 : 128;
}

/** `00` to `99`. */
const PAIRS = new Uint8Array(200);
for (let i = 0; i < 100; i++) {
  PAIRS[2 * i] = ZERO + Math.floor(i / 10);
  PAIRS[2 * i + 1] = ZERO + (i % 10);
}

function digits(value: number, count: number, bytes: Uint8Array, at: number): void {
  let left = value;
  let i = at + count;
  while (i > at + 1) {
    const rest = (left / 100) | 0;
    const pair = (left - rest * 100) << 1;
    bytes[--i] = PAIRS[pair + 1]!;
    bytes[--i] = PAIRS[pair]!;
    left = rest;
  }
  if (i > at) bytes[at] = ZERO + left;
}

function asString(value: number, bytes: Uint8Array, at: number): number {
  const text = String(value);
  for (let i = 0; i < text.length; i++) bytes[at + i] = text.charCodeAt(i);
  return at + text.length;
}
