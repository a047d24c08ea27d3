const SEPARATORS = [';', '\t', ',', '|'] as const;

/** The first rows of a CSV (RFC 4180), with the separator that its first line has most of. */
export function rowsOf(text: string, most: number): readonly (readonly string[])[] {
  const body = text.replace(/^\ufeff/, '');
  const head = body.slice(0, Math.max(0, body.search(/[\r\n]|$/)));
  const count = (separator: string) => head.split(separator).length;
  const separator = SEPARATORS.reduce((best, one) => (count(one) > count(best) ? one : best));
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let i = 0; i < body.length && rows.length < most; i++) {
    const letter = body[i]!;
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (body[i + 1] === '"') cell += body[++i]!;
      else isQuoted = false;
    } else if (letter === '"' && cell === '') isQuoted = true;
    else if (letter === separator) {
      row.push(cell);
      cell = '';
    } else if (letter === '\n' || letter === '\r') {
      if (letter === '\r' && body[i + 1] === '\n') i++;
      rows.push([...row, cell]);
      row = [];
      cell = '';
    } else cell += letter;
  }
  if (rows.length < most && (cell !== '' || row.length > 0)) rows.push([...row, cell]);
  return rows;
}
