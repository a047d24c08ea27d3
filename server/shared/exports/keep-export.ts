import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { ExportResult, ViewerName } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { fileName } from '../../formats/names.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Queries } from '../../platform/db/database.ts';
import type { Work } from '../../platform/jobs/kind.ts';

const RETENTION_DAYS = 7;
const MAX_BYTES = 100 * 1024 ** 3;

/** A file that a job has written about clouds or models. */
export interface Written {
  kind: 'points' | 'elements';
  /** Who is blocked from it cannot download the file. */
  viewer: ViewerName;
  file: string;
  /** Its ending. */
  format: string;
  name: string;
  count: number;
  notes: string[];
}

/**
 * Stores the file, then records it in the transaction that ends the job; `allowed` checks the rights again there. An
 * unrecorded file is removed.
 */
export async function keepExport(
  work: Work,
  { kind, viewer, file, format, name, count, notes }: Written,
  allowed: (tx: Queries) => Promise<Caller>,
): Promise<void> {
  const { db, storage } = work.services;
  const id = randomUUID();
  const key = `exports/${id}.${format}`;
  const { size } = await stat(file);
  try {
    await storage.write(key, createReadStream(file), MAX_BYTES);
    await db.transaction(async (tx) => {
      const caller = await allowed(tx);
      const nameZip = `${fileName(name, kind, 60)}-${id.slice(0, 8)}.${format}`;
      await tx.query(
        `insert into exports (id, project_id, user_id, kind, name_zip, storage_key, size, count, type_names, files,
           notes, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9::text[], $10::text[], $11::text[],
           now() + make_interval(days => $12))`,
        [
          ...[id, work.projectId, caller.userId, kind, nameZip, key, size, count],
          ...[[viewer], [nameZip], notes, RETENTION_DAYS],
        ],
      );
      await audit(tx, {
        kind: 'export.made',
        actor: caller,
        subject: { kind: 'project', id: work.projectId!, name },
        detail: { kind, count },
      });
      const result: ExportResult = { id, kind, nameZip, size, count, files: [nameZip], notes };
      await work.finish(tx, result);
    });
  } catch (failure) {
    await storage.remove(key).catch(() => {});
    throw failure;
  }
}
