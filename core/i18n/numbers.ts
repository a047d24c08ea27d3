import { withMinus } from '#core/kernel';

/** Groups of three digits, separated by one character. */
const GROUPED = /^\d{1,3}((\.\d{3})+|(,\d{3})+)$/;

/** Prints and parses numbers in one locale. */
export class NumberFormatter {
  readonly #locale: string;
  readonly #formats = new Map<string, Intl.NumberFormat>();

  constructor(locale: string) {
    this.#locale = locale;
  }

  /** What is rounded to 0 has no sign. */
  print(value: number, options: Intl.NumberFormatOptions = {}): string {
    const key = JSON.stringify(options);
    let format = this.#formats.get(key);
    if (!format)
      this.#formats.set(
        key,
        (format = new Intl.NumberFormat(this.#locale, { signDisplay: 'negative', ...options })),
      );
    return withMinus(format.format(value));
  }

  /**
   * Accepts comma and point in any locale: a separator that comes last and once is the decimal one, the other, or one
   * that repeats, groups thousands (`1.234.567,8`). A single separator is therefore always decimal: `1,234` is
   * slightly more than one.
   */
  parse(text: string): number | undefined {
    const compact = text
      .trim()
      .replace(/[\s\u00a0\u202f'’]/g, '')
      .replace(/^[−–]/, '-');
    const [, sign = '', digits, exponent = ''] = /^([+-]?)([\d.,]+)(e[+-]?\d+)?$/i.exec(compact) ?? [];
    if (digits === undefined || !/\d/.test(digits)) return undefined;
    const separators = digits.replace(/\d/g, '');
    const last = separators.at(-1);
    const decimalAt =
      last !== undefined && separators.indexOf(last) === separators.length - 1
        ? digits.lastIndexOf(last)
        : digits.length;
    const whole = digits.slice(0, decimalAt);
    if (/[.,]/.test(whole) && !GROUPED.test(whole)) return undefined;
    const value = Number(
      `${sign}${whole.replace(/[.,]/g, '') || '0'}.${digits.slice(decimalAt + 1) || '0'}${exponent}`,
    );
    return Number.isFinite(value) ? value : undefined;
  }
}
