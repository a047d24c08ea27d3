import { tableNumber, type Decimal } from './numbers.ts';

/** A cell of a table: text, or what a workbook already says of it. */
export type Cell = string | number | boolean | null;

const MAX_DIGITS = 15;

/** Learns from all cells of a column whether they are numbers; texts of digits stay texts. */
export class ColumnKind {
  #numbers = true;
  #yesNo = true;
  #filled = false;
  /** `String` of a .csvt. */
  readonly #text: boolean;

  constructor(declared: string | undefined) {
    this.#text = declared !== undefined && /^(String|Date|Time|DateTime)/i.test(declared);
  }

  see(cell: Cell, decimal: Decimal): void {
    if (cell === null || cell === '') return;
    this.#filled = true;
    if (typeof cell === 'number') this.#yesNo = false;
    else if (typeof cell === 'boolean') this.#numbers = false;
    else {
      if (this.#numbers && !isPlainNumber(cell, decimal)) this.#numbers = false;
      if (this.#yesNo && !/^(true|false)$/i.test(cell)) this.#yesNo = false;
    }
  }

  value(cell: Cell | undefined, decimal: Decimal): unknown {
    if (cell === undefined || cell === null || cell === '') return null;
    if (this.#text || !this.#filled) return typeof cell === 'string' ? cell : String(cell);
    if (this.#numbers) return typeof cell === 'number' ? cell : (tableNumber(String(cell), decimal) ?? cell);
    if (this.#yesNo) return typeof cell === 'boolean' ? cell : /^true$/i.test(String(cell));
    return typeof cell === 'string' ? cell : String(cell);
  }
}

/** Leading zeros and long digits belong to codes: as a number they would be lost. */
function isPlainNumber(text: string, decimal: Decimal): boolean {
  if (tableNumber(text, decimal) === undefined) return false;
  const digits = text.replace(/[^\d]/g, '').replace(/^0+/, '');
  return digits.length <= MAX_DIGITS && !/^[-+]?0\d/.test(text.trim());
}
