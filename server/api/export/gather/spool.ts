import { open } from 'node:fs/promises';
import path from 'node:path';
import type { ObjectType } from '#core/protocol';
import type { Scope } from '../../../shared/access/scope.ts';
import { TYPE_COLUMNS } from '../../../shared/attributes/types.ts';
import type { Database } from '../../../platform/db/database.ts';
import { objectSql } from '../../../shared/geometries/about.ts';
import type { SpoolType } from '../../../formats/layer-writer.ts';
import { portions, type TypeIds } from './ids.ts';

/** Batch size: objects, and bytes of their coordinates. */
const PORTION = { objects: 1000, bytes: 4 * 1024 * 1024 };

export interface Spooling {
  db: Database;
  scope: Scope;
  folder: string;
  signal: AbortSignal;
  /** Called with the number of objects read so far. */
  progress(objects: number): void;
}

/**
 * Writes objects to files, one JSON text per line, one file per type: read with short statements, so that nobody
 * waits for an export, and formatted later without the database.
 */
export async function spoolObjects(of: Spooling, types: readonly TypeIds[]): Promise<SpoolType[]> {
  const known = await objectTypes(of);
  const spooled: SpoolType[] = [];
  let read = 0;
  for (const [n, type] of types.entries()) {
    const file = path.join(of.folder, `objects-${n}.ndjson`);
    const out = await open(file, 'wx', 0o600);
    let count = 0;
    try {
      for (const ids of portions(type, PORTION.objects, PORTION.bytes)) {
        of.signal.throwIfAborted();
        const texts = await readTexts(of, ids);
        if (texts.length > 0) await out.write(`${texts.join('\n')}\n`);
        count += texts.length;
        of.progress((read += ids.length));
      }
    } finally {
      await out.close();
    }
    const { title, fields, style } = known.get(type.typeName) ?? {};
    if (count > 0) spooled.push({ typeName: type.typeName, file, count, title, fields: fields ?? [], style });
  }
  return spooled;
}

/** In the order of `ids`; objects deleted meanwhile are left out. */
async function readTexts({ db, scope }: Spooling, ids: readonly string[]): Promise<string[]> {
  const params: unknown[] = [ids];
  const rows = await db.query<{ id: string; text: string }>(
    `select g.id, ${objectSql('g')} as text from geometries g
     where g.id = any($1::uuid[]) and ${scope.objects('g', params)}`,
    params,
  );
  const texts = new Map(rows.map(({ id, text }) => [id, text]));
  return ids.flatMap((id) => texts.get(id) ?? []);
}

async function objectTypes({ db, scope }: Spooling): Promise<Map<string, ObjectType>> {
  const params: unknown[] = [];
  const rows = await db.query<ObjectType>(
    `select ${TYPE_COLUMNS} from object_types t where ${scope.types('t', params)}`,
    params,
  );
  return new Map(rows.map((type) => [type.name, type]));
}
