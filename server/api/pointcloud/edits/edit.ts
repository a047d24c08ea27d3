import { randomUUID } from 'node:crypto';
import type { CloudEdit, CloudSelection, PointsIn } from '#core/protocol';
import type { Caller } from '../../../base/caller.ts';
import { HttpError } from '../../../base/http-error.ts';
import type { Queries } from '../../../platform/db/database.ts';
import type { Services } from '../../../platform/services/services.ts';
import { claim, release } from '../../../shared/files/receive.ts';
import { onPoints } from '../thread/in-thread.ts';
import type { Classified, CloudPlace } from '../points/task.ts';
import { findCloud, octreeOf, viewedIn } from '../record/place.ts';
import {
  before,
  effective,
  insertEdit,
  listed,
  readEdits,
  type EditRow,
  type NewEdit,
} from '../record/edits-store.ts';

/** Attempts when others edit at the same time. */
const ATTEMPTS = 3;

interface Editing {
  services: Pick<Services, 'db' | 'storage' | 'config'>;
  caller: Caller;
  id: string;
}

/** Reads the edits of a cloud under a lock, adds one, and returns it. */
function adding(
  { services, caller, id }: Editing,
  make: (tx: Queries, edits: readonly EditRow[]) => Promise<NewEdit>,
  within: (tx: Queries, edit: CloudEdit) => Promise<void> = () => Promise.resolve(),
): Promise<CloudEdit> {
  return services.db.transaction(async (tx) => {
    await tx.query('select 1 from files where id = $1 for update', [id]);
    const { row } = await findCloud(tx, caller, id);
    const octree = octreeOf(row);
    const edit = await make(tx, await readEdits(tx, id, row.content, octree));
    await insertEdit(tx, { fileId: id, content: row.content, octree, userId: caller.userId }, edit);
    const [added] = listed(await readEdits(tx, id, row.content, octree));
    await within(tx, added!);
    return added!;
  });
}

type Made = Pick<NewEdit, 'kind' | 'from' | 'to' | 'finding'>;
type WriteState = (place: CloudPlace, version: number, key: string) => Promise<Classified>;

/** Classifies the points of a selection. Throws 409 when the classes are not those of version `seen` any more. */
export function classify(
  editing: Editing,
  selection: CloudSelection,
  to: number,
  seen: number | undefined,
  query: PointsIn,
  signal: AbortSignal,
): Promise<CloudEdit> {
  const { services } = editing;
  const made = { kind: 'classify' as const, from: selection.classes ?? null, to, finding: null };
  return change(editing, made, seen, query, (cloud, version, key) =>
    onPoints(services, { kind: 'classify', cloud, selection, to, version, key }, signal),
  );
}

/**
 * Adds an edit whose state `write` writes. When others edit meanwhile it is made anew, unless a person has named the
 * version `seen`: then 409. `within` runs in the transaction that adds it.
 */
export async function change(
  editing: Editing,
  made: Made,
  seen: number | undefined,
  query: PointsIn,
  write: WriteState,
  within: (tx: Queries, edit: CloudEdit) => Promise<void> = () => Promise.resolve(),
): Promise<CloudEdit> {
  const { services, caller, id } = editing;
  for (let attempt = 1; ; attempt++) {
    const place = await viewedIn(services, await findCloud(services.db, caller, id), query);
    if (seen !== undefined && seen !== place.edits) throw changedMeanwhile(place.edits);
    const version = place.edits + 1;
    const key = `clouds/${id}/classes/${randomUUID()}.bin`;
    await services.db.query('insert into unclaimed_keys (key) values ($1)', [key]);
    try {
      const { points } = await write(place, version, key);
      if (points === 0) throw new HttpError(422, 'pointcloud.nothing-to-classify');
      return await adding(
        editing,
        async (tx, edits) => {
          if ((edits.at(-1)?.version ?? 0) !== place.edits) throw changedMeanwhile(edits.at(-1)!.version);
          await claim(tx, key);
          return { ...made, version, points, restored: null, state: key };
        },
        within,
      );
    } catch (failure) {
      await release(services, key);
      const again = failure instanceof HttpError && failure.status === 409 && seen === undefined;
      if (!again || attempt === ATTEMPTS) throw failure;
    }
  }
}

const changedMeanwhile = (version: number) => new HttpError(409, 'pointcloud.classes-changed', { version });

/** Undoes the newest edit of the present state. */
export function undoEdit(editing: Editing): Promise<CloudEdit> {
  return adding(editing, async (_tx, edits) => {
    const undone = effective(edits, edits.at(-1)?.version ?? 0);
    if (undone === 0) throw new HttpError(422, 'pointcloud.nothing-to-undo');
    return returning(edits, 'undo', before(edits, undone));
  });
}

/** Makes the classes those of an earlier version. */
export function restoreEdit(editing: Editing, version: number): Promise<CloudEdit> {
  return adding(editing, async (_tx, edits) => {
    if (version > (edits.at(-1)?.version ?? 0))
      throw new HttpError(422, 'pointcloud.no-version', { version });
    return returning(edits, 'restore', effective(edits, version));
  });
}

function returning(edits: readonly EditRow[], kind: 'undo' | 'restore', restored: number): NewEdit {
  const version = (edits.at(-1)?.version ?? 0) + 1;
  const state = edits.find((edit) => edit.version === restored)?.state ?? null;
  return { version, kind, from: null, to: null, finding: null, points: 0, restored, state };
}
