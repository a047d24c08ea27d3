import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { downloadReprojected, reprojectFile, type ReprojectionResult } from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import { route, type Route } from '../../http/context.ts';
import { readMultipart } from '../../http/multipart.ts';
import { parsePart } from '../../http/parse.ts';
import { send } from '../../shared/files/send.ts';
import { targetCrs } from '../export/content/crs.ts';
import { formatOf } from '../imports/readers/format-of.ts';
import { keyOf, type ReprojectionInput } from './reprojection-job.ts';

const MAX_BYTES = 1024 ** 3;
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.zip': 'application/zip',
  '.geojson': 'application/geo+json',
};

export const routes: Route[] = [
  route(reprojectFile, async ({ request, caller, language, services, reply }) => {
    if (!request.isMultipart()) throw new HttpError(415, 'import.no-multipart');
    const { storage, jobs } = services;
    const upload = `uploads/${randomUUID()}`;
    let name: string | undefined;
    try {
      const values = await readMultipart(request, { files: 1 }, async ({ file, filename }) => {
        name = path.basename(filename ?? '') || 'upload';
        await storage.write(upload, file, MAX_BYTES);
      });
      const { format: writeAs, ...fields } = parsePart('body', reprojectFile.body, values, language);
      if (name === undefined) throw new HttpError(422, 'import.no-file');
      for (const crs of [fields.to, fields.crs])
        if (crs !== undefined && !(await targetCrs(crs)))
          throw new HttpError(422, 'export.crs-unknown', { crs });
      const readAs = formatOf(name);
      const at = new Date().toISOString();
      const input: ReprojectionInput = { ...fields, language, at, readAs, writeAs, upload, fileName: name };
      const jobId = await jobs.add({ kind: 'reproject', userId: caller.userId, projectId: null, input });
      void reply.code(202);
      return { jobId };
    } catch (thrown) {
      if (name !== undefined) await storage.remove(upload).catch(() => {});
      throw thrown;
    }
  }),

  route(downloadReprojected, async ({ params, caller, services, request, reply }) => {
    const [job] = await services.db.query<{ result: ReprojectionResult; kept: boolean }>(
      `select j.result, j.input ? 'upload' as kept from jobs j
       where j.id = $1 and j.kind = 'reproject' and j.user_id = $2 and j.state = 'done'`,
      [params.id, caller.userId],
    );
    if (!job) throw new HttpError(404, 'http.not-found');
    if (!job.kept) throw new HttpError(404, 'reprojection.gone');
    const { name, size: bytes } = job.result;
    const mediaType = MEDIA_TYPES[path.extname(name)] ?? 'application/octet-stream';
    return send(
      services.storage,
      { key: keyOf(params.id), name, mediaType, bytes, tag: params.id },
      request,
      reply,
    );
  }),
];
