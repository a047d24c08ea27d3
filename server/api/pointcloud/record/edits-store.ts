import type { CloudEdit, CloudFinding } from '#core/protocol';
import type { Queries } from '../../../platform/db/database.ts';

/** One version of the classes of a cloud. */
export interface EditRow {
  version: number;
  kind: CloudEdit['kind'];
  from: number[] | null;
  to: number | null;
  finding: CloudFinding | null;
  points: number;
  /** Of undo and restore: the version whose classes these are, 0 or an edit's. */
  restored: number | null;
  /** Key of the state; null: as in the file. */
  state: string | null;
  at: string;
  by: string;
}

const COLUMNS = `e.version, e.kind, e.from_classes as "from", e.to_class as "to", e.finding, e.points, e.restored, e.state,
  e.created_at as at, u.name as by`;
const FROM = 'cloud_edits e join users u on u.id = e.created_by';
const OF = 'e.file_id = $1 and e.content = $2 and e.octree = $3';

/** All versions of the edits of what a cloud is now, the oldest first. */
export function readEdits(db: Queries, fileId: string, content: number, octree: number): Promise<EditRow[]> {
  return db.query<EditRow>(`select ${COLUMNS} from ${FROM} where ${OF} order by e.version`, [
    fileId,
    content,
    octree,
  ]);
}

/** The newest version, or the one that was asked for; undefined when there is none of this number. */
export async function stateAt(
  db: Queries,
  fileId: string,
  content: number,
  octree: number,
  version?: number,
): Promise<Pick<EditRow, 'version' | 'state'> | undefined> {
  if (version === 0) return { version: 0, state: null };
  const [row] = await db.query<Pick<EditRow, 'version' | 'state'>>(
    `select e.version, e.state from cloud_edits e where ${OF} and ($4::int is null or e.version = $4)
     order by e.version desc limit 1`,
    [fileId, content, octree, version ?? null],
  );
  return row ?? (version === undefined ? { version: 0, state: null } : undefined);
}

/** The edit whose classes a version has: itself, or what it went back to. */
export function effective(edits: readonly EditRow[], version: number): number {
  return edits.find((edit) => edit.version === version)?.restored ?? version;
}

/** The version before an edit that is part of a state: what undoing it goes back to. */
export const before = (edits: readonly EditRow[], edit: number): number => effective(edits, edit - 1);

/** The edits, newest first, with those that make the present state marked. */
export function listed(edits: readonly EditRow[]): CloudEdit[] {
  const current = new Set<number>();
  let at = effective(edits, edits.at(-1)?.version ?? 0);
  while (at > 0) {
    current.add(at);
    at = before(edits, at);
  }
  return edits
    .map(({ state: _state, ...edit }): CloudEdit => ({ ...edit, current: current.has(edit.version) }))
    .reverse();
}

export type NewEdit = Pick<
  EditRow,
  'version' | 'kind' | 'from' | 'to' | 'finding' | 'points' | 'restored' | 'state'
>;

export async function insertEdit(
  tx: Queries,
  { fileId, content, octree, userId }: { fileId: string; content: number; octree: number; userId: string },
  edit: NewEdit,
): Promise<void> {
  await tx.query(
    `insert into cloud_edits (file_id, content, octree, version, kind, from_classes, to_class, points, restored, state,
       created_by, finding) values ($1, $2, $3, $4, $5, $6::int[], $7, $8, $9, $10, $11, $12::jsonb)`,
    [
      fileId,
      content,
      octree,
      edit.version,
      edit.kind,
      edit.from,
      edit.to,
      edit.points,
      edit.restored,
      edit.state,
      userId,
      edit.finding && JSON.stringify(edit.finding),
    ],
  );
}
