/** The names in the first line of a table; numbers instead, where there are none. */
export function headOf(text: string): string[] {
  const line = text.replace(/^\uFEFF/, '').split(/\r?\n/, 1)[0] ?? '';
  const delimiter = [',', ';', '\t'].sort((a, b) => line.split(b).length - line.split(a).length)[0]!;
  return line.split(delimiter).map((name) => name.trim().replace(/^"(.*)"$/, '$1'));
}
