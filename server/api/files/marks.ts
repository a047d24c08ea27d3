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
      await write(tx, row, body.marks, before.marks, caller.userId);
      return marksOf(tx, row);
    });
    tagVersion(reply, marks.version);
    return marks;
  }),
];

async function write(
  tx: Queries,
  { id: fileId, content }: FileRow,
  marks: readonly PictureMark[],
  before: readonly StoredMark[],
  by: string,
): Promise<void> {
  const ids = marks.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw new HttpError(422, 'files.marks-twice');
  await tx.query('delete from picture_marks where file_id = $1 and not (id = any($2::uuid[]))', [
    fileId,
    ids,
  ]);
  const same = new Map(before.map((mark) => [mark.id, drawingOf(mark)]));
  for (const [number, mark] of marks.entries()) {
    const { id, kind, points, colour } = mark;
    if (same.get(id) === drawingOf(mark)) {
      await tx.query('update picture_marks set number = $3 where file_id = $1 and id = $2', [
        fileId,
        id,
        number,
      ]);
      continue;
    }
    await tx.query(
      `insert into picture_marks (file_id, id, number, kind, points, text, colour, content, drawn_by)
       values ($1, $2, $3, $4, $5::jsonb, $6, $7, $8, $9)
       on conflict (file_id, id) do update set number = excluded.number, kind = excluded.kind, points = excluded.points,
         text = excluded.text, colour = excluded.colour, content = excluded.content, drawn_by = excluded.drawn_by, drawn_at = now()`,
      [
        fileId,
        id,
        number,
        kind,
        JSON.stringify(points),
        mark.kind === 'text' ? mark.text : null,
        colour,
        content,
        by,
      ],
    );
  }
  await tx.query('update files set marks_version = marks_version + 1 where id = $1', [fileId]);
}

/** What of a mark is drawn. */
function drawingOf(mark: PictureMark): string {
  return JSON.stringify([mark.kind, mark.points, mark.colour, mark.kind === 'text' ? mark.text : null]);
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
