import type { FastifyReply } from 'fastify';
import { contentOf, UNKNOWN_CONTENT } from '../features/content.ts';
import type { WfsServiceRequest } from './wfs-service-request.ts';
import { layersNamed, layersOf } from './layer.ts';
import { schemaOf } from './schema.ts';

/** XML Schema of the named feature types, or of all. */
export async function describeFeatureType(context: WfsServiceRequest): Promise<FastifyReply> {
  const { wfs, services, reply } = context;
  const { db } = services;
  const { typeNames, dialect } = wfs;
  const layers =
    typeNames.length > 0
      ? await layersNamed(db, context, typeNames, 'typeNames')
      : await layersOf(db, context);
  const described = [];
  for (const layer of layers)
    described.push({
      layer,
      content: layer.type ? await contentOf(db, context, layer.type) : UNKNOWN_CONTENT,
    });
  const mediaType = dialect.version === '2.0.0' ? dialect.format : 'text/xml';
  return reply
    .header('content-type', `${mediaType}; charset=utf-8`)
    .send(Buffer.from(schemaOf(described, dialect)));
}
