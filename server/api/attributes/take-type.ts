import type { ObjectType } from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import { stale } from '../../http/versions.ts';
import type { Queries } from '../../platform/db/database.ts';
import type { Scope } from '../../shared/access/scope.ts';
import { findType } from '../../shared/attributes/types.ts';

/** Locks the type for an update. Throws 404, or 412 when it no longer has the caller's version. */
export async function takeType(tx: Queries, scope: Scope, id: string, version: number): Promise<ObjectType> {
  const type = await findType(tx, scope, id, true);
  if (!type) throw new HttpError(404, 'http.not-found');
  if (type.version !== version) throw stale(type, type.version);
  return type;
}
