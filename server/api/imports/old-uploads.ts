import type { JobServices } from '../../platform/services/services.ts';

const RETENTION_HOURS = 24;

/** Removes uploads that were previewed and never imported. Their jobs lose the name, so that each is removed once. */
export async function removeOldUploads({ db, storage }: JobServices): Promise<void> {
  const rows = await db.query<{ upload: string }>(
    `select distinct j.input->>'upload' as upload from jobs j
     where j.kind = 'import' and j.created_at < now() - make_interval(hours => $1) and j.input->>'upload' is not null
       and not exists (select 1 from jobs later where later.kind = 'import'
         and later.input->>'upload' = j.input->>'upload' and later.created_at >= now() - make_interval(hours => $1))`,
    [RETENTION_HOURS],
  );
  const removed: string[] = [];
  for (const { upload } of rows)
    await storage.remove(upload).then(
      () => removed.push(upload),
      // The storage does not respond: tried again the next time.
      () => {},
    );
  await db.query(
    `update jobs set input = input - 'upload' where kind = 'import' and input->>'upload' = any($1::text[])`,
    [removed],
  );
}
