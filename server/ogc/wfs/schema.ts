import type { Field } from '#core/protocol';
import type { TypeContent } from '../features/content.ts';
import { GEOMETRY_ELEMENT, OTHERS_ELEMENT } from '../features/types.ts';
import { OUR_NAMESPACE, OUR_PREFIX, type WfsVersion } from './dialect.ts';
import type { WfsLayer } from './layer.ts';

const TYPES: Record<Field['type'], string> = {
  text: 'string',
  number: 'double',
  integer: 'long',
  date: 'date',
  choice: 'string',
  boolean: 'boolean',
  image: 'string',
  document: 'string',
  relation: 'string',
};
const OF_EVERY_OBJECT: Record<string, string> = { createdAt: 'dateTime', updatedAt: 'dateTime' };

/** XML Schema of layers for DescribeFeatureType. */
export function schemaOf(
  described: readonly { layer: WfsLayer; content: TypeContent }[],
  dialect: WfsVersion,
): string {
  const feature = dialect.gmlVersion === '3.2' ? 'gml:AbstractFeature' : 'gml:_Feature';
  const parts = described.map(({ layer, content }) => {
    const elements = [
      element(GEOMETRY_ELEMENT, geometryType(layer, content, dialect)),
      ...layer.properties.map(({ element: name, field }) => {
        const type = field ? TYPES[field.type] : (OF_EVERY_OBJECT[name] ?? 'string');
        const many = field?.type === 'relation' ? ' maxOccurs="unbounded"' : '';
        return element(name, `xsd:${content.timed.has(field?.name ?? '') ? 'dateTime' : type}`, many);
      }),
      ...(content.others ? [element(OTHERS_ELEMENT, 'xsd:string')] : []),
    ];
    return (
      `<xsd:element name="${layer.element}" type="${OUR_PREFIX}:${layer.element}Type" substitutionGroup="${feature}"/>` +
      `<xsd:complexType name="${layer.element}Type"><xsd:complexContent><xsd:extension base="gml:AbstractFeatureType"><xsd:sequence>` +
      `${elements.join('')}</xsd:sequence></xsd:extension></xsd:complexContent></xsd:complexType>`
    );
  });
  return (
    `<?xml version="1.0" encoding="UTF-8"?><xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:gml="${dialect.gml}" ` +
    `xmlns:${OUR_PREFIX}="${OUR_NAMESPACE}" targetNamespace="${OUR_NAMESPACE}" elementFormDefault="qualified" version="1.0">` +
    `<xsd:import namespace="${dialect.gml}" schemaLocation="${dialect.gmlSchema}"/>${parts.join('')}</xsd:schema>`
  );
}

function element(name: string, type: string, more = ''): string {
  return `<xsd:element name="${name}" type="${type}" minOccurs="0"${more}/>`;
}

const GML3: Record<string, string> = {
  Point: 'Point',
  LineString: 'Curve',
  Polygon: 'Surface',
  MultiPoint: 'MultiPoint',
  MultiLineString: 'MultiCurve',
  MultiPolygon: 'MultiSurface',
};

/** The narrowest type for its objects; for an empty layer, the type's geometry. */
function geometryType(
  { type }: WfsLayer,
  { geometryTypes }: TypeContent,
  { gmlVersion }: WfsVersion,
): string {
  const found = geometryTypes.length > 0 ? geometryTypes : type?.geometryType ? [type.geometryType] : [];
  const [only, ...others] = found;
  if (!only || others.length > 0) return 'gml:GeometryPropertyType';
  return `gml:${gmlVersion === '2.1' ? only : GML3[only]}PropertyType`;
}
