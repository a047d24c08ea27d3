import { sentence } from '../../base/language.ts';
import { address, answered, exactly, HTML, JSON_TYPE, selfLinks, type Asked } from './asked.ts';
import { openApi } from './openapi.ts';
import { typesOf } from '../features/types.ts';
import type { FastifyReply } from 'fastify';

export const OPENAPI = 'application/vnd.oai.openapi+json;version=3.0';

const CONFORMANCE = [
  ...['core', 'oas30', 'html', 'geojson'].map(
    (name) => `http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/${name}`,
  ),
  'http://www.opengis.net/spec/ogcapi-features-2/1.0/conf/crs',
];

/** The landing page with links to everything else. */
export async function landing(asked: Asked): Promise<FastifyReply> {
  const title = await titleOf(asked);
  const { base, language } = asked;
  const say = (key: string) => sentence(language, `open.${key}`);
  return answered(asked, title, {
    title,
    description: say('description'),
    links: [
      ...selfLinks(asked, '', JSON_TYPE),
      { rel: 'service-desc', type: OPENAPI, href: address(base, '/api'), title: say('api') },
      { rel: 'service-doc', type: HTML, href: address(base, '/api', { f: 'html' }), title: say('api') },
      { rel: 'conformance', type: JSON_TYPE, href: address(base, '/conformance'), title: say('conformance') },
      { rel: 'data', type: JSON_TYPE, href: address(base, '/collections'), title: say('collections') },
    ],
  });
}

export async function conformance(asked: Asked): Promise<FastifyReply> {
  return answered(asked, sentence(asked.language, 'open.conformance'), { conformsTo: CONFORMANCE });
}

export async function apiDefinition(asked: Asked): Promise<FastifyReply> {
  const { services, language, base, reply, html } = asked;
  const types = await typesOf(services.db, asked);
  const definition = openApi(types, {
    title: await titleOf(asked),
    version: services.config.version,
    base,
    language,
    projectId: asked.projectId,
  });
  if (html) return answered(asked, sentence(language, 'open.api'), definition);
  return exactly(reply, OPENAPI, JSON.stringify(definition));
}

/**
 * The project's name; for the root of all projects, the organization's. Throws 404 when the caller cannot see the
 * project.
 */
async function titleOf(asked: Asked): Promise<string> {
  const { services, projectId, caller } = asked;
  if (!projectId) return caller.organizationName;
  await typesOf(services.db, asked, []);
  const [project] = await services.db.query<{ name: string }>(
    'select project_name as name from projects where id = $1',
    [projectId],
  );
  return project!.name;
}
