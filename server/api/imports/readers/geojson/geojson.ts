import { registeredCrs } from '../../../../shared/crs/register.ts';
import type { StatedCrs } from '../../../../shared/crs/identify.ts';
import type { FlatGeometry } from '../../../../formats/flat.ts';
import { ByteFile } from '../../../../formats/byte-file.ts';
import { Unreadable, type Findings } from '../../../../base/problems.ts';
import type { LayerInfo, ReadOptions, LayerSource, SourceFeature } from '../source.ts';
import { isBbox, objectsOf, GEOMETRIES } from './feature.ts';
import { outlineOf, placeOf, type JsonOutline, type Span } from '../../../../formats/geojson/structure.ts';
import { parseExactly } from '../../../../formats/exact-json.ts';
import { FieldNumbers } from './field-numbers.ts';
import { refuseOtherFormats } from './not-json.ts';
import { openTopology } from './topology.ts';

const LONGEST_FEATURE = 128 * 1024 * 1024;
const LONGEST_MEMBER = 1024 * 1024;
const WGS84: StatedCrs = { code: 4326, name: 'WGS 84' };

/**
 * Opens GeoJSON: a feature collection, a feature, a geometry, or a sequence of them; TopoJSON is converted. `name` is
 * the default layer name. Throws Unreadable.
 */
export async function openGeojson(
  path: string,
  name: string,
  options: ReadOptions,
  findings: Findings,
): Promise<LayerSource> {
  const file = new ByteFile(path);
  try {
    refuseOtherFormats(file);
    const outline = outlineOf(file);
    const type = stringMember(file, outline, 'type');
    if (type === 'Topology') return await openTopology(file, outline.largeNumbers, name, options, findings);
    for (const member of new Set(outline.repeated))
      findings.once('member-repeated', { member: member.slice(0, 40) });
    const spans = spansOf(file, outline, type, findings);
    const layer: LayerInfo = {
      name: layerName(file, outline, name),
      count: spans.length,
      geometryType: null,
    };
    const numbers = outline.largeNumbers ? numbersOf(file, spans, findings) : undefined;
    return {
      layers: [layer],
      layer,
      crs: await crsOf(file, outline, findings),
      encoding: 'utf-8',
      fields: undefined,
      spherical: true,
      features: (into, found, progress) => featuresOf(file, spans, numbers, into, found, progress),
      close: () => file.close(),
    };
  } catch (thrown) {
    file.close();
    throw thrown;
  }
}

function spansOf(file: ByteFile, outline: JsonOutline, type: string | undefined, findings: Findings): Span[] {
  if (outline.roots.length > 1) {
    findings.once('sequence', { count: outline.roots.length });
    return outline.roots;
  }
  if (outline.members.has('bbox') && type !== 'Feature') checkBbox(file, outline, findings);
  if (type === 'FeatureCollection') {
    const features = outline.members.get('features');
    const list = features && file.slice(features.from, 1).toString('latin1') === '[';
    if (!list) throw new Unreadable('features-no-list');
    return outline.elements;
  }
  if (type === 'Feature' || (type !== undefined && GEOMETRIES.includes(type))) return outline.roots;
  if (type === undefined) throw new Unreadable('no-type');
  throw new Unreadable('no-geojson', { type: type.slice(0, 40) });
}

function* featuresOf(
  file: ByteFile,
  spans: readonly Span[],
  numbers: FieldNumbers | undefined,
  into: FlatGeometry,
  findings: Findings,
  progress: (part: number) => void,
): Generator<SourceFeature> {
  for (let i = 0; i < spans.length; i++) {
    if ((i & 255) === 0) progress(i / spans.length);
    const text = spanText(file, spans[i]!);
    const value = text === undefined ? undefined : parseSpan(file, spans[i]!, text);
    if (text === undefined) {
      findings.add(i, 'feature-too-long', { megabytes: LONGEST_FEATURE / 1024 ** 2 });
      yield { feature: i, properties: {}, hasGeometry: false };
      continue;
    }
    yield* objectsOf(numbers ? numbers.replace(exact(value, text)) : value, i, into, findings);
  }
  progress(1);
}

/** Reads all features once to find the fields with numbers that are too large. */
function numbersOf(file: ByteFile, spans: readonly Span[], findings: Findings): FieldNumbers {
  const numbers = new FieldNumbers();
  for (const span of spans) {
    const text = spanText(file, span);
    if (text !== undefined) numbers.see(exact(parseSpan(file, span, text), text));
  }
  numbers.report(findings);
  return numbers;
}

/** The parsed feature, with the numbers of its attributes that are too large as UnheldNumber. */
function exact(value: unknown, text: string): unknown {
  const parsed = parseExactly(text) as { id?: unknown; properties?: unknown } | undefined;
  if (parsed === undefined || typeof value !== 'object' || value === null) return value;
  const { id, properties } = parsed;
  return { ...value, ...(id !== undefined && { id }), ...(properties !== undefined && { properties }) };
}

/** Undefined: the feature is too long. */
function spanText(file: ByteFile, { from, to }: Span): string | undefined {
  const length = to - from;
  if (length > LONGEST_FEATURE) return undefined;
  const at = file.at(from, length);
  return file.bytes.toString('utf8', at, at + length);
}

function parseSpan(file: ByteFile, span: Span, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Unreadable('json-broken', placeOf(file, span.from));
  }
}

function checkBbox(file: ByteFile, outline: JsonOutline, findings: Findings): void {
  if (!isBbox(member(file, outline, 'bbox'))) findings.once('bad-bbox-of-file');
}

/** A short member of the root; undefined when it is missing or too long to be what is expected. */
function member(file: ByteFile, outline: JsonOutline, name: string): unknown {
  const span = outline.members.get(name);
  if (!span || span.to - span.from > LONGEST_MEMBER) return undefined;
  try {
    return JSON.parse(file.slice(span.from, span.to - span.from).toString('utf8')) as unknown;
  } catch {
    throw new Unreadable('json-broken', placeOf(file, span.from));
  }
}

function stringMember(file: ByteFile, outline: JsonOutline, name: string): string | undefined {
  const value = member(file, outline, name);
  return typeof value === 'string' ? value : undefined;
}

function layerName(file: ByteFile, outline: JsonOutline, fallback: string): string {
  const title = stringMember(file, outline, 'name') ?? fallback;
  return title.slice(0, 120) || fallback;
}

/**
 * WGS84 unless the `crs` member of the 2008 format says otherwise; one that cannot be interpreted must be chosen by
 * the person.
 */
async function crsOf(
  file: ByteFile,
  outline: JsonOutline,
  findings: Findings,
): Promise<StatedCrs | undefined> {
  if (stringMember(file, outline, 'coordRefSys')) findings.once('coordrefsys-ignored');
  if (!outline.members.has('crs')) return WGS84;
  const crs = member(file, outline, 'crs') as { properties?: { name?: unknown } } | null | undefined;
  const name = crs?.properties?.name;
  if (typeof name === 'string') {
    if (/(CRS84h?|WGS ?84)$/i.test(name)) return WGS84;
    const code = /(?:EPSG)[:/]+(?:[\d.]*[:/])?(\d{4,6})$/i.exec(name.trim());
    const entry = code ? await registeredCrs(Number(code[1])) : undefined;
    if (entry) return { code: entry.code, name: entry.name };
  }
  findings.once('crs-member-unknown', { crs: JSON.stringify(crs ?? null).slice(0, 120) });
  return undefined;
}
