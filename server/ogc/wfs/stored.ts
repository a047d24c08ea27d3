import type { FastifyReply } from 'fastify';
import { sentence } from '../../base/language.ts';
import { XML_HEAD, type WfsServiceRequest } from './wfs-service-request.ts';
import { WFS_2_0 } from './dialect.ts';
import { WfsError } from './exceptions.ts';
import { escaped } from './xml.ts';

/** The only stored query, required by the standard. */
export const GET_FEATURE_BY_ID = 'urn:ogc:def:query:OGC-WFS::GetFeatureById';

export function listStoredQueries({ reply, language }: WfsServiceRequest): FastifyReply {
  const title = escaped(sentence(language, 'wfs.get-feature-by-id'));
  return reply
    .type('application/xml; charset=utf-8')
    .send(
      `${XML_HEAD}<wfs:ListStoredQueriesResponse xmlns:wfs="${WFS_2_0.wfs}"><wfs:StoredQuery id="${GET_FEATURE_BY_ID}">` +
        `<wfs:Title>${title}</wfs:Title><wfs:ReturnFeatureType/></wfs:StoredQuery></wfs:ListStoredQueriesResponse>`,
    );
}

export function describeStoredQueries({ reply, language, wfs }: WfsServiceRequest): FastifyReply {
  const unknown = wfs.storedQueryIds.find((id) => id !== GET_FEATURE_BY_ID);
  if (unknown)
    throw new WfsError('InvalidParameterValue', 'storedQuery_Id', 'wfs.no-such-query', {
      id: unknown.slice(0, 120),
      known: GET_FEATURE_BY_ID,
    });
  const title = escaped(sentence(language, 'wfs.get-feature-by-id'));
  return reply
    .type('application/xml; charset=utf-8')
    .send(
      `${XML_HEAD}<wfs:DescribeStoredQueriesResponse xmlns:wfs="${WFS_2_0.wfs}" xmlns:xsd="http://www.w3.org/2001/XMLSchema">` +
        `<wfs:StoredQueryDescription id="${GET_FEATURE_BY_ID}"><wfs:Title>${title}</wfs:Title>` +
        `<wfs:Parameter name="ID" type="xsd:string"/><wfs:QueryExpressionText isPrivate="true" ` +
        `language="urn:ogc:def:queryLanguage:OGC-WFS::WFS_QueryExpression" returnFeatureTypes=""/>` +
        `</wfs:StoredQueryDescription></wfs:DescribeStoredQueriesResponse>`,
    );
}
