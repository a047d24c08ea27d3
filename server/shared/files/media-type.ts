import { fileTypeFromBuffer } from 'file-type';

const OCTETS = 'application/octet-stream';
/** Text has no mark of its own: its name tells which, as far as a browser would never run it. */
const TEXTS: Record<string, string> = {
  csv: 'text/csv',
  json: 'application/json',
  geojson: 'application/json',
};

/** What content is by its first bytes; by its name only which kind of text. */
export async function mediaTypeOf(head: Uint8Array, name: string): Promise<string> {
  const found = await fileTypeFromBuffer(head);
  if (found) return found.mime;
  if (!isText(head)) return OCTETS;
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return TEXTS[ending] ?? 'text/plain';
}

function isText(head: Uint8Array): boolean {
  if (head.includes(0)) return false;
  try {
    // `stream`: the last character may be cut.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}
