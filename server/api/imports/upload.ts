import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { importFields, type Language } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { readMultipart } from '../../http/multipart.ts';
import { parsePart } from '../../http/parse.ts';
import { HttpError } from '../../base/http-error.ts';
import type { Services } from '../../platform/services/services.ts';
import { warmReader } from './read-in-thread.ts';
import type { Mapping } from './reading/properties.ts';

const MAX_BYTES = 1024 ** 3;

export type ImportFields = z.output<typeof importFields>;

export interface ImportUpload {
  key: string;
  fileName: string;
  fields: ImportFields;
  mapping: Mapping | undefined;
  options: Record<string, string> | undefined;
  layers: { layer: string; typeName: string }[] | undefined;
  /** Whether the file came with this request; then it is removed if refused. */
  fresh: boolean;
}

/**
 * The fields of a multipart request and its file, streamed to the storage, or the file of an earlier preview named by
 * `upload`. On an error nothing is left behind.
 */
export async function receive(
  request: FastifyRequest,
  services: Services,
  caller: Caller,
  projectId: string,
  language: Language,
): Promise<ImportUpload> {
  if (!request.isMultipart()) throw new HttpError(415, 'import.no-multipart');
  warmReader();
  const key = `uploads/${randomUUID()}`;
  let fileName: string | undefined;
  try {
    const values = await readMultipart(request, {}, async ({ file, filename }) => {
      fileName = plainName(filename);
      await services.storage.write(key, file, MAX_BYTES);
    });
    const fields = parsePart('body', importFields, values, language);
    const read = {
      fields,
      mapping: mappingOf(fields.mapping),
      options: optionsOf(fields.options),
      layers: layersOf(fields.layers),
    };
    if (fileName !== undefined) return { key, fileName, ...read, fresh: true };
    return { ...(await earlier(services, caller, projectId, fields.upload)), ...read, fresh: false };
  } catch (thrown) {
    if (fileName !== undefined) await services.storage.remove(key).catch(() => {});
    throw thrown;
  }
}

/** A name that people recognize; never used as a path. */
function plainName(name: string | undefined): string {
  const leaf = (name ?? '')
    .split(/[\\/]/)
    .pop()!
    .replace(/[\p{Control}\p{Surrogate}]/gu, '')
    .trim();
  return leaf.slice(-120) || 'upload';
}

async function earlier(
  { db }: Services,
  caller: Caller,
  projectId: string,
  jobId: string | undefined,
): Promise<{ key: string; fileName: string }> {
  if (!jobId) throw new HttpError(422, 'import.no-file');
  const [job] = await db.query<{ input: { upload?: string; fileName: string } }>(
    `select input from jobs where id = $1 and kind = 'import' and user_id = $2 and project_id = $3`,
    [jobId, caller.userId, projectId],
  );
  // Without its name, the upload was removed (old-uploads.ts).
  if (!job?.input.upload) throw new HttpError(422, 'import.upload-gone');
  return { key: job.input.upload, fileName: job.input.fileName };
}

const MAX_LAYERS = 100;
const layerChoices = z
  .array(
    z.object({
      layer: z.string().check(z.minLength(1), z.maxLength(500)),
      typeName: z.string().check(z.minLength(1), z.maxLength(120)),
    }),
  )
  .check(z.minLength(1), z.maxLength(MAX_LAYERS));

function layersOf(text: string | undefined): { layer: string; typeName: string }[] | undefined {
  if (text === undefined || text === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  const { data } = layerChoices.safeParse(value);
  const isOnce = data && new Set(data.map(({ layer }) => layer)).size === data.length;
  if (!isOnce) throw new HttpError(422, 'import.layers-unusable', { most: MAX_LAYERS });
  return data;
}

const MAX_OPTIONS = 50;

function optionsOf(text: string | undefined): Record<string, string> | undefined {
  if (text === undefined || text === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  const fits =
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).length <= MAX_OPTIONS &&
    Object.values(value).every((answer) => typeof answer === 'string' && answer.length <= 200);
  if (!fits) throw new HttpError(422, 'import.options-unusable');
  return value as Record<string, string>;
}

function mappingOf(text: string | undefined): Mapping | undefined {
  if (text === undefined || text === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  const fits =
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every(
      (to) => to === null || (typeof to === 'string' && to.length > 0 && to.length <= 120),
    );
  if (!fits) throw new HttpError(422, 'import.mapping-unusable');
  const mapping = value as Mapping;
  const targets = Object.values(mapping).filter((to) => to !== null);
  if (new Set(targets).size < targets.length) throw new HttpError(422, 'import.mapping-twice');
  return mapping;
}
