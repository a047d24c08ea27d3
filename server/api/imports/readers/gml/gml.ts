import type { ByteFile } from '../../../../formats/byte-file.ts';
import { attributeOf, readXml, textWithin } from '../../../../formats/xml-stream.ts';
import type { XmlElement } from '../../../../formats/xml-tree.ts';
import type { Findings } from '../../../../base/problems.ts';
import type { RecordFile, SourceRecord } from '../streamed.ts';
import { footprint, isCityObject } from './citygml.ts';
import { gmlGeometry, isGmlGeometry } from './gml-geometry.ts';
import { SrsNames } from './srs.ts';

/** What features of a collection are in, in GML 2 to 3.2, WFS and CityGML. */
const MEMBERS = new Set(['featureMember', 'featureMembers', 'member', 'cityObjectMember', 'featurePart']);
const SKIPPED = new Set(['boundedBy', 'metaDataProperty', 'appearance', 'appearanceMember']);

/** GML: each kind of feature is a layer. Buildings of CityGML are their footprints. */
export async function gmlFile(file: ByteFile, { name }: { name: string }): Promise<RecordFile> {
  const srs = await SrsNames.load();
  let read = 0;
  return {
    name,
    get crs() {
      return srs.crs;
    },
    *records(findings): Generator<SourceRecord> {
      const captures = (element: string, path: readonly string[]) =>
        MEMBERS.has(path.at(-1) ?? '') || (element === 'boundedBy' && path.length === 1);
      for (const event of readXml(file, captures, (offset) => (read = offset))) {
        if (event.kind === 'open') srs.note(attributeOf(event.element, 'srsName'));
        if (event.kind !== 'element') continue;
        const { element } = event;
        if (element.name === 'boundedBy') {
          for (const envelope of element.children) srs.note(attributeOf(envelope, 'srsName'));
          continue;
        }
        yield recordOf(element, srs, findings);
      }
      if (srs.others.size > 0)
        findings.once('gml-other-crs', {
          crs: [...srs.others]
            .slice(0, 5)
            .map((code) => `EPSG:${code}`)
            .join(', '),
        });
    },
    part: () => read / file.size,
    close: () => file.close(),
  };
}

function recordOf(element: XmlElement, srs: SrsNames, findings: Findings): SourceRecord {
  const layer = element.name;
  const properties: Record<string, unknown> = {};
  const id = attributeOf(element, 'id') ?? attributeOf(element, 'fid');
  if (id !== undefined) properties['gml_id'] = id;
  if (isCityObject(element)) {
    const shape = footprint(element, srs.frameOf, properties);
    if (shape.references) findings.once('gml-references');
    return { layer, properties, geometry: () => shape.geometry };
  }
  const geometries: XmlElement[] = [];
  for (const property of element.children) note(property, '', properties, geometries, 0);
  const [first] = geometries;
  if (geometries.length > 1) findings.once('gml-other-geometries', { field: layer.slice(0, 60) });
  // Read now: what it says of the reference system is known then.
  const geometry = first ? gmlGeometry(first, srs.frameOf) : null;
  return { layer, properties, geometry: () => geometry };
}

const DEEPEST = 8;

/** A property as a field; those within it with its name in front. Geometries are collected. */
function note(
  property: XmlElement,
  prefix: string,
  properties: Record<string, unknown>,
  geometries: XmlElement[],
  depth: number,
): void {
  if (SKIPPED.has(property.name) || depth > DEEPEST) return;
  const own = property.children.find(({ name }) => isGmlGeometry(name));
  if (own) return void geometries.push(own);
  const name = prefix === '' ? property.name : `${prefix}.${property.name}`;
  if (property.children.length > 0) {
    for (const inner of property.children) note(inner, name, properties, geometries, depth + 1);
    return;
  }
  const text = textWithin(property).trim();
  const value = text === '' ? attributeOf(property, 'href') : text;
  if (value !== undefined) setOnce(properties, name, value);
}

/** Repeated values stand beside each other. */
export function setOnce(properties: Record<string, unknown>, name: string, value: string): void {
  const before = properties[name];
  properties[name] = before === undefined ? value : `${String(before)}, ${value}`;
}
