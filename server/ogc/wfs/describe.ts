import type { FastifyReply } from 'fastify';
import { contentOf, UNKNOWN_CONTENT } from '../features/content.ts';
import type { Asked } from './asked.ts';
import { layersNamed, layersOf } from './layer.ts';
import { schemaOf } from './schema.ts';

/** XML Schema of the named feature types, or of all. */
export async function describeFeatureType(asked: Asked): Promise<FastifyReply> {
  const { wfs, services, reply } = asked;
  const { db } = services;
  const { typeNames, dialect } = wfs;
  const layers =
    typeNames.length > 0 ? await layersNamed(db, asked, typeNames, 'typeNames') : await layersOf(db, asked);
  const described = [];
  for (const layer of layers)
    described.push({ layer, content: layer.type ? await contentOf(db, asked, layer.type) : UNKNOWN_CONTENT });
  const mediaType = dialect.version === '2.0.0' ? dialect.format : 'text/xml';
  return reply
    .header('content-type', `${mediaType}; charset=utf-8`)
    .send(Buffer.from(schemaOf(described, dialect)));
}
