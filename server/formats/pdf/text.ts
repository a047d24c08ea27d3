/** Longest text laid out; breaking longer ones into lines takes too long. */
const MAX_LENGTH = 4000;

/** Removes what cannot be typeset: one kind of line end, no control characters, limited length. */
export function plain(text: string, max = MAX_LENGTH): string {
  const clean = text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, ' ')
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g, '')
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
  return clean.length > max ? `${clean.slice(0, max - 1).trimEnd()}…` : clean;
}
