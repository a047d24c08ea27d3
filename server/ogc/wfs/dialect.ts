/** A version of WFS, with its related standards. */
export interface WfsVersion {
  version: '2.0.0' | '1.1.0' | '1.0.0';
  /** Namespaces. */
  wfs: string;
  ows: string;
  gml: string;
  filter: string;
  gmlVersion: '3.2' | '3.1' | '2.1';
  gmlSchema: string;
  wfsSchema: string;
  /** Its default format of features. */
  format: string;
}

export const OUR_NAMESPACE = 'urn:groma:features';
export const OUR_PREFIX = 'groma';

const W3 = 'http://www.opengis.net';
const SCHEMAS = 'http://schemas.opengis.net';

export const WFS_2_0: WfsVersion = {
  version: '2.0.0',
  wfs: `${W3}/wfs/2.0`,
  ows: `${W3}/ows/1.1`,
  gml: `${W3}/gml/3.2`,
  filter: `${W3}/fes/2.0`,
  gmlVersion: '3.2',
  gmlSchema: `${SCHEMAS}/gml/3.2.1/gml.xsd`,
  wfsSchema: `${SCHEMAS}/wfs/2.0/wfs.xsd`,
  format: 'application/gml+xml; version=3.2',
};
const WFS_1_1: WfsVersion = {
  version: '1.1.0',
  wfs: `${W3}/wfs`,
  ows: `${W3}/ows`,
  gml: `${W3}/gml`,
  filter: `${W3}/ogc`,
  gmlVersion: '3.1',
  gmlSchema: `${SCHEMAS}/gml/3.1.1/base/gml.xsd`,
  wfsSchema: `${SCHEMAS}/wfs/1.1.0/wfs.xsd`,
  format: 'text/xml; subtype=gml/3.1.1',
};
const WFS_1_0: WfsVersion = {
  version: '1.0.0',
  wfs: `${W3}/wfs`,
  ows: `${W3}/ogc`,
  gml: `${W3}/gml`,
  filter: `${W3}/ogc`,
  gmlVersion: '2.1',
  gmlSchema: `${SCHEMAS}/gml/2.1.2/feature.xsd`,
  wfsSchema: `${SCHEMAS}/wfs/1.0.0/WFS-basic.xsd`,
  format: 'text/xml; subtype=gml/2.1.2',
};
export const DIALECTS = [WFS_2_0, WFS_1_1, WFS_1_0] as const;

export const GEOJSON_FORMATS = ['application/json', 'application/geo+json'];
/** Other names for the default format of a version. */
export const GML_FORMATS: Record<WfsVersion['version'], readonly string[]> = {
  '2.0.0': [
    'application/gml+xml; version=3.2',
    'text/xml; subtype=gml/3.2',
    'text/xml; subtype=gml/3.2.1',
    'gml32',
  ],
  '1.1.0': ['text/xml; subtype=gml/3.1.1', 'text/xml;subtype=gml/3.1.1', 'gml3', 'GML3'],
  '1.0.0': ['GML2', 'text/xml; subtype=gml/2.1.2', 'XMLSCHEMA'],
};
