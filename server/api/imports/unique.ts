import type { TypeRules } from '../../shared/attributes/types.ts';
import type { Queries } from '../../platform/db/database.ts';
import { lockUnique } from '../../shared/geometries/rules.ts';

/** A duplicate value of a unique field. */
export interface Repeated {
  field: string;
  /** JSON text. */
  value: string;
}

/** Thrown out of the transaction, so that the record can be looked up without holding it open. */
export class ValueRepeated extends Error {
  constructor(readonly repeated: Repeated) {
    super(`${repeated.value} is repeated in ${repeated.field}.`);
  }
}

/**
 * Finds values that objects of the import `importId`, written but not committed, share with each other or with
 * existing objects. Other writers of the type wait from here on. Throws ValueRepeated.
 */
export async function refuseRepeated(
  tx: Queries,
  projectId: string,
  { name, fields }: TypeRules,
  importId: string,
): Promise<void> {
  const unique = fields.filter((field) => field.unique).map((field) => field.name);
  for (const field of unique.sort()) {
    await lockUnique(tx, projectId, name, field);
    const [repeated] = await tx.query<Repeated>(
      `select $3::text as field, (g.properties->$3::text)::text as value from geometries g
       where g.project_id = $1 and g.type_name = $2 and coalesce(g.properties->>$3::text, '') <> ''
       group by g.properties->$3::text having count(*) > 1 and bool_or(g.import_id = $4) limit 1`,
      [projectId, name, field, importId],
    );
    if (repeated) throw new ValueRepeated(repeated);
  }
}
