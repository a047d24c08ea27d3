type CellIndex = readonly [row: number, column: number];

/** Returns the cell that a key moves to in a grid; undefined for other keys. */
export function stepFor(
  key: string,
  ctrl: boolean,
  [row, column]: CellIndex,
  [rows, columns]: CellIndex,
  page: number,
): CellIndex | undefined {
  const last: CellIndex = [Math.max(0, rows - 1), Math.max(0, columns - 1)];
  const to = (r: number, c: number): CellIndex => [
    Math.min(last[0], Math.max(0, r)),
    Math.min(last[1], Math.max(0, c)),
  ];
  switch (key) {
    case 'ArrowDown':
      return to(ctrl ? last[0] : row + 1, column);
    case 'ArrowUp':
      return to(ctrl ? 0 : row - 1, column);
    case 'ArrowRight':
      return to(row, ctrl ? last[1] : column + 1);
    case 'ArrowLeft':
      return to(row, ctrl ? 0 : column - 1);
    case 'PageDown':
      return to(row + Math.max(1, page), column);
    case 'PageUp':
      return to(row - Math.max(1, page), column);
    case 'Home':
      return ctrl ? [0, 0] : to(row, 0);
    case 'End':
      return ctrl ? last : to(row, last[1]);
    default:
      return undefined;
  }
}
