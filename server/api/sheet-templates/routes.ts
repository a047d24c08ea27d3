import {
  addSheetTemplate,
  deleteSheetTemplate,
  getSheetTemplate,
  listSheetTemplates,
  MAX_SHEET_TEMPLATES,
  updateSheetTemplate,
  type SheetLayout,
  type SheetTemplate,
} from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import type { Caller } from '../../base/caller.ts';
import { route, type Route } from '../../http/context.ts';
import { stale, tagVersion } from '../../http/versions.ts';
import type { Queries } from '../../platform/db/database.ts';
import { isDatabaseError, UNIQUE_VIOLATION } from '../../platform/db/errors.ts';

const TEMPLATES = `select s.id, s.name, s.layout, s.version, s.created_at as "createdAt", u.name as "createdBy"
  from sheet_templates s left join users u on u.id = s.created_by`;

export const routes: Route[] = [
  route(listSheetTemplates, async ({ caller, services }) => {
    const rows = await services.db.query<SheetTemplate>(
      `${TEMPLATES} where s.organization_id = $1 order by lower(s.name), s.id`,
      [caller.organizationId],
    );
    return rows.map((row) => shown(row, caller));
  }),

  route(getSheetTemplate, async ({ params, caller, services, reply }) => {
    const template = await find(services.db, caller, params.id);
    tagVersion(reply, template.version);
    return template;
  }),

  route(addSheetTemplate, async ({ body, caller, services, reply }) => {
    const template = await services.db.transaction(async (tx) => {
      // Serializes two requests that add the last allowed template.
      await tx.query('select 1 from organizations where id = $1 for update', [caller.organizationId]);
      const [row] = await tx.query<{ count: number }>(
        'select count(*)::int as count from sheet_templates where organization_id = $1',
        [caller.organizationId],
      );
      if (row!.count >= MAX_SHEET_TEMPLATES)
        throw new HttpError(422, 'sheet-templates.too-many', { most: MAX_SHEET_TEMPLATES });
      const [made] = await tx
        .query<{ id: string }>(
          `insert into sheet_templates (organization_id, name, layout, created_by) values ($1, $2, $3::jsonb, $4)
           returning id`,
          [caller.organizationId, body.name, JSON.stringify(body.layout), caller.userId],
        )
        .catch((thrown: unknown) => refuseSameName(thrown, body.name));
      return find(tx, caller, made!.id);
    });
    void reply.code(201);
    tagVersion(reply, template.version);
    return template;
  }),

  route(updateSheetTemplate, async ({ params, body, caller, ifMatch, services, reply }) => {
    const template = await services.db.transaction(async (tx) => {
      const before = await take(tx, caller, params.id, ifMatch);
      await tx
        .query(
          `update sheet_templates set name = coalesce($2, name), layout = coalesce($3::jsonb, layout),
             version = version + 1 where id = $1`,
          [before.id, body.name ?? null, body.layout === undefined ? null : JSON.stringify(body.layout)],
        )
        .catch((thrown: unknown) => refuseSameName(thrown, body.name ?? before.name));
      return find(tx, caller, before.id);
    });
    tagVersion(reply, template.version);
    return template;
  }),

  route(deleteSheetTemplate, async ({ params, caller, ifMatch, services }) => {
    await services.db.transaction(async (tx) => {
      const { id } = await take(tx, caller, params.id, ifMatch);
      await tx.query('delete from sheet_templates where id = $1', [id]);
    });
    return undefined;
  }),
];

async function take(tx: Queries, caller: Caller, id: string, version: number): Promise<SheetTemplate> {
  await tx.query('select 1 from sheet_templates where id = $1 and organization_id = $2 for update', [
    id,
    caller.organizationId,
  ]);
  const template = await find(tx, caller, id);
  if (template.version !== version) throw stale(template, template.version);
  return template;
}

/** Throws 404 for one of another organization. */
async function find(db: Queries, caller: Caller, id: string): Promise<SheetTemplate> {
  const [template] = await db.query<SheetTemplate>(
    `${TEMPLATES} where s.id = $1 and s.organization_id = $2`,
    [id, caller.organizationId],
  );
  if (!template) throw new HttpError(404, 'http.not-found');
  return shown(template, caller);
}

/** Without the names of object types that the caller is blocked from. */
function shown(template: SheetTemplate, { blockedLayers }: Caller): SheetTemplate {
  const layout: SheetLayout = { ...template.layout };
  for (const table of ['coordinates', 'areas'] as const)
    if (blockedLayers.includes(layout[table]?.typeName ?? '')) layout[table] = {};
  return { ...template, layout };
}

function refuseSameName(thrown: unknown, name: string): never {
  if (isDatabaseError(thrown, UNIQUE_VIOLATION))
    throw new HttpError(409, 'sheet-templates.same-name', { name });
  throw thrown;
}
