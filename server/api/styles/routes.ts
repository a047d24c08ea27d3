import {
  getFieldValues,
  getLegend,
  getSld,
  readStyle,
  setStyle,
  type LegendEntry,
  type ObjectType,
} from '#core/protocol';
import { readStyle as readForeignStyle } from '../../formats/styles/read-style.ts';
import { writeSld } from '../../formats/styles/write-sld.ts';
import { sentence } from '../../base/language.ts';
import { Unusable } from '../../base/unusable.ts';
import { requestedTypes } from '../../shared/access/requested.ts';
import { requireProject, scopeOf } from '../../shared/access/scope.ts';
import { announceTypes } from '../../shared/attributes/announce-types.ts';
import { refuseDefinition } from '../../shared/attributes/definition.ts';
import { findType, TYPE_COLUMNS } from '../../shared/attributes/types.ts';
import { route, type Route } from '../../http/context.ts';
import { HttpError } from '../../base/http-error.ts';
import { stale, tagVersion } from '../../http/versions.ts';
import { layoutOf, legendSvg } from './legend.ts';
import { valuesOf } from './values.ts';
import { isCleanText } from '../../base/clean-text.ts';

const MAX_DRAWN = 200;

export const routes: Route[] = [
  route(getLegend, async ({ headers, query, caller, language, services, request, reply }) => {
    const { projectid: projectId } = headers;
    await requireProject(services.db, caller, projectId);
    const params: unknown[] = [];
    const scope = scopeOf(caller, {
      projectId,
      typeNames: await requestedTypes(services.db, caller, headers),
    });
    const entries = await services.db.query<LegendEntry>(
      `select t.name as "typeName", t.title, t.geometry_type as "geometryType", t.style, t.icon
       from object_types t where ${scope.types('t', params)} order by lower(t.name), t.id`,
      params,
    );
    void reply.header('vary', 'accept, accept-language');
    const format = query.format ?? accepted(request.headers.accept);
    if (format === 'json') return entries;
    // The image is opened directly: it may load and run nothing.
    void reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    const layout = layoutOf(entries, language);
    if (format === 'svg') return reply.type('image/svg+xml; charset=utf-8').send(legendSvg(layout));
    const count = layout.rows.length;
    if (count > MAX_DRAWN) throw new HttpError(422, 'styles.too-many', { count, most: MAX_DRAWN });
    // The renderer is large: it is loaded on first use.
    const { legendPng } = await import('./legend-png.ts');
    return reply.type('image/png').send(await legendPng(layout, query.scale ?? 1));
  }),

  route(getFieldValues, async ({ headers, query, caller, services }) => {
    const { projectid: projectId } = headers;
    await requireProject(services.db, caller, projectId);
    const names = [query.typeName, query.field];
    if (!names.every(isCleanText)) throw new HttpError(404, 'http.not-found');
    const named = await requestedTypes(services.db, caller, headers);
    const typeNames = [query.typeName].filter((name) => named?.includes(name) ?? true);
    return valuesOf(services.db, scopeOf(caller, { projectId, typeNames }), query.field);
  }),

  route(readStyle, async ({ body, language }) => {
    try {
      const { style, omissions } = readForeignStyle(body.text);
      return {
        style,
        omissions: omissions.map(({ key, where, what }) => ({
          where,
          sentence: sentence(language, `styles.read.${key}`, { what }),
        })),
      };
    } catch (thrown) {
      if (thrown instanceof Unusable) throw new HttpError(422, thrown.key, thrown.values);
      throw thrown;
    }
  }),

  route(getSld, async ({ params, caller, language, services, reply }) => {
    const type = await findType(services.db, scopeOf(caller), params.id);
    if (!type) throw new HttpError(404, 'http.not-found');
    const { name, geometryType, style } = type;
    const title = type.title[language] || name;
    return reply
      .type('application/vnd.ogc.sld+xml; charset=utf-8')
      .header('cache-control', 'private, no-cache')
      .send(writeSld({ name, title, geometryType, style }));
  }),

  route(setStyle, async ({ params, body, caller, language, ifMatch, services, reply }) => {
    refuseDefinition({ style: body }, language);
    const type = await services.db.transaction(async (tx) => {
      const before = await findType(tx, scopeOf(caller), params.id, true);
      if (!before) throw new HttpError(404, 'http.not-found');
      if (before.version !== ifMatch) throw stale(before, before.version);
      const values: unknown[] = [params.id, JSON.stringify(body)];
      const [row] = await tx.query<ObjectType>(
        `update object_types t set style = $2::jsonb, version = version + 1
         where t.id = $1 and ${scopeOf(caller).types('t', values)} returning ${TYPE_COLUMNS}`,
        values,
      );
      await announceTypes(tx, services.events, caller);
      return row!;
    });
    tagVersion(reply, type.version);
    return type;
  }),
];

/** The first accepted type that exists; default: JSON. */
function accepted(header = ''): 'json' | 'svg' | 'png' {
  for (const part of header.split(',')) {
    const kind = part.split(';')[0]!.trim().toLowerCase();
    if (kind === 'application/json' || kind === '*/*') return 'json';
    if (kind === 'image/svg+xml') return 'svg';
    if (kind === 'image/png' || kind === 'image/*') return 'png';
  }
  return 'json';
}
