import type { FastifyReply } from 'fastify';
import { grants, type Authorization } from '#core/protocol';
import { listedCrs, srsNameOf, WGS84, type RequestCrs } from '../features/crs.ts';
import { extentsOf, type TypeSummary } from '../features/extents.ts';
import { sentence } from '../../base/language.ts';
import { XML_HEAD, type WfsServiceRequest } from './wfs-service-request.ts';
import { capabilities10 } from './capabilities-1-0.ts';
import { GEOJSON_FORMATS, GML_FORMATS, OUR_NAMESPACE, OUR_PREFIX, type WfsVersion } from './dialect.ts';
import { OPERATORS } from './fes.ts';
import { layersOf, type LayerDescription } from './layer.ts';
import { MAX_FEATURES } from './limits.ts';
import { escaped } from './xml.ts';

export async function getCapabilities(context: WfsServiceRequest): Promise<FastifyReply> {
  const { services, language, wfs, reply } = context;
  const { db } = services;
  const layers = await layersOf(db, context);
  const extents = await extentsOf(db, context);
  const described = layers.map((layer): LayerDescription => {
    const { type } = layer;
    return {
      layer,
      title: type ? type.title[language] || type.name : sentence(language, 'wfs.everything'),
      extent: type ? extents.get(type.name) : joined([...extents.values()]),
    };
  });
  const crs = await listedCrs(db, context);
  const { dialect } = wfs;
  const text =
    dialect.version === '1.0.0'
      ? capabilities10(context, described, editsOf(context))
      : capabilities(context, described, crs);
  const mediaType = dialect.version === '2.0.0' ? 'application/xml' : 'text/xml';
  return reply.type(`${mediaType}; charset=utf-8`).send(XML_HEAD + text);
}

function joined(extents: readonly TypeSummary[]): TypeSummary | undefined {
  const [first] = extents;
  if (!first) return undefined;
  const edge = (n: number, pick: (...values: number[]) => number) =>
    pick(...extents.map(({ box }) => box[n]!));
  return { ...first, box: [edge(0, Math.min), edge(1, Math.min), edge(2, Math.max), edge(3, Math.max)] };
}

/** Capabilities of WFS 2.0 and 1.1, which differ only in names. */
function capabilities(
  context: WfsServiceRequest,
  layers: readonly LayerDescription[],
  crs: readonly RequestCrs[],
): string {
  const { dialect } = context.wfs;
  const two = dialect.version === '2.0.0';
  const filter = two ? 'fes' : 'ogc';
  return (
    `<wfs:WFS_Capabilities version="${dialect.version}" xmlns:wfs="${dialect.wfs}" xmlns:ows="${dialect.ows}" ` +
    `xmlns:gml="${dialect.gml}" xmlns:${filter}="${dialect.filter}" xmlns:xlink="http://www.w3.org/1999/xlink" ` +
    `xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:${OUR_PREFIX}="${OUR_NAMESPACE}" ` +
    `xsi:schemaLocation="${dialect.wfs} ${dialect.wfsSchema}">` +
    `<ows:ServiceIdentification><ows:Title>Groma</ows:Title><ows:ServiceType>WFS</ows:ServiceType>` +
    `<ows:ServiceTypeVersion>${dialect.version}</ows:ServiceTypeVersion></ows:ServiceIdentification>` +
    `<ows:ServiceProvider><ows:ProviderName>${escaped(context.caller.organizationName)}</ows:ProviderName><ows:ServiceContact/></ows:ServiceProvider>` +
    operations(context, two) +
    `<wfs:FeatureTypeList>${two ? '' : featureOperations(['Query', ...editsOf(context)])}` +
    `${layers.map((layer) => featureType(layer, crs, dialect)).join('')}</wfs:FeatureTypeList>` +
    `${two ? filters20() : filters11()}</wfs:WFS_Capabilities>`
  );
}

/** What the caller may do with features beside reading them. */
export function editsOf({ caller }: WfsServiceRequest): string[] {
  const allowed = (authorization: Authorization) => grants(caller.authorizations, authorization);
  return [
    ...(allowed('geometries.write') ? ['Insert', 'Update'] : []),
    ...(allowed('geometries.delete') ? ['Delete'] : []),
  ];
}

function featureOperations(names: readonly string[]): string {
  const all = names.map((name) => `<wfs:Operation>${name}</wfs:Operation>`);
  return `<wfs:Operations>${all.join('')}</wfs:Operations>`;
}

function operations(context: WfsServiceRequest, two: boolean): string {
  const { base, wfs } = context;
  const formats = [...GML_FORMATS[wfs.dialect.version], ...GEOJSON_FORMATS];
  const operation = (name: string, parameters: Record<string, readonly string[]> = {}) =>
    `<ows:Operation name="${name}"><ows:DCP><ows:HTTP><ows:Get xlink:href="${escaped(base)}"/><ows:Post xlink:href="${escaped(base)}"/></ows:HTTP></ows:DCP>` +
    `${Object.entries(parameters)
      .map(([key, values]) => parameter(key, values, two))
      .join('')}</ows:Operation>`;
  const list = [
    operation('GetCapabilities', { AcceptVersions: ['2.0.0', '1.1.0', '1.0.0'] }),
    operation('DescribeFeatureType', { outputFormat: [GML_FORMATS[wfs.dialect.version][0]!] }),
    operation('GetFeature', { resultType: ['results', 'hits'], outputFormat: formats }),
  ];
  if (two)
    list.push(
      operation('GetPropertyValue', { outputFormat: [GML_FORMATS['2.0.0'][0]!] }),
      operation('ListStoredQueries'),
      operation('DescribeStoredQueries'),
    );
  const edits = editsOf(context).length > 0;
  if (edits) list.push(operation('Transaction', { inputFormat: [GML_FORMATS[wfs.dialect.version][0]!] }));
  const constraints = two ? constraints20(edits) : '';
  return `<ows:OperationsMetadata>${list.join('')}${constraints}</ows:OperationsMetadata>`;
}

function parameter(name: string, values: readonly string[], two: boolean): string {
  const all = values.map((value) => `<ows:Value>${escaped(value)}</ows:Value>`).join('');
  return `<ows:Parameter name="${name}">${two ? `<ows:AllowedValues>${all}</ows:AllowedValues>` : all}</ows:Parameter>`;
}

function constraint(name: string, value: string): string {
  return `<ows:Constraint name="${name}"><ows:NoValues/><ows:DefaultValue>${value}</ows:DefaultValue></ows:Constraint>`;
}

function constraints20(edits: boolean): string {
  const conformance: Record<string, boolean> = {
    ImplementsBasicWFS: true,
    ImplementsTransactionalWFS: edits,
    ImplementsLockingWFS: false,
    KVPEncoding: true,
    XMLEncoding: true,
    SOAPEncoding: false,
    ImplementsInheritance: false,
    ImplementsRemoteResolve: false,
    ImplementsResultPaging: true,
    ImplementsStandardJoins: false,
    ImplementsSpatialJoins: false,
    ImplementsTemporalJoins: false,
    ImplementsFeatureVersioning: false,
    ManageStoredQueries: false,
  };
  const all = Object.entries(conformance).map(([name, value]) => constraint(name, value ? 'TRUE' : 'FALSE'));
  return [
    ...all,
    constraint('CountDefault', String(MAX_FEATURES)),
    constraint('QueryExpressions', 'wfs:StoredQuery'),
    constraint('PagingIsTransactionSafe', 'FALSE'),
  ].join('');
}

function featureType(
  { layer, title, extent }: LayerDescription,
  crs: readonly RequestCrs[],
  { version }: WfsVersion,
): string {
  const kind = version === '2.0.0' ? 'CRS' : 'SRS';
  const others = crs.filter(({ uri }) => uri !== WGS84.uri);
  const box = extent?.box;
  return (
    `<wfs:FeatureType><wfs:Name>${OUR_PREFIX}:${layer.element}</wfs:Name><wfs:Title>${escaped(title)}</wfs:Title>` +
    `<wfs:Default${kind}>${srsNameOf(WGS84)}</wfs:Default${kind}>` +
    others.map((each) => `<wfs:Other${kind}>${srsNameOf(each)}</wfs:Other${kind}>`).join('') +
    // Objects are made and changed in the layer of their type.
    (version === '1.1.0' && !layer.type ? featureOperations(['Query']) : '') +
    (box
      ? `<ows:WGS84BoundingBox><ows:LowerCorner>${box[0]} ${box[1]}</ows:LowerCorner><ows:UpperCorner>${box[2]} ${box[3]}</ows:UpperCorner></ows:WGS84BoundingBox>`
      : version === '2.0.0'
        ? ''
        : '<ows:WGS84BoundingBox><ows:LowerCorner>-180 -90</ows:LowerCorner><ows:UpperCorner>180 90</ows:UpperCorner></ows:WGS84BoundingBox>') +
    `</wfs:FeatureType>`
  );
}

const SPATIAL = ['BBOX', 'Disjoint', 'DWithin', 'Beyond', ...OPERATORS.relations];
const SHAPES = ['Envelope', 'Point', 'LineString', 'Polygon', 'MultiPoint', 'MultiCurve', 'MultiSurface'];

function filters20(): string {
  const conformance: Record<string, boolean> = {
    ImplementsQuery: true,
    ImplementsAdHocQuery: true,
    ImplementsFunctions: false,
    ImplementsResourceId: true,
    ImplementsMinStandardFilter: true,
    ImplementsStandardFilter: true,
    ImplementsMinSpatialFilter: true,
    ImplementsSpatialFilter: true,
    ImplementsMinTemporalFilter: true,
    ImplementsTemporalFilter: false,
    ImplementsVersionNav: false,
    ImplementsSorting: true,
    ImplementsExtendedOperators: false,
    ImplementsMinimumXPath: true,
    ImplementsSchemaElementFunc: false,
  };
  const constraints = Object.entries(conformance).map(
    ([name, value]) =>
      `<fes:Constraint name="${name}"><ows:NoValues/><ows:DefaultValue>${value ? 'TRUE' : 'FALSE'}</ows:DefaultValue></fes:Constraint>`,
  );
  const comparisons = [
    ...OPERATORS.comparisons,
    'PropertyIsLike',
    'PropertyIsBetween',
    'PropertyIsNull',
    'PropertyIsNil',
  ];
  return (
    `<fes:Filter_Capabilities><fes:Conformance>${constraints.join('')}</fes:Conformance>` +
    `<fes:Id_Capabilities><fes:ResourceIdentifier name="fes:ResourceId"/></fes:Id_Capabilities>` +
    `<fes:Scalar_Capabilities><fes:LogicalOperators/><fes:ComparisonOperators>` +
    `${comparisons.map((name) => `<fes:ComparisonOperator name="${name}"/>`).join('')}</fes:ComparisonOperators></fes:Scalar_Capabilities>` +
    `<fes:Spatial_Capabilities><fes:GeometryOperands>${SHAPES.map((name) => `<fes:GeometryOperand name="gml:${name}"/>`).join('')}</fes:GeometryOperands>` +
    `<fes:SpatialOperators>${SPATIAL.map((name) => `<fes:SpatialOperator name="${name}"/>`).join('')}</fes:SpatialOperators></fes:Spatial_Capabilities>` +
    `<fes:Temporal_Capabilities><fes:TemporalOperands><fes:TemporalOperand name="gml:TimeInstant"/><fes:TemporalOperand name="gml:TimePeriod"/></fes:TemporalOperands>` +
    `<fes:TemporalOperators>${OPERATORS.temporal.map((name) => `<fes:TemporalOperator name="${name}"/>`).join('')}</fes:TemporalOperators></fes:Temporal_Capabilities></fes:Filter_Capabilities>`
  );
}

const COMPARISONS_11 = [
  'LessThan',
  'GreaterThan',
  'LessThanEqualTo',
  'GreaterThanEqualTo',
  'EqualTo',
  'NotEqualTo',
  'Like',
  'Between',
  'NullCheck',
];

function filters11(): string {
  const shapes = SHAPES.filter((name) => !/Curve|Surface/.test(name)).map(
    (name) => `<ogc:GeometryOperand>gml:${name}</ogc:GeometryOperand>`,
  );
  return (
    `<ogc:Filter_Capabilities><ogc:Spatial_Capabilities><ogc:GeometryOperands>${shapes.join('')}</ogc:GeometryOperands>` +
    `<ogc:SpatialOperators>${SPATIAL.map((name) => `<ogc:SpatialOperator name="${name}"/>`).join('')}</ogc:SpatialOperators></ogc:Spatial_Capabilities>` +
    `<ogc:Scalar_Capabilities><ogc:LogicalOperators/><ogc:ComparisonOperators>` +
    `${COMPARISONS_11.map((name) => `<ogc:ComparisonOperator>${name}</ogc:ComparisonOperator>`).join('')}</ogc:ComparisonOperators></ogc:Scalar_Capabilities>` +
    `<ogc:Id_Capabilities><ogc:EID/><ogc:FID/></ogc:Id_Capabilities></ogc:Filter_Capabilities>`
  );
}
