import { fileTypeFromBuffer } from 'file-type';

export const DXF = 'image/vnd.dxf';
const OCTETS = 'application/octet-stream';
const BINARY_DXF = 'AutoCAD Binary DXF';
/** Text has no signature: its name determines the type, except types that a browser would run. */
const TEXTS: Record<string, string> = {
  csv: 'text/csv',
  json: 'application/json',
  geojson: 'application/json',
};

/** The media type by the first bytes; the name only distinguishes kinds of text. */
export async function mediaTypeOf(head: Uint8Array, name: string): Promise<string> {
  const found = await fileTypeFromBuffer(head);
  if (found) return found.mime;
  if (new TextDecoder('latin1').decode(head.subarray(0, BINARY_DXF.length)) === BINARY_DXF) return DXF;
  // A drawing may be in the code page of its program.
  if (/\.dxf$/i.test(name) && !head.includes(0)) return DXF;
  if (!isText(head)) return OCTETS;
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return TEXTS[ending] ?? 'text/plain';
}

function isText(head: Uint8Array): boolean {
  if (head.includes(0)) return false;
  try {
    // `stream`: the last character may be incomplete.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}
