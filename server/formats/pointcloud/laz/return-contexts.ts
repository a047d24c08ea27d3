/** Rows by number of returns, columns by the number of the return; a digit each. */
const MAP = [
  '0123453445555555',
  '1013333333333333',
  '2124444444433333',
  '3345444444444444',
  '4344544444444444',
  '5344454444444444',
  '3344445444444444',
  '4344444544444444',
  '4344444454444444',
  '5344444445444444',
  '5344444444544444',
  '5334444444455444',
  '5334444444455544',
  '5334444444445554',
  '5334444444444555',
  '5334444444444455',
];

const digits = (row: string) => [...row].map(Number);

/** Which models code a point, by its number of returns and the number of its return (LASzip's tables). */
export const RETURN_CONTEXTS: { readonly map: number[][]; readonly level: number[][] } = {
  map: MAP.map(digits),
  level: Array.from({ length: 16 }, (_, of) =>
    Array.from({ length: 16 }, (_, number) => Math.min(7, Math.abs(of - number))),
  ),
};
