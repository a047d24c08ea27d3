import type { ByteFile } from '../../../../formats/byte-file.ts';
import { UniqueNames } from '../../../../formats/names.ts';
import { readXml } from '../../../../formats/xml-stream.ts';
import { child, childText, type XmlElement } from '../../../../formats/xml-tree.ts';
import type { Findings } from '../../../../base/problems.ts';
import type { RecordFile, SourceRecord } from '../streamed.ts';
import { extendedData, schemaOf, type KmlSchema } from './extended-data.ts';
import { kmlGeometry, overlayOutline, type KmlShape } from './kml-geometry.ts';
import { KmlStyles } from './kml-styles.ts';

const FEATURES = new Set(['Placemark', 'GroundOverlay']);
const CONTAINERS = new Set(['Document', 'Folder']);
const CAPTURED = new Set([...FEATURES, 'Style', 'StyleMap', 'Schema', 'NetworkLink']);
const UNREAD = new Set(['ScreenOverlay', 'PhotoOverlay', 'Tour']);
const TEXTS = ['name', 'description', 'address', 'phoneNumber', 'Snippet', 'snippet'];

interface Container {
  layer: string | undefined;
  name: string;
}

/**
 * KML 2.0 to 2.3: folders as layers, styles and times as fields, ground overlays as their outlines. Nothing that the
 * file links to is fetched.
 */
export function kmlFile(file: ByteFile, { name }: { name: string }): RecordFile {
  let read = 0;
  // What is defined after its use is known when the features are read, which is the second time.
  const shared = { styles: new KmlStyles(), schemas: new Map<string, KmlSchema>() };
  return {
    name,
    crs: { code: 4326, name: 'WGS 84' },
    spherical: true,
    records: (findings) => records(file, name, shared, findings, (offset) => (read = offset)),
    part: () => read / file.size,
    close: () => file.close(),
  };
}

function* records(
  file: ByteFile,
  fileName: string,
  { styles, schemas }: { styles: KmlStyles; schemas: Map<string, KmlSchema> },
  findings: Findings,
  read: (offset: number) => void,
): Generator<SourceRecord> {
  const containers: Container[] = [{ layer: undefined, name: fileName }];
  const names = new UniqueNames(120);
  const layerNow = (): string => {
    const container = containers.at(-1)!;
    return (container.layer ??= names.of(container.name || fileName));
  };
  const captures = (name: string) => CAPTURED.has(name);
  for (const event of readXml(file, captures, read)) {
    if (event.kind === 'open') {
      const { name, attributes } = event.element;
      if (CONTAINERS.has(name)) containers.push({ layer: undefined, name: attributes['id'] ?? '' });
      else if (UNREAD.has(name)) findings.once('kml-unread', { field: name });
    } else if (event.kind === 'close') {
      if (CONTAINERS.has(event.name)) containers.pop();
      // Only the name of a container passes by: those of features are captured.
      else if (event.name === 'name' && containers.length > 1 && event.text.trim() !== '')
        containers.at(-1)!.name = event.text.trim();
    } else {
      const { element } = event;
      if (element.name === 'Style' || element.name === 'StyleMap') styles.add(element);
      else if (element.name === 'Schema') addSchema(schemas, element);
      else if (element.name === 'NetworkLink')
        findings.once('kml-network-link', { field: linkOf(element).slice(0, 80) });
      else yield featureOf(element, layerNow(), styles, schemas, findings);
    }
  }
}

function addSchema(schemas: Map<string, KmlSchema>, element: XmlElement): void {
  const schema = schemaOf(element);
  for (const key of [element.attributes['id'], element.attributes['name']]) if (key) schemas.set(key, schema);
}

function linkOf(element: XmlElement): string {
  return childText(child(element, 'Link') ?? child(element, 'Url'), 'href') ?? '';
}

function featureOf(
  element: XmlElement,
  layer: string,
  styles: KmlStyles,
  schemas: ReadonlyMap<string, KmlSchema>,
  findings: Findings,
): SourceRecord {
  const properties: Record<string, unknown> = {};
  const { id } = element.attributes;
  if (id) properties['id'] = id;
  for (const key of TEXTS) {
    const text = wholeText(child(element, key));
    if (text) properties[key] = text;
  }
  Object.assign(properties, timesOf(element), styles.of(element));
  for (const [key, value] of extendedData(element, schemas)) properties[key] = value;
  const overlay = element.name === 'GroundOverlay';
  const problems: [string, Record<string, string | number>?][] = [];
  if (overlay) {
    const href = childText(child(element, 'Icon'), 'href');
    if (href) properties['href'] = href;
    problems.push(['kml-ground-overlay', { href: (href ?? '').slice(0, 80) }]);
  }
  const shape: KmlShape = overlay ? overlayOutline(element) : kmlGeometry(element);
  if (shape.begin) properties['begin'] ??= shape.begin;
  if (shape.end) properties['end'] ??= shape.end;
  const { altitudeMode } = shape;
  if (altitudeMode && altitudeMode !== 'clampToGround') properties['altitudeMode'] = altitudeMode;
  if (altitudeMode === 'relativeToGround') findings.once('kml-heights-relative');
  else if (shape.heightsOnGround) findings.once('kml-heights-clamped');
  for (const value of shape.wrong) problems.push(['bad-position', { value }]);
  if (shape.model) problems.push(['kml-model']);
  return { layer, properties, geometry: () => shape.geometry, ...(problems.length > 0 && { problems }) };
}

/** With the text of markup that some writers leave in it. */
function wholeText(element: XmlElement | undefined): string {
  if (!element) return '';
  return (element.text + element.children.map(wholeText).join(' ')).trim();
}

function timesOf(element: XmlElement): Record<string, string> {
  const stamp = childText(child(element, 'TimeStamp'), 'when');
  const span = child(element, 'TimeSpan');
  const [begin, end] = [childText(span, 'begin'), childText(span, 'end')];
  return { ...(stamp && { time: stamp }), ...(begin && { begin }), ...(end && { end }) };
}
