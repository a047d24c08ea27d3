import { feature as toGeojson } from 'topojson-client';
import type { ByteFile } from '../../../../formats/byte-file.ts';
import { Unreadable, type Findings } from '../../../../base/problems.ts';
import type { LayerInfo, ReadOptions, LayerSource } from '../source.ts';
import { parseExactly } from '../../../../formats/exact-json.ts';
import { FieldNumbers } from './field-numbers.ts';
import { objectsOf } from './feature.ts';

/** TopoJSON shares its arcs between features and must be read as a whole. */
const LONGEST = 100 * 1024 * 1024;

type Topology = Parameters<typeof toGeojson>[0];

/** Opens TopoJSON: each of its objects is a layer. Coordinates are longitude and latitude, as its format says. */
export async function openTopology(
  file: ByteFile,
  largeNumbers: boolean,
  name: string,
  options: ReadOptions,
  findings: Findings,
): Promise<LayerSource> {
  if (file.size > LONGEST) throw new Unreadable('topojson-too-large', { megabytes: LONGEST / 1024 ** 2 });
  const topology = parse(file, largeNumbers);
  file.close();
  const names = Object.keys(topology.objects);
  if (names.length === 0) throw new Unreadable('no-geojson', { type: 'Topology' });
  const features = new Map(names.map((key) => [key, featuresOf(topology, key, findings)]));
  const layers: LayerInfo[] = names.map((key) => ({
    name: key || name,
    count: features.get(key)!.length,
    geometryType: null,
  }));
  const chosen = options.layer === undefined ? 0 : layers.findIndex((layer) => layer.name === options.layer);
  if (chosen < 0) throw new Unreadable('no-such-layer', { layer: options.layer!.slice(0, 80) });
  findings.once('topojson-converted');
  const list = features.get(names[chosen]!)!;
  const numbers = new FieldNumbers();
  for (const value of list) numbers.see(value);
  numbers.report(findings);
  return {
    layers,
    layer: layers[chosen]!,
    crs: { code: 4326, name: 'WGS 84' },
    encoding: 'utf-8',
    fields: undefined,
    spherical: true,
    *features(into, found, progress) {
      for (const [i, value] of list.entries()) {
        if ((i & 255) === 0) progress(i / list.length);
        yield* objectsOf(numbers.replace(value), i, into, found);
      }
      progress(1);
    },
    close: () => {},
  };
}

function parse(file: ByteFile, largeNumbers: boolean): Topology {
  let value: unknown;
  const text = file
    .slice(0, file.size)
    .toString('utf8')
    .replace(/^\ufeff/, '');
  try {
    value = JSON.parse(text);
    const exact = largeNumbers ? (parseExactly(text) as Partial<Topology> | undefined) : undefined;
    if (exact) value = { ...(value as object), objects: exact.objects };
  } catch {
    throw new Unreadable('topojson-broken');
  }
  const { objects, arcs } = value as { objects?: unknown; arcs?: unknown };
  if (typeof objects !== 'object' || objects === null || Array.isArray(objects) || !Array.isArray(arcs))
    throw new Unreadable('topojson-broken');
  return value as Topology;
}

function featuresOf(topology: Topology, key: string, findings: Findings): unknown[] {
  try {
    const found = toGeojson(topology, topology.objects[key]!) as { type: string; features?: unknown[] };
    return found.type === 'FeatureCollection' ? (found.features ?? []) : [found];
  } catch {
    findings.once('topojson-object-broken', { name: key.slice(0, 80) });
    return [];
  }
}
