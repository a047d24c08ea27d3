import { createOrganization, listOrganizations, type Organization } from '#core/protocol';
import { route, type Route } from '../http/context.ts';
import { listClauses, listed } from '../http/list.ts';
import { tagVersion } from '../http/versions.ts';

export const routes: Route[] = [
  route(listOrganizations, async ({ query, caller, services, reply }) => {
    return listed(reply, query, (asked) => {
      const params: unknown[] = [caller.userId];
      const of = {
        columns: { name: 'lower(o.name)' },
        searched: ['o.name'],
        usual: 'lower(o.name)',
        unique: 'o.id',
      };
      const { where, tail } = listClauses(asked, of, params);
      return services.db.query<Organization & { total: number }>(
        `select o.id, o.name, o.version, count(*) over () as total
       from organizations o join memberships m on m.organization_id = o.id and m.user_id = $1 where ${where} ${tail}`,
        params,
      );
    });
  }),

  route(createOrganization, async ({ body, caller, services, reply }) => {
    const organization = await services.db.transaction(async (tx) => {
      const [made] = await tx.query<Organization>(
        'insert into organizations (name) values ($1) returning id, name, version',
        [body.name],
      );
      await tx.query('insert into memberships (user_id, organization_id) values ($1, $2)', [
        caller.userId,
        made!.id,
      ]);
      return made!;
    });
    void reply.code(201);
    tagVersion(reply, organization.version);
    return organization;
  }),
];
