import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';

interface FilePart {
  file: Readable;
  filename: string;
}

/**
 * Reads a multipart request to its end. Returns its fields as text; each file is given to `take`, with the fields that came
 * before it, and must be read there.
 */
export async function readMultipart(
  request: FastifyRequest,
  limits: { files?: number },
  take: (part: FilePart, fields: Readonly<Record<string, string>>) => Promise<void>,
): Promise<Record<string, string>> {
  const fields: Record<string, string> = {};
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') fields[part.fieldname] = String(part.value);
    else await take(part, fields);
  }
  return fields;
}
