import { sentence } from '../../base/language.ts';
import {
  address,
  answered,
  exactly,
  HTML,
  JSON_TYPE,
  selfLinks,
  type OgcApiRequest,
} from './ogcapi-request.ts';
import { openApi } from './openapi.ts';
import { typesOf } from '../features/types.ts';
import type { FastifyReply } from 'fastify';

export const OPENAPI = 'application/vnd.oai.openapi+json;version=3.0';

const conformanceOf = (spec: string, ...names: string[]): string[] =>
  names.map((name) => `http://www.opengis.net/spec/${spec}/1.0/conf/${name}`);

const CONFORMANCE = [
  ...conformanceOf('ogcapi-features-1', 'core', 'oas30', 'html', 'geojson'),
  ...conformanceOf('ogcapi-features-2', 'crs'),
  ...conformanceOf(
    'ogcapi-features-3',
    'queryables',
    'queryables-query-parameters',
    'filter',
    'features-filter',
  ),
  ...conformanceOf(
    'ogcapi-features-4',
    'create-replace-delete',
    'update',
    'features',
    'optimistic-locking-etags',
  ),
  ...conformanceOf(
    'cql2',
    'cql2-text',
    'cql2-json',
    'basic-cql2',
    'advanced-comparison-operators',
    'case-insensitive-comparison',
    'basic-spatial-functions',
    'basic-spatial-functions-plus',
    'spatial-functions',
  ),
];

/** The landing page with links to everything else. */
export async function landing(context: OgcApiRequest): Promise<FastifyReply> {
  const title = await titleOf(context);
  const { base, language } = context;
  const translate = (key: string) => sentence(language, `open.${key}`);
  return answered(context, title, {
    title,
    description: translate('description'),
    links: [
      ...selfLinks(context, '', JSON_TYPE),
      { rel: 'service-desc', type: OPENAPI, href: address(base, '/api'), title: translate('api') },
      { rel: 'service-doc', type: HTML, href: address(base, '/api', { f: 'html' }), title: translate('api') },
      {
        rel: 'conformance',
        type: JSON_TYPE,
        href: address(base, '/conformance'),
        title: translate('conformance'),
      },
      { rel: 'data', type: JSON_TYPE, href: address(base, '/collections'), title: translate('collections') },
    ],
  });
}

export async function conformance(context: OgcApiRequest): Promise<FastifyReply> {
  return answered(context, sentence(context.language, 'open.conformance'), { conformsTo: CONFORMANCE });
}

export async function apiDefinition(context: OgcApiRequest): Promise<FastifyReply> {
  const { services, language, base, reply, html } = context;
  const types = await typesOf(services.db, context);
  const definition = openApi(types, {
    title: await titleOf(context),
    version: services.config.version,
    base,
    language,
    projectId: context.projectId,
  });
  if (html) return answered(context, sentence(language, 'open.api'), definition);
  return exactly(reply, OPENAPI, JSON.stringify(definition));
}

/**
 * The project's name; for the root of all projects, the organization's. Throws 404 when the caller cannot see the
 * project.
 */
async function titleOf(context: OgcApiRequest): Promise<string> {
  const { services, projectId, caller } = context;
  if (!projectId) return caller.organizationName;
  await typesOf(services.db, context, []);
  const [project] = await services.db.query<{ name: string }>(
    'select project_name as name from projects where id = $1',
    [projectId],
  );
  return project!.name;
}
