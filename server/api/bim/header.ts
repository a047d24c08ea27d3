import type { IfcHeader } from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';

const SCHEMAS = /^IFC(2X3|4)(_?[A-Z0-9]+)*$/;

/** Parses the header section of an IFC file. Throws 422 when it is not one. */
export function parseIfcHead(head: Buffer, name: string): IfcHeader {
  const wrong = (key: string, values = {}) => new HttpError(422, `bim.${key}`, { name, ...values });
  if (head[0] === 0x50 && head[1] === 0x4b) throw wrong('zipped');
  // Comments may occur anywhere, but not inside strings.
  const text = head.toString('latin1').replace(/\/\*.*?\*\//gs, ' ');
  if (!/^(\u00ef\u00bb\u00bf)?\s*ISO-10303-21\s*;/.test(text)) throw wrong('not-ifc');
  const schema = /FILE_SCHEMA\s*\(\s*\(\s*'([^']{0,60})'/i.exec(text)?.[1]?.toUpperCase();
  if (schema === undefined) throw wrong('no-schema');
  if (!SCHEMAS.test(schema)) throw wrong('other-schema', { schema });
  const [title, writtenAt, , , , program] = fieldsOf(text);
  return { schema, title: title || null, writtenAt: writtenAt || null, program: program || null };
}

/** A truncated file would be converted without an error into a part of the building. Throws 422. */
export function refuseCutIfc(tail: Buffer, name: string): void {
  const end = tail
    .toString('latin1')
    .replace(/\/\*.*?\*\//gs, ' ')
    .trimEnd();
  if (!/END-ISO-10303-21\s*;$/.test(end)) throw new HttpError(422, 'bim.cut-off', { name });
}

/** The strings of FILE_NAME: name, time, (authors), (organizations), preprocessor, system, authorization. */
function fieldsOf(text: string): string[] {
  const start = /FILE_NAME\s*\(/i.exec(text);
  if (!start) return [];
  const rest = text.slice(start.index + start[0].length, start.index + 20_000);
  const fields: string[] = [];
  for (const [piece, string] of rest.matchAll(/\((?:[^()']|'(?:[^']|'')*')*\)|'((?:[^']|'')*)'|\$|\)/g)) {
    if (piece === ')' || fields.length === 7) break;
    fields.push(decoded(string ?? '').slice(0, 200));
  }
  return fields;
}

/**
 * Decodes STEP escapes of non-ASCII characters: `\X2\00E8\X0\`, `\X\E8`, `\S\h`, and doubled backslashes (ISO
 * 10303-21, 6.4.3).
 */
function decoded(text: string): string {
  return text
    .replaceAll("''", "'")
    .replace(CODED, (_, wide?: string, narrow?: string, shifted?: string) => {
      if (wide) return wide.replace(/.{4}/g, (code) => String.fromCharCode(parseInt(code, 16)));
      if (narrow) return String.fromCharCode(parseInt(narrow, 16));
      return shifted ? String.fromCharCode(shifted.charCodeAt(0) + 128) : '\\';
    })
    .replace(/[\p{Control}\p{Surrogate}]/gu, '')
    .trim();
}
const CODED = /\\\\|\\X2\\((?:[0-9A-F]{4})+)\\X0\\|\\X\\([0-9A-F]{2})|\\S\\(.)/gi;
