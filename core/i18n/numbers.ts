import { withMinus } from '#core/kernel';

/** Digits in threes, one kind of sign between them. */
const GROUPED = /^\d{1,3}((\.\d{3})+|(,\d{3})+)$/;

/** Numbers as one locale writes them, and as people type them. */
export class Numbers {
  readonly #locale: string;
  readonly #formats = new Map<string, Intl.NumberFormat>();

  constructor(locale: string) {
    this.#locale = locale;
  }

  print(value: number, options: Intl.NumberFormatOptions = {}): string {
    const key = JSON.stringify(options);
    let format = this.#formats.get(key);
    if (!format) this.#formats.set(key, (format = new Intl.NumberFormat(this.#locale, options)));
    return withMinus(format.format(value));
  }

  /**
   * Comma and point are both understood, whatever the locale: a sign that comes last and once is the decimal one, the
   * other, or one that comes more often, groups thousands (`1.234.567,8`). So a single sign is always decimal: `1,234` is
   * a little more than one, since measured values carry three decimals more often than people type thousands.
   */
  parse(text: string): number | undefined {
    const plain = text
      .trim()
      .replace(/[\s\u00a0\u202f'’]/g, '')
      .replace(/^[−–]/, '-');
    const [, sign = '', digits, exponent = ''] = /^([+-]?)([\d.,]+)(e[+-]?\d+)?$/i.exec(plain) ?? [];
    if (digits === undefined || !/\d/.test(digits)) return undefined;
    const signs = digits.replace(/\d/g, '');
    const last = signs.at(-1);
    const decimalAt =
      last !== undefined && signs.indexOf(last) === signs.length - 1
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
