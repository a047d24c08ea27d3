import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { byId, uuid } from './common.ts';

const longitude = z.number().check(z.minimum(-180), z.maximum(180));
const latitude = z.number().check(z.minimum(-90), z.maximum(90));
const place = z.union([
  z.tuple([longitude, latitude]),
  z.tuple([longitude, latitude, z.number().check(z.minimum(-20_000), z.maximum(100_000))]),
]);

/** How it was taken: on the WGS84 ellipsoid, in the plane of a CRS, on the ground at a height above the ellipsoid (m). */
const basis = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('geodesic') }),
  z.object({ kind: z.literal('plane'), crs: z.string().check(z.regex(/^EPSG:\d{4,6}$/)) }),
  z.object({ kind: z.literal('ground'), height: z.number().check(z.minimum(-500), z.maximum(9000)) }),
]);

/** A measure as it is kept: its values follow from its vertices. */
export const keptMeasure = z.object({
  id: uuid,
  kind: z.enum(['distance', 'area', 'coordinates', 'angle', 'azimuth', 'radius', 'arc']),
  vertices: z.array(place).check(z.minLength(1), z.maxLength(1000)),
  basis,
});
export type KeptMeasure = z.output<typeof keptMeasure>;

const keptMeasures = z.array(keptMeasure).check(z.maxLength(200));

export const listMeasures = defineCall({
  id: 'projects.measures',
  method: 'GET',
  path: '/projects/:id/measures',
  summary: 'The measures kept with a project, for everybody who may see it.',
  authorization: 'geometries.read',
  params: byId,
  answer: keptMeasures,
});

export const keepMeasures = defineCall({
  id: 'projects.keepMeasures',
  method: 'PUT',
  path: '/projects/:id/measures',
  summary:
    'Replaces the measures kept with a project; at most 200. `If-Match: 0` where none were kept before.',
  authorization: 'geometries.write',
  params: byId,
  body: keptMeasures,
  answer: keptMeasures,
  versioned: true,
});
