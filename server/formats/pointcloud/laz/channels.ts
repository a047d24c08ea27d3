/** What is learned of one channel of the scanner, with the last value. */
interface State<Value> {
  last: Value;
}

/**
 * One state for each channel of the scanner; a channel that was not seen begins with what the last one had. In version 3
 * of the format the first value after a change to a channel that was seen is compared with, and stored as, the last one
 * of the channel before: readers expect it.
 */
export class Channels<Own extends State<Value>, Value> {
  readonly #states: (Own | undefined)[] = [];
  readonly #begin: (last: Value) => Own;
  #current: Own | undefined;

  constructor(begin: (last: Value) => Own) {
    this.#begin = begin;
  }

  /** The state of a channel, and that whose last value counts; undefined for the first point, which is stored as it is. */
  of(channel: number, value: Value): { own: Own; previous: State<Value> } | undefined {
    const before = this.#current;
    const known = this.#states[channel];
    const own = (this.#current = this.#states[channel] = known ?? this.#begin(before ? before.last : value));
    return before && { own, previous: known ? before : own };
  }
}
