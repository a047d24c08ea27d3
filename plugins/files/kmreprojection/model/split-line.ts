/** What separates the fields of a line. `decimals`: commas are decimal, and blanks separate. */
export type Separator = '\t' | ';' | '|' | ',' | ' ';

const NUMBER_WITH_COMMA = /^[+-]?\d+,\d+$/;

/** The separator of a line: tab, semicolon and bar before comma, unless its commas are decimal, and blanks. */
export function separatorOf(text: string): Separator {
  for (const sign of ['\t', ';', '|'] as const) if (text.includes(sign)) return sign;
  if (!text.includes(',')) return ' ';
  const words = text.trim().split(/\s+/);
  const withComma = words.filter((word) => word.includes(','));
  return words.length > 1 && withComma.every((word) => NUMBER_WITH_COMMA.test(word)) ? ' ' : ',';
}

/** The fields of a line; quotes around a field are removed. */
export function fieldsOf(text: string, separator: Separator): string[] {
  if (separator === ' ')
    return (text.match(/"[^"]*"|\S+/g) ?? []).map((field) => field.replace(/^"(.*)"$/, '$1'));
  const fields: string[] = [];
  let field = '';
  let quoted = false;
  for (const sign of text) {
    // Seconds are written with a quotation mark, too: only one at the start of a field begins a quoted field.
    if (sign === '"' && (quoted || field.trim() === '')) quoted = !quoted;
    else if (sign === separator && !quoted) {
      fields.push(field.trim());
      field = '';
    } else field += sign;
  }
  return [...fields, field.trim()];
}

/** Fields as a text that `parseCoordinates` splits at the same places. */
export function joined(fields: readonly string[], separator: Separator): string {
  return fields.join(separator === ' ' ? ' ' : separator === ',' ? ', ' : '; ');
}
