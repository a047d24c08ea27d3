import { saveMarks, readMarks, type PictureMark, type PictureMarks, type StoredMark } from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import { route, type Route } from '../../http/context.ts';
import { stale, tagVersion } from '../../http/versions.ts';
import type { Queries } from '../../platform/db/database.ts';
import type { FileKind } from '../../shared/files/scope.ts';
import { findFile, type FileRow } from '../../shared/files/store.ts';
import { isPhoto } from '../../shared/files/pictures.ts';

const WITH_MARKS: readonly FileKind[] = ['document', 'panoramic'];

/** What people draw over pictures, in layers of their own. */
export const marksRoutes: Route[] = [
  route(readMarks, async ({ params, caller, services, reply }) => {
    const marks = await marksOf(services.db, await findFile(services.db, caller, params.id, WITH_MARKS));
    tagVersion(reply, marks.version);
    return marks;
  }),

  route(saveMarks, async ({ params, body, caller, ifMatch, services, reply }) => {
    const marks = await services.db.transaction(async (tx) => {
      await tx.query('select 1 from files where id = $1 for update', [params.id]);
      const row = await findFile(tx, caller, params.id, WITH_MARKS);
      const before = await marksOf(tx, row);
      if (before.version !== ifMatch) throw stale(before, before.version);
      if (body.marks.length > 0 && !isPhoto(row.mediaType))
        throw new HttpError(422, 'files.marks-no-picture', { name: row.name });
      await write(tx, row, body.marks, caller.userId);
      return marksOf(tx, row);
    });
    tagVersion(reply, marks.version);
    return marks;
  }),
];

/** What is drawn as it was before stays of the person who drew it, on the content on which they did. */
async function write(
  tx: Queries,
  { id: fileId, content }: FileRow,
  marks: readonly PictureMark[],
  by: string,
): Promise<void> {
  const ids = marks.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw new HttpError(422, 'files.marks-twice');
  const rows = JSON.stringify(marks.map((mark, number) => ({ ...mark, number })));
  await tx.query('delete from picture_marks where file_id = $1 and not (id = any($2::uuid[]))', [
    fileId,
    ids,
  ]);
  await tx.query(
    `insert into picture_marks as m (file_id, id, number, kind, points, text, colour, content, drawn_by)
     select $1::uuid, id, number, kind, points, text, colour, $3::int, $4::uuid
     from jsonb_to_recordset($2::jsonb) as given (id uuid, number int, kind text, points jsonb, text text, colour text)
     on conflict (file_id, id) do update set kind = excluded.kind, points = excluded.points, text = excluded.text,
       colour = excluded.colour, content = excluded.content, drawn_by = excluded.drawn_by, drawn_at = now()
     where (m.kind, m.points, m.text, m.colour) is distinct from
       (excluded.kind, excluded.points, excluded.text, excluded.colour)`,
    [fileId, rows, content, by],
  );
  await tx.query(
    `update picture_marks m set number = given.number
     from jsonb_to_recordset($2::jsonb) as given (id uuid, number int)
     where m.file_id = $1 and m.id = given.id and m.number <> given.number`,
    [fileId, rows],
  );
  await tx.query('update files set marks_version = marks_version + 1 where id = $1', [fileId]);
}

async function marksOf(db: Queries, { id, content }: FileRow): Promise<PictureMarks> {
  const [file] = await db.query<{ version: number }>(
    'select marks_version as version from files where id = $1',
    [id],
  );
  const rows = await db.query<StoredMark & { text: string | null }>(
    `select m.id, m.kind, m.points, m.text, m.colour, m.content, u.name as by, m.drawn_at as at
     from picture_marks m join users u on u.id = m.drawn_by where m.file_id = $1 order by m.number, m.id`,
    [id],
  );
  const marks = rows.map(({ text, ...mark }) => (text === null ? mark : { ...mark, text })) as StoredMark[];
  return { id, version: file!.version, content, marks };
}
