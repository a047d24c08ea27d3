import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { grants, type Geometry, type Properties } from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import { isUuid } from '../../base/uuid.ts';
import { authorize } from '../../http/gate/gate.ts';
import { tagVersion } from '../../http/versions.ts';
import { CRS84, crsNamed, type RequestCrs } from '../features/crs.ts';
import { conflict, editFeatures, type FeatureEdits, type LockedFeature } from '../features/feature-edits.ts';
import { withoutNulls, singlePart } from '../features/feature-values.ts';
import { FeatureConditions } from '../features/selection.ts';
import { scopeWithin, type FeatureType } from '../features/types.ts';
import { pathOf, typeOf } from './collections.ts';
import { address, type OgcApiRequest } from './ogcapi-request.ts';

const geometry = z.custom<Geometry>(
  (value) => typeof value === 'object' && value !== null && 'type' in value && 'coordinates' in value,
);
const properties = z.nullish(z.record(z.string(), z.unknown()));
const FEATURE = z.object({ type: z.literal('Feature'), geometry, properties });
/** A JSON merge patch (RFC 7396) of a feature. */
const PATCH = z.object({ geometry: z.optional(geometry), properties });

/** POST: a new object. 201 with its address. */
export async function createItem(context: OgcApiRequest, id: string, body: unknown): Promise<FastifyReply> {
  const { caller, services, language, reply, base } = context;
  authorize(caller, 'geometries.write');
  const type = await typeOf(context, id);
  const feature = parsed(FEATURE, body);
  const { projectId, attributes } = placeOf(context, type, feature.properties ?? {});
  const crs = await contentCrs(context);
  const made = await editFeatures(services, caller, language, async (edits) => {
    const [location] = await edits.placed([singlePart(feature.geometry)], crs);
    const change = { projectId, typeName: type.name, location, properties: withoutNulls(attributes) };
    return (await edits.write([change]))[0]!;
  });
  tagVersion(reply, made.version);
  return reply
    .code(201)
    .header('location', address(base, `${pathOf(type)}/items/${made.id}`))
    .send();
}

/** PUT: geometry and all attributes of an object. */
export function replaceItem(
  context: OgcApiRequest,
  id: string,
  featureId: string,
  body: unknown,
): Promise<FastifyReply> {
  return write(context, id, featureId, parsed(FEATURE, body), (attributes) => ({
    properties: withoutNulls(attributes),
  }));
}

/** PATCH: the attributes named, null removing one, and the geometry where one is given. */
export function patchItem(
  context: OgcApiRequest,
  id: string,
  featureId: string,
  body: unknown,
): Promise<FastifyReply> {
  return write(context, id, featureId, parsed(PATCH, body), (attributes) => ({ set: () => attributes }));
}

function write(
  context: OgcApiRequest,
  id: string,
  featureId: string,
  feature: z.output<typeof PATCH>,
  valuesOf: (attributes: Properties) => Values,
): Promise<FastifyReply> {
  authorize(context.caller, 'geometries.write');
  return change(context, id, featureId, async (edits, before, { type, crs }) => {
    const { attributes } = placeOf(context, type, feature.properties ?? {}, before.projectId);
    const given = feature.geometry ? [singlePart(feature.geometry, before.geometryType)] : [];
    const [location] = await edits.placed(given, crs);
    return { ...(location && { location }), ...valuesOf(attributes) };
  });
}

export function deleteItem(context: OgcApiRequest, id: string, featureId: string): Promise<FastifyReply> {
  authorize(context.caller, 'geometries.delete');
  return change(context, id, featureId, async () => ({ deleted: true }));
}

/** Which methods the caller may use; QGIS asks before it offers to edit. */
export function allowedMethods({ caller }: OgcApiRequest, one: boolean): string {
  const writes = grants(caller.authorizations, 'geometries.write');
  const deletes = grants(caller.authorizations, 'geometries.delete');
  const methods = ['GET', 'HEAD', 'OPTIONS'];
  if (writes) methods.push(...(one ? ['PUT', 'PATCH'] : ['POST']));
  if (one && deletes) methods.push('DELETE');
  return methods.join(', ');
}

interface Values {
  location?: Geometry | undefined;
  properties?: Properties;
  set?: () => Properties;
  deleted?: true;
}

/** Changes one object, if it still is in the version of `If-Match`; without that, whatever its version. */
async function change(
  context: OgcApiRequest,
  id: string,
  featureId: string,
  values: (
    edits: FeatureEdits,
    before: LockedFeature,
    given: { type: FeatureType; crs: RequestCrs },
  ) => Promise<Values>,
): Promise<FastifyReply> {
  const { caller, services, language, reply } = context;
  const type = await typeOf(context, id);
  if (!isUuid(featureId)) throw new HttpError(404, 'http.not-found');
  const crs = await contentCrs(context);
  const expected = versionsOf(context.request.headers['if-match']);
  const written = await editFeatures(services, caller, language, async (edits) => {
    const selection = new FeatureConditions(scopeWithin(context, [type]));
    selection.and(`g.id = ${selection.param(featureId)}::uuid`);
    const [before] = await edits.lock(selection);
    if (!before) throw new HttpError(404, 'http.not-found');
    if (expected && !expected.includes(before.version)) throw conflict(before.version);
    const { projectId, version } = before;
    const changes = await values(edits, before, { type, crs });
    return (await edits.write([{ id: before.id, known: true, projectId, version, ...changes }]))[0]!;
  });
  tagVersion(reply, written.version);
  return reply.code(204).send();
}

/** Where several projects are served, a feature names its project. */
function placeOf(
  { projectId }: OgcApiRequest,
  { fields }: FeatureType,
  values: Properties,
  known = projectId,
): { projectId: string; attributes: Properties } {
  if (projectId || fields.some(({ name }) => name === 'projectId'))
    return { projectId: project(known), attributes: values };
  const { projectId: named, ...attributes } = values;
  return { projectId: project(known ?? named), attributes };
}

function project(id: unknown): string {
  if (typeof id !== 'string' || !isUuid(id)) throw new HttpError(422, 'open.no-project');
  return id;
}

/** The versions of `If-Match`; undefined for none or `*`. Throws 400 for another tag. */
function versionsOf(header: string | undefined): number[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  return header.split(',').map((tag) => {
    const found = /^(?:W\/)?"?(\d{1,15})"?$/.exec(tag.trim());
    if (!found) throw new HttpError(400, 'http.if-match-unknown', { value: tag.slice(0, 40) });
    return Number(found[1]);
  });
}

/** The CRS of the coordinates in the body, of the header `Content-Crs: <URI>`. */
async function contentCrs({ services, request }: OgcApiRequest): Promise<RequestCrs> {
  const header = request.headers['content-crs'];
  if (typeof header !== 'string') return CRS84;
  return crsNamed(services.db, header.trim().replace(/^<(.*)>$/, '$1'), true);
}

function parsed<T extends z.ZodMiniType>(schema: T, body: unknown): z.output<T> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new HttpError(422, 'open.no-feature', { path: issue!.path.join('.').slice(0, 60) || 'body' });
}
