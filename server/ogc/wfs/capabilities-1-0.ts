import type { WfsServiceRequest } from './wfs-service-request.ts';
import type { LayerDescription } from './layer.ts';
import { OUR_NAMESPACE, OUR_PREFIX } from './dialect.ts';
import { OPERATORS } from './fes.ts';
import { escaped } from './xml.ts';

/** Capabilities of WFS 1.0, for older programs. */
export function capabilities10(
  { base, wfs, caller }: WfsServiceRequest,
  layers: readonly LayerDescription[],
  edits: readonly string[],
): string {
  const { dialect } = wfs;
  const http = (name: 'Get' | 'Post') =>
    `<DCPType><HTTP><${name} onlineResource="${escaped(base)}"/></HTTP></DCPType>`;
  const both = http('Get') + http('Post');
  const types = layers.map(({ layer, title, extent }) => {
    const [west, south, east, north] = extent?.box ?? [-180, -90, 180, 90];
    return (
      `<FeatureType><Name>${OUR_PREFIX}:${layer.element}</Name><Title>${escaped(title)}</Title><SRS>EPSG:4326</SRS>` +
      (layer.type ? '' : '<Operations><Query/></Operations>') +
      `<LatLongBoundingBox minx="${west}" miny="${south}" maxx="${east}" maxy="${north}"/></FeatureType>`
    );
  });
  const spatial = [
    'BBOX',
    'Disjoint',
    'DWithin',
    'Beyond',
    ...OPERATORS.relations.map((name) => name.replace('Intersects', 'Intersect')),
  ];
  return (
    `<WFS_Capabilities version="1.0.0" xmlns="${dialect.wfs}" xmlns:ogc="${dialect.filter}" xmlns:${OUR_PREFIX}="${OUR_NAMESPACE}">` +
    `<Service><Name>WFS</Name><Title>Groma</Title><Abstract>${escaped(caller.organizationName)}</Abstract><OnlineResource>${escaped(base)}</OnlineResource></Service>` +
    `<Capability><Request><GetCapabilities>${both}</GetCapabilities>` +
    `<DescribeFeatureType><SchemaDescriptionLanguage><XMLSCHEMA/></SchemaDescriptionLanguage>${both}</DescribeFeatureType>` +
    `<GetFeature><ResultFormat><GML2/></ResultFormat>${both}</GetFeature>` +
    `${edits.length > 0 ? `<Transaction>${both}</Transaction>` : ''}</Request></Capability>` +
    `<FeatureTypeList><Operations><Query/>${edits.map((name) => `<${name}/>`).join('')}</Operations>${types.join('')}</FeatureTypeList>` +
    `<ogc:Filter_Capabilities><ogc:Spatial_Capabilities><ogc:Spatial_Operators>${spatial.map((name) => `<ogc:${name}/>`).join('')}</ogc:Spatial_Operators></ogc:Spatial_Capabilities>` +
    `<ogc:Scalar_Capabilities><ogc:Logical_Operators/><ogc:Comparison_Operators><ogc:Simple_Comparisons/><ogc:Between/><ogc:Like/><ogc:NullCheck/></ogc:Comparison_Operators></ogc:Scalar_Capabilities></ogc:Filter_Capabilities></WFS_Capabilities>`
  );
}
