import type { ByteFile } from '../../../../formats/byte-file.ts';
import { attributeOf, readXml } from '../../../../formats/xml-stream.ts';
import { childrenOf, type XmlElement } from '../../../../formats/xml-tree.ts';
import { identify, type StatedCrs } from '../../../../shared/crs/identify.ts';
import { registeredCrs } from '../../../../shared/crs/register.ts';
import type { Findings } from '../../../../base/problems.ts';
import type { RecordFile, SourceRecord } from '../streamed.ts';
import { coordGeomLine, placeOf, type NamedPlaces } from './coord-geom.ts';
import { surfaceRecords } from './surface.ts';

/** Layers in the order that they are offered. */
const ORDER = [
  'points',
  'parcels',
  'alignments',
  'plan_features',
  'triangles',
  'breaklines',
  'boundaries',
  'contours',
  'target_points',
];
const CAPTURED = new Set([
  'CgPoint',
  'Parcel',
  'Alignment',
  'PlanFeature',
  'Surface',
  'RawObservation',
  'CoordinateSystem',
  'Feature',
]);
const MAX_NAMED = 2_000_000;
/** Bytes in which a file shows whether its points refer to features. */
const HEAD = 1024 * 1024;

/** LandXML 1.0 to 2.0: points, parcels, alignments, features and surfaces. Positions are north, east, height. */
export async function landxmlFile(file: ByteFile, { name }: { name: string }): Promise<RecordFile> {
  let read = 0;
  const crs = await statedCrs(file);
  // Points may be named before they are defined: they are known when the features are read, the second time.
  const named: NamedPlaces = new Map();
  const features = namedFeatures(file);
  return {
    name,
    order: ORDER,
    heightsInUnit: true,
    crs,
    *records(findings): Generator<SourceRecord> {
      const captures = (element: string) => CAPTURED.has(element);
      let group = '';
      for (const event of readXml(file, captures, (offset) => (read = offset))) {
        if (event.kind === 'open') {
          const { element } = event;
          if (element.name === 'CgPoints' || element.name === 'Parcels')
            group = element.attributes['name'] ?? '';
          if (element.name === 'Metric' || element.name === 'Imperial') noteUnit(element, findings);
        } else if (event.kind === 'element')
          yield* recordsOf(event.element, { group, named, features }, findings);
      }
    },
    part: () => read / file.size,
    close: () => file.close(),
  };
}

function noteUnit({ attributes }: XmlElement, findings: Findings): void {
  const unit = attributes['linearUnit'] ?? 'meter';
  if (unit !== 'meter' && unit !== 'metre') findings.once('landxml-unit', { unit: unit.slice(0, 30) });
}

function* recordsOf(
  element: XmlElement,
  { group, named, features }: { group: string; named: NamedPlaces; features: NamedFeatures },
  findings: Findings,
): Generator<SourceRecord> {
  switch (element.name) {
    case 'CgPoint':
      yield* pointRecord(element, group, named, features);
      break;
    case 'Parcel':
      yield* parcelRecords(element, named);
      break;
    case 'Alignment':
    case 'PlanFeature': {
      const line = coordGeomLine(element, named);
      const layer = element.name === 'Alignment' ? 'alignments' : 'plan_features';
      const problems: [string][] = line.spirals ? [['landxml-spiral']] : [];
      const geometry = () =>
        line.places.length > 1 ? { type: 'LineString', coordinates: line.places } : null;
      yield { layer, properties: about(element), geometry, ...(problems.length > 0 && { problems }) };
      break;
    }
    case 'Surface':
      yield* surfaceRecords(element, about(element));
      break;
    case 'RawObservation':
      findings.once('landxml-survey');
      for (const target of childrenOf(element, 'TargetPoint')) {
        const place = placeOf(target, named);
        if (!place) continue;
        yield {
          layer: 'target_points',
          properties: { ...about(target), ...featureProperties(element) },
          geometry: () => ({ type: 'Point', coordinates: place }),
        };
      }
  }
}

function* pointRecord(
  element: XmlElement,
  group: string,
  named: NamedPlaces,
  features: NamedFeatures,
): Generator<SourceRecord> {
  const place = placeOf(element, named);
  const name = element.attributes['name'];
  // A reference to another point in a group is none of its own.
  if (!place && element.text.trim() === '' && attributeOf(element, 'pntRef') !== undefined) return;
  if (name !== undefined && place && named.size < MAX_NAMED) named.set(name, place);
  const { featureRef, ...own } = about(element);
  const referred = features.get(featureRef as string) ?? (featureRef !== undefined && { featureRef });
  const properties = { ...own, ...(group !== '' && { group }), ...featureProperties(element), ...referred };
  if (place) yield { layer: 'points', properties, geometry: () => ({ type: 'Point', coordinates: place }) };
  else {
    const value = element.text.trim().slice(0, 40);
    yield { layer: 'points', properties, geometry: () => null, problems: [['bad-position', { value }]] };
  }
}

/** A parcel and those within it. */
function* parcelRecords(element: XmlElement, named: NamedPlaces): Generator<SourceRecord> {
  const rings = childrenOf(element, 'CoordGeom').map(
    (geometry) => coordGeomLine({ ...element, children: [geometry] }, named).places,
  );
  const closed = rings.filter(({ length }) => length > 2);
  const properties = { ...about(element), ...featureProperties(element) };
  const polygons = closed.map((ring) => [ring]);
  const geometry = () =>
    polygons.length === 0
      ? null
      : polygons.length === 1
        ? { type: 'Polygon', coordinates: polygons[0] }
        : { type: 'MultiPolygon', coordinates: polygons };
  const inner = childrenOf(element, 'Parcels').flatMap((group) => childrenOf(group, 'Parcel'));
  if (closed.length > 0 || inner.length === 0) yield { layer: 'parcels', properties, geometry };
  for (const parcel of inner) yield* parcelRecords(parcel, named);
}

/** The attributes of an element as fields; those that are numbers as numbers. */
export function about({ attributes }: XmlElement): Record<string, unknown> {
  const properties: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('xmlns') || value === '') continue;
    const number = Number(value);
    const isNumber = /^(area|length|staStart|elevMax|elevMin|area2DSurf|area3DSurf)$/.test(name);
    properties[name] = isNumber && Number.isFinite(number) ? number : value;
  }
  return properties;
}

/** `Feature` with `Property` by label and value. */
function featureProperties(element: XmlElement): Record<string, unknown> {
  return Object.assign({}, ...childrenOf(element, 'Feature').map(propertiesIn)) as Record<string, unknown>;
}

function propertiesIn(feature: XmlElement): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const { attributes } of childrenOf(feature, 'Property')) {
    const { label, value } = attributes;
    if (label && value) found[label] = value;
  }
  return found;
}

type NamedFeatures = ReadonlyMap<string, Record<string, unknown>>;

/** The attributes of points that refer to a `Feature`: it stands after them, so that they are read before. */
function namedFeatures(file: ByteFile): NamedFeatures {
  const found = new Map<string, Record<string, unknown>>();
  if (!file.slice(0, HEAD).includes('featureRef=')) return found;
  for (const event of readXml(file, (name) => name === 'Feature')) {
    if (event.kind !== 'element' || found.size >= MAX_NAMED) continue;
    const { name } = event.element.attributes;
    if (name) found.set(name, propertiesIn(event.element));
  }
  return found;
}

async function statedCrs(file: ByteFile): Promise<StatedCrs | undefined> {
  for (const event of readXml(file, (name) => CAPTURED.has(name))) {
    // It stands before what is drawn.
    if (event.kind !== 'element') continue;
    if (event.element.name !== 'CoordinateSystem') return undefined;
    const { epsgCode, ogcWktCode } = event.element.attributes;
    const code = Number(epsgCode?.replace(/^EPSG:/i, ''));
    const registered = Number.isInteger(code) && code > 0 ? await registeredCrs(code) : undefined;
    if (registered) return { code, name: registered.name };
    return ogcWktCode ? identify(ogcWktCode) : undefined;
  }
  return undefined;
}
