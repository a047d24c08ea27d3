import type { BimQuantityRow } from '#core/protocol';

export const QUANTITY_GROUPS = ['storey', 'type', 'class', 'material'] as const;
export type QuantityGroup = (typeof QUANTITY_GROUPS)[number];
const MEASURES = ['volume', 'floorArea', 'sideArea'] as const;

/** Sums of a group; null: no element of it has the quantity. */
export interface QuantitySum {
  readonly name: string | null;
  readonly count: number;
  readonly volume: { readonly declared: number | null; readonly computed: number | null };
  readonly floorArea: { readonly declared: number | null; readonly computed: number | null };
  readonly sideArea: { readonly declared: number | null; readonly computed: number | null };
  /** Elements of which the file or the triangles do not give the volume: the sum is too small by theirs. */
  readonly withoutDeclared: number;
  readonly withoutComputed: number;
}

/** Sums by a property, by its name. */
export function groupQuantities(rows: readonly BimQuantityRow[], by: QuantityGroup): QuantitySum[] {
  const groups = new Map<string | null, BimQuantityRow[]>();
  for (const row of rows) {
    const known = groups.get(row[by]);
    if (known) known.push(row);
    else groups.set(row[by], [row]);
  }
  return [...groups]
    .map(([name, of]) => sumOf(name, of))
    .sort((one, other) => (one.name ?? '').localeCompare(other.name ?? ''));
}

function sumOf(name: string | null, rows: readonly BimQuantityRow[]): QuantitySum {
  const sum = (which: (typeof MEASURES)[number]) => ({
    declared: total(rows.map((row) => row[which].declared)),
    computed: total(rows.map((row) => row[which].computed)),
  });
  return {
    name,
    count: rows.length,
    volume: sum('volume'),
    floorArea: sum('floorArea'),
    sideArea: sum('sideArea'),
    withoutDeclared: rows.filter(({ volume }) => volume.declared === null).length,
    withoutComputed: rows.filter(({ volume }) => volume.computed === null).length,
  };
}

function total(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

/** Whether what the file declares differs from its triangles by more than a hundredth. */
export function differs({ declared, computed }: BimQuantityRow['volume']): boolean {
  if (declared === null || computed === null) return false;
  return Math.abs(declared - computed) > 0.01 * Math.max(Math.abs(declared), Math.abs(computed));
}
