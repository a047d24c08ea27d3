import type { FastifyReply } from 'fastify';
import { countSelected } from '../features/read.ts';
import { stateOf } from '../../shared/geometries/state.ts';
import { GEOMETRY_ELEMENT } from '../features/types.ts';
import { XML_HEAD, type WfsServiceRequest } from './wfs-service-request.ts';
import { WfsError } from './exceptions.ts';
import { FeatureWriter } from './feature-text.ts';
import { lastStep, propertyNamed } from './fes.ts';
import { namespaces, pageLinks } from './collection.ts';
import { styleOf, timedOf, defaultCrs } from './get-feature.ts';
import { MAX_FEATURES } from './limits.ts';
import { choose } from './query.ts';
import { readRows } from './rows.ts';

/** The values of one property of the queried features. */
export async function getPropertyValue(context: WfsServiceRequest): Promise<FastifyReply> {
  const { wfs, services, reply } = context;
  const reference = wfs.valueReference;
  if (!reference)
    throw new WfsError('MissingParameterValue', 'valueReference', 'wfs.no-parameter', {
      name: 'valueReference',
    });
  const [chosen, ...others] = await choose(context);
  if (!chosen || others.length > 0) throw new WfsError('OptionNotSupported', 'typeNames', 'wfs.join');
  const step = lastStep(reference);
  const named = chosen.layer.properties.find(({ element, name }) => element === step || name === step);
  if (!named && step !== GEOMETRY_ELEMENT) propertyNamed(reference, chosen.layer);
  const crs = chosen.crs ?? defaultCrs(context);
  const count = Math.min(wfs.count ?? MAX_FEATURES, MAX_FEATURES);
  const { db } = services;
  const none = wfs.hits || count === 0;
  const { rows } = none ? { rows: [] } : await readRows(db, chosen, crs, count, wfs.startIndex);
  const matched = await countSelected(db, chosen.selection, () => stateOf(db, context));
  const only = new Set([named?.element ?? step]);
  const writer = new FeatureWriter(
    chosen.layer,
    styleOf(context, crs),
    await timedOf(context, chosen.layer),
    only,
  );
  const members = rows.map((row) => writer.parts(row)).filter((text) => text !== '');
  const text =
    `${XML_HEAD}<wfs:ValueCollection ${namespaces(context, [chosen])} timeStamp="${new Date().toISOString()}" ` +
    `numberMatched="${matched}" numberReturned="${rows.length}"${pageLinks(context, rows.length, matched)}>` +
    `${members.map((member) => `<wfs:member>${member}</wfs:member>`).join('')}</wfs:ValueCollection>`;
  return reply.header('content-type', `${wfs.dialect.format}; charset=utf-8`).send(Buffer.from(text));
}
