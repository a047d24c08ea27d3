import {
  codeKey,
  EMPTY_CODE_LIST,
  getFieldCodes,
  MAX_FIELD_CODES,
  updateFieldCodes,
  type FieldCode,
  type FieldCodeList,
  type StoredCodeList,
} from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import { route, type Route } from '../../http/context.ts';
import { stale, tagVersion } from '../../http/versions.ts';
import type { Queries } from '../../platform/db/database.ts';

export const fieldCodeRoutes: Route[] = [
  route(getFieldCodes, async ({ caller, services, reply }) => {
    const list = visible(await codeListOf(services.db, caller), caller);
    tagVersion(reply, list.version);
    return list;
  }),

  route(updateFieldCodes, async ({ body, caller, ifMatch, services, reply }) => {
    const list = await services.db.transaction(async (tx) => {
      await tx.query('select 1 from organizations where id = $1 for update', [caller.organizationId]);
      const before = await codeListOf(tx, caller);
      if (before.version !== ifMatch) throw stale(visible(before, caller), before.version);
      const hidden = before.codes.filter((code) => isBlocked(code, caller));
      refuseUnusable(body.codes, hidden);
      const after = { ...body, codes: [...body.codes, ...hidden] };
      await tx.query(
        `insert into field_codes (organization_id, list, version, updated_by) values ($1, $2::jsonb, $3, $4)
         on conflict (organization_id) do update
         set list = excluded.list, version = excluded.version, updated_at = now(), updated_by = excluded.updated_by`,
        [caller.organizationId, JSON.stringify(after), before.version + 1, caller.userId],
      );
      return codeListOf(tx, caller);
    });
    tagVersion(reply, list.version);
    return visible(list, caller);
  }),
];

/** Version 0: none is stored, and the usual words control lines. */
export async function codeListOf(db: Queries, { organizationId }: Caller): Promise<StoredCodeList> {
  const [row] = await db.query<{ list: FieldCodeList; version: number }>(
    'select c.list, c.version from field_codes c where c.organization_id = $1',
    [organizationId],
  );
  return row ? { ...row.list, version: row.version } : { ...EMPTY_CODE_LIST, version: 0 };
}

function visible(list: StoredCodeList, caller: Caller): StoredCodeList {
  return { ...list, codes: list.codes.filter((code) => !isBlocked(code, caller)) };
}

/** Whether a code makes objects of a type that the caller is blocked from. */
function isBlocked({ pointType, line }: FieldCode, { blockedLayers }: Caller): boolean {
  return [pointType, line?.typeName].some((name) => blockedLayers.includes(name ?? ''));
}

function refuseUnusable(codes: readonly FieldCode[], hidden: readonly FieldCode[]): void {
  if (codes.length + hidden.length > MAX_FIELD_CODES)
    throw new HttpError(422, 'field-book.too-many-codes', { most: MAX_FIELD_CODES });
  const hiddenKeys = new Set(hidden.map(({ code }) => codeKey(code)));
  const keys = new Set<string>();
  for (const { code } of codes) {
    const key = codeKey(code);
    if (hiddenKeys.has(key)) throw new HttpError(422, 'field-book.code-hidden', { code });
    if (keys.has(key)) throw new HttpError(422, 'field-book.code-twice', { code });
    keys.add(key);
  }
}
