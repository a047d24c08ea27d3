import { pathName, type ObjectType } from '#core/protocol';
import { element, labelingOf, labelsAt, rendererOf, type QgisGeometry, type XmlElement } from '#core/styles';

export interface LayerDefinition {
  /** The name of the group of layers in QGIS. */
  readonly group: string;
  /** The address of OGC API – Features: `https://groma.example.org/ogcapi/{project id}`. */
  readonly address: string;
  readonly types: readonly ObjectType[];
  readonly titleOf: (type: ObjectType) => string;
}

/**
 * Returns the text of a QGIS layer definition file (`.qlr`): a group with a layer of OGC API – Features for each object
 * type, drawn as here; points stand above lines, and these above areas. As in files that QGIS writes, `layer-tree-group` says where layers stand, and `maplayers` what
 * they are; both are linked by the id. It has no credentials: QGIS asks for them.
 */
export function layerDefinition({ group, address, types, titleOf }: LayerDefinition): string {
  const layers = types
    .toSorted((a, b) => heightOf(a) - heightOf(b))
    .map((type, i) => ({
      type,
      id: `groma_${i}_${type.id.replaceAll('-', '_')}`,
      title: titleOf(type),
      source: `pagingEnabled='true' restrictToRequestBBOX='1' typename='${pathName(type.name)}' url='${address}'`,
    }));
  const open = { checked: 'Qt::Checked', expanded: '1' };
  const tree = element('layer-tree-group', { ...open, name: '' }, [
    element('customproperties', {}),
    element('layer-tree-group', { ...open, name: group }, [
      element('customproperties', {}),
      ...layers.map(({ id, title, source }) =>
        element(
          'layer-tree-layer',
          { checked: 'Qt::Checked', expanded: '0', id, name: title, providerKey: 'OAPIF', source },
          [element('customproperties', {})],
        ),
      ),
    ]),
  ]);
  const maplayers = element('maplayers', {}, layers.map(mapLayer));
  return `<!DOCTYPE qgis-layer-definition>\n${element('qlr', {}, [tree, maplayers]).text(0)}`;
}

function mapLayer({
  type,
  id,
  title,
  source,
}: {
  type: ObjectType;
  id: string;
  title: string;
  source: string;
}): XmlElement {
  const geometry = geometryOf(type);
  const labels = labelsAt(type.style, undefined);
  return element(
    'maplayer',
    { type: 'vector', ...(geometry && { geometry }), labelsEnabled: labels?.text ? '1' : '0' },
    [
      element('id', {}, id),
      element('datasource', {}, source),
      element('layername', {}, title),
      element('srs', {}, [
        element('spatialrefsys', {}, [
          element('proj4', {}, '+proj=longlat +datum=WGS84 +no_defs'),
          element('authid', {}, 'OGC:CRS84'),
        ]),
      ]),
      element('provider', { encoding: 'UTF-8' }, 'OAPIF'),
      ...(geometry ? [rendererOf(geometry, type.style, title)] : []),
      ...(labels?.text ? [labelingOf(labels)] : []),
    ],
  );
}

/** What QGIS calls the kind of geometry; undefined where objects of the type may have any. */
function geometryOf({ geometryType }: ObjectType): QgisGeometry | undefined {
  if (geometryType?.endsWith('Point')) return 'Point';
  if (geometryType?.endsWith('LineString')) return 'Line';
  return geometryType?.endsWith('Polygon') ? 'Polygon' : undefined;
}

/** Place in the legend: 0 is the topmost. */
function heightOf(type: ObjectType): number {
  const geometry = geometryOf(type);
  return geometry === undefined ? 2 : { Point: 0, Line: 1, Polygon: 3 }[geometry];
}
