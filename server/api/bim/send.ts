import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import type { Services } from '../../platform/services/services.ts';
import { send } from '../../shared/files/send.ts';
import { findFile } from '../../shared/files/store.ts';
import { bimKey } from './keys.ts';

const YEAR = 31_536_000;

/** Sends a file of an edition, or one Range of it; it never changes: the next conversion has another number. */
export async function sendEditionFile(
  { db, storage }: Services,
  caller: Caller,
  { id, edition, file }: { id: string; edition: number; file: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const row = await findFile(db, caller, id, ['bim']);
  const key = bimKey(row.id, edition, file);
  const [served] = await db.query(
    'select 1 from bim_contents where file_id = $1 and edition = $2 and $3 = any(keys)',
    [row.id, edition, key],
    { often: true },
  );
  const bytes = served && (await storage.size(key));
  if (bytes === undefined) throw new HttpError(404, 'http.not-found');
  void reply.headers({
    'cache-control': `private, max-age=${YEAR}, immutable`,
    vary: 'jwt, authorization',
  });
  const mediaType = file.endsWith('.glb') ? 'model/gltf-binary' : 'application/octet-stream';
  return send(
    storage,
    { key, name: file, mediaType, bytes, tag: `${id}-${edition}-${file}` },
    request,
    reply,
  );
}
