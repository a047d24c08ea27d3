import { HttpError } from '../../base/http-error.ts';
import type { ServerConfig } from '../../base/config/server-config.ts';
import type { Queries } from '../../platform/db/database.ts';

const GB = 1024 ** 3;

/** Throws HttpError 507 when `bytes` more would exceed what the organization may store (`GROMA_QUOTA_GB`). */
export async function refuseOverQuota(
  db: Queries,
  { quotaGigabytes = 0 }: Pick<ServerConfig, 'quotaGigabytes'>,
  organizationId: string,
  bytes: number,
): Promise<void> {
  if (quotaGigabytes === 0) return;
  const [row] = await db.query<{ used: number }>(
    `select (coalesce((select sum(v.bytes + coalesce((v.original->>'bytes')::bigint, 0)) from file_versions v join files f on f.id = v.file_id
         join projects p on p.id = f.project_id where p.organization_id = $1), 0)
       + coalesce((select sum(u.bytes) from uploads u where u.organization_id = $1 and u.outside is null
         and u.error is null and u.expires_at > now()), 0))::float8 as used`,
    [organizationId],
  );
  const used = row!.used;
  if (used + bytes <= quotaGigabytes * GB) return;
  throw new HttpError(507, 'uploads.quota', {
    quota: quotaGigabytes,
    left: Math.max(0, quotaGigabytes - used / GB).toFixed(1),
    needed: (bytes / GB).toFixed(1),
  });
}
