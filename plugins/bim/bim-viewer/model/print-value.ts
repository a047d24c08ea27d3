import type { BimElement } from '#core/protocol';

const NUMBER = /-?\d+(\.\d+)?(e[+-]?\d+)?/g;

/** A value as a person reads it: its numbers printed by `print`, those of a list between semicolons. */
export function printValue(
  { value, number, type }: Pick<BimElement['attributes'][number], 'value' | 'number' | 'type'>,
  print: (number: number) => string,
): string {
  if (number !== null) return print(number);
  // Between commas, 1,5, 2,5 would be four numbers.
  if (type === 'numbers')
    return value.replaceAll(', ', '; ').replaceAll(NUMBER, (text) => print(Number(text)));
  return value;
}
