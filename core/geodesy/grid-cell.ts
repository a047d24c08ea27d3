/**
 * Interpolates bilinearly between the four nodes around a place, given in columns and rows from the first node. A
 * place on the last line belongs to the cell before it.
 */
export function betweenNodes(
  [x, y]: readonly [number, number],
  { columns, rows }: { readonly columns: number; readonly rows: number },
  node: (column: number, row: number) => number,
): number {
  const column = Math.max(0, Math.min(Math.floor(x), columns - 2));
  const row = Math.max(0, Math.min(Math.floor(y), rows - 2));
  const [u, v] = [x - column, y - row];
  const below = (1 - u) * node(column, row) + u * node(column + 1, row);
  const above = (1 - u) * node(column, row + 1) + u * node(column + 1, row + 1);
  return (1 - v) * below + v * above;
}
