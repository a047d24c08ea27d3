import { grants, type PastExport } from '#core/protocol';
import { type Caller, blockedTypes } from '../../base/caller.ts';
import type { JobServices } from '../../platform/services/services.ts';
import { seesKind } from '../../shared/files/scope.ts';
import type { Queries } from '../../platform/db/database.ts';

export const RETENTION_DAYS = 7;

export interface StoredExport extends PastExport {
  storageKey: string;
  projectId: string;
}

/**
 * Exports of projects the person is a member of, in the token's organization, without content they are blocked from.
 * Current rights apply, whoever made the export.
 */
export async function visibleExports(
  db: Queries,
  caller: Caller,
  of: { projectId?: string; nameZip?: string; id?: string },
): Promise<StoredExport[]> {
  return db.query<StoredExport>(
    `select e.id, e.kind, e.name_zip as "nameZip", e.size, e.count, e.files, e.notes, e.created_at as at, u.name as by,
       e.user_id = $1 as mine, e.expires_at as "expiresAt", e.storage_key as "storageKey", e.project_id as "projectId"
     from exports e join users u on u.id = e.user_id
       join projects p on p.id = e.project_id and p.organization_id = $2
       join project_members pm on pm.project_id = p.id and pm.user_id = $1
     where e.expires_at > now() and not (e.type_names && $3::text[]) and (e.kind <> 'points' or $7)
       and ($4::uuid is null or e.project_id = $4) and ($5::text is null or e.name_zip = $5)
       and ($6::uuid is null or e.id = $6)
     order by e.created_at desc, e.id limit 200`,
    [
      caller.userId,
      caller.organizationId,
      blockedTypes(caller),
      of.projectId ?? null,
      of.nameZip ?? null,
      of.id ?? null,
      seesKind(caller, 'pointcloud') && grants(caller.authorizations, 'pointcloud.read'),
    ],
  );
}

/** Files first: a row without a file is found again, a file without a row is not. */
export async function removeExpired({ db, storage }: JobServices): Promise<void> {
  const rows = await db.query<{ id: string; key: string }>(
    `select id, storage_key as key from exports where expires_at <= now() or project_id is null limit 1000`,
  );
  for (const { id, key } of rows) {
    await storage.remove(key);
    await db.query('delete from exports where id = $1', [id]);
  }
}
