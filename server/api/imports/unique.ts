import type { TypeRules } from '../../shared/attributes/types.ts';
import type { Queries } from '../../platform/db/database.ts';
import { lockUnique } from '../../shared/geometries/rules.ts';
import { listImported, sharedByImport } from '../../shared/geometries/unique-values.ts';

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
 * Lists the values of unique fields, and finds those that objects of the import `importId`, written but not committed,
 * share with each other or with existing objects. Other writers of the type wait from here on. Throws ValueRepeated.
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
    await listImported(tx, projectId, field, importId);
    const value = await sharedByImport(tx, projectId, { typeName: name, field, importId });
    if (value !== undefined) throw new ValueRepeated({ field, value });
  }
}
