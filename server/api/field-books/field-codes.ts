import {
  EMPTY_CODE_LIST,
  getFieldCodes,
  updateFieldCodes,
  type FieldCodeList,
  type KeptCodeList,
} from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import { route, type Route } from '../../http/context.ts';
import { stale, tagVersion } from '../../http/versions.ts';
import type { Queries } from '../../platform/db/database.ts';

export const fieldCodeRoutes: Route[] = [
  route(getFieldCodes, async ({ caller, services, reply }) => {
    const list = shown(await codeListOf(services.db, caller), caller);
    tagVersion(reply, list.version);
    return list;
  }),

  route(updateFieldCodes, async ({ body, caller, ifMatch, services, reply }) => {
    refuseTwice(body);
    const list = await services.db.transaction(async (tx) => {
      await tx.query('select 1 from organizations where id = $1 for update', [caller.organizationId]);
      const before = await codeListOf(tx, caller);
      if (before.version !== ifMatch) throw stale(shown(before, caller), before.version);
      await tx.query(
        `insert into field_codes (organization_id, list, version, updated_by) values ($1, $2::jsonb, $3, $4)
         on conflict (organization_id) do update
         set list = excluded.list, version = excluded.version, updated_at = now(), updated_by = excluded.updated_by`,
        [caller.organizationId, JSON.stringify(body), before.version + 1, caller.userId],
      );
      return codeListOf(tx, caller);
    });
    tagVersion(reply, list.version);
    return shown(list, caller);
  }),
];

/** Version 0: none is kept, and the usual words control lines. */
export async function codeListOf(db: Queries, { organizationId }: Caller): Promise<KeptCodeList> {
  const [row] = await db.query<{ list: FieldCodeList; version: number }>(
    'select c.list, c.version from field_codes c where c.organization_id = $1',
    [organizationId],
  );
  return row ? { ...row.list, version: row.version } : { ...EMPTY_CODE_LIST, version: 0 };
}

/** Without the codes of types that the caller is blocked from. */
function shown(list: KeptCodeList, { blockedLayers }: Caller): KeptCodeList {
  const codes = list.codes.filter(
    ({ pointType, line }) =>
      !blockedLayers.includes(pointType ?? '') && !blockedLayers.includes(line?.typeName ?? ''),
  );
  return { ...list, codes };
}

function refuseTwice({ codes }: FieldCodeList): void {
  const seen = new Set<string>();
  for (const { code } of codes) {
    const key = code.toUpperCase();
    if (seen.has(key)) throw new HttpError(422, 'field-book.code-twice', { code });
    seen.add(key);
  }
}
