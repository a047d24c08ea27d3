const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)];
const number = (field: number, value: number): number[] => [...varint(field << 3), ...varint(value)];
const bytes = (field: number, content: readonly number[]): number[] => [
  ...varint((field << 3) | 2),
  ...varint(content.length),
  ...content,
];
const text = (field: number, value: string): number[] => bytes(field, [...new TextEncoder().encode(value)]);
const zigzag = (value: number): number => (value << 1) ^ (value >> 31);

/** Protocol buffers written by hand: a varint, and fields with a number, bytes or a text. */
export const protobuf = { varint, number, bytes, text, zigzag };
