import { fieldsOf, type TextColumns } from '#core/protocol';
import type { MeasuredPoint } from '../measured.ts';
import { UnusableCloud } from '../unusable-cloud.ts';

const SHOWN_VALUE = 40;

/** Reads the lines of a text of points; `factors` by the name of a column. */
export class LineReader {
  readonly #columns: TextColumns;
  readonly #pts: boolean;
  readonly #factors: number[];
  readonly #needed: number;

  constructor(columns: TextColumns, pts: boolean, factors: Readonly<Record<string, number>> = {}) {
    this.#columns = columns;
    this.#pts = pts;
    this.#factors = columns.columns.map((column) => factors[column] ?? 1);
    this.#needed = Math.max(...(['x', 'y', 'z'] as const).map((axis) => columns.columns.indexOf(axis))) + 1;
  }

  /** Puts line `number`, counted from 1, into `point`. Returns false where it has none. Throws UnusableCloud. */
  read(raw: string, number: number, point: MeasuredPoint): boolean {
    const { columns, decimal, skip } = this.#columns;
    if (number <= skip) return false;
    const line = raw.trim();
    if (line === '' || line.startsWith('#') || line.startsWith('//')) return false;
    const fields = fieldsOf(line, this.#columns);
    if (fields.length === 1 && this.#pts && /^\d+$/.test(line)) return false;
    if (fields.length < this.#needed) throw new UnusableCloud('line', { line: number });
    for (let i = 0; i < columns.length && i < fields.length; i++) {
      const column = columns[i]!;
      if (column === 'skip') continue;
      const field = decimal === 'comma' ? fields[i]!.replace(',', '.') : fields[i]!;
      const value = field === '' ? NaN : Number(field);
      if (!Number.isFinite(value))
        throw new UnusableCloud('value', {
          line: number,
          column: i + 1,
          value: fields[i]!.slice(0, SHOWN_VALUE),
        });
      point[column] = value * this.#factors[i]!;
    }
    if (this.#pts) point.intensity = Math.max(0, point.intensity + 2048) * 16;
    return true;
  }
}
