import { withComputed } from '#core/expression';
import type { Field, Geometry, Properties } from '#core/protocol';
import { batchesOf } from '../../platform/db/cursor.ts';
import type { Queries } from '../../platform/db/database.ts';

const AT_ONCE = 1000;

interface ImportedObject {
  id: string;
  location: string;
  about: string;
}

/**
 * Sets the computed fields of the objects of an import, written but not committed. Their `about` consists of the
 * properties only.
 */
export async function computeImported(
  tx: Queries,
  importId: string,
  fields: readonly Field[],
): Promise<void> {
  if (!fields.some(({ computed }) => computed !== undefined)) return;
  const sql = 'select g.id, g.location, g.about from geometries g where g.import_id = $1';
  for await (const rows of batchesOf<ImportedObject>(tx, 'imported', sql, [importId], AT_ONCE)) {
    const texts = rows.map(({ about, location }) =>
      JSON.stringify(
        withComputed(fields, JSON.parse(about) as Properties, () => JSON.parse(location) as Geometry),
      ),
    );
    await tx.query(
      `update geometries g set about = n.about, properties = n.about::jsonb
       from unnest($1::uuid[], $2::text[]) as n(id, about) where g.id = n.id`,
      [rows.map(({ id }) => id), texts],
    );
  }
}
