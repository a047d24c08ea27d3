import type { Field } from '#core/protocol';
import { Findings, Unreadable } from '../../../base/problems.ts';
import { partsOf, readGeometry } from '../../../formats/geojson/geometry.ts';
import type { StatedCrs } from '../../../shared/crs/identify.ts';
import type { LayerInfo, LayerSource, ReadOptions, SourceFeature } from './source.ts';

type Values = Record<string, string | number>;

/** One feature of a file with layers in any order. */
export interface SourceRecord {
  layer: string;
  properties: Record<string, unknown>;
  /** Its geometry as GeoJSON, called only where it is imported; null where it has none. */
  geometry(): unknown;
  /** Problems of this feature: the kind of each, and its values. */
  problems?: readonly (readonly [kind: string, values?: Values])[];
}

/** A file that is read from its start to its end, as often as needed. */
export interface RecordFile {
  /** Of the layer, where the file names none, and of one without features. */
  name: string;
  /** Layers in the order that they are offered; others follow as they are met. */
  order?: readonly string[];
  crs?: StatedCrs | undefined;
  encoding?: string | null;
  /** Fields of a layer, where its format declares them. */
  fields?(layer: string): Field[] | undefined;
  spherical?: boolean;
  heightsInUnit?: boolean;
  options?: Record<string, string>;
  columns?: string[];
  /** `findings` take what concerns the whole file. */
  records(findings: Findings): Iterable<SourceRecord>;
  /** The share read so far, 0 to 1. */
  part(): number;
  close(): void;
}

/** At most so many layers of a file are listed. */
const MAX_LAYERS = 2000;

/**
 * The layer of a file that was asked for, else its first. The file is read once to find its layers and what is wrong
 * with it as a whole, and again for the features. Throws Unreadable, and closes the file then.
 */
export function streamed(file: RecordFile, options: ReadOptions, findings: Findings): LayerSource {
  try {
    const layers = layersOf(file, findings);
    const layer =
      options.layer === undefined ? layers[0]! : layers.find(({ name }) => name === options.layer);
    if (!layer) throw new Unreadable('no-such-layer', { layer: options.layer!.slice(0, 80) });
    return {
      layers,
      layer,
      crs: file.crs,
      encoding: file.encoding ?? null,
      fields: file.fields?.(layer.name),
      spherical: file.spherical ?? false,
      ...(file.heightsInUnit && { heightsInUnit: true }),
      ...(file.options && { options: file.options }),
      ...(file.columns && { columns: file.columns }),
      features: (into, found, progress) => featuresOf(file, layer.name, into, found, progress),
      close: () => file.close(),
    };
  } catch (thrown) {
    file.close();
    throw thrown;
  }
}

function layersOf(file: RecordFile, findings: Findings): LayerInfo[] {
  const counts = new Map<string, number>((file.order ?? []).map((name) => [name, 0]));
  for (const { layer } of file.records(findings)) {
    const count = counts.get(layer);
    if (count === undefined && counts.size >= MAX_LAYERS) findings.once('many-layers', { most: MAX_LAYERS });
    else counts.set(layer, (count ?? 0) + 1);
  }
  const layers = [...counts].map(([name, count]) => ({ name, count, geometryType: null }));
  const filled = layers.filter(({ count }) => count > 0);
  if (filled.length > 0) return filled;
  return [layers[0] ?? { name: file.name, count: 0, geometryType: null }];
}

function* featuresOf(
  file: RecordFile,
  layer: string,
  into: Parameters<LayerSource['features']>[0],
  findings: Findings,
  progress: (part: number) => void,
): Generator<SourceFeature> {
  let feature = -1;
  // What concerns the whole file is known from the first time.
  for (const record of file.records(new Findings())) {
    if (record.layer !== layer) continue;
    if ((++feature & 255) === 0) progress(file.part());
    const { properties } = record;
    for (const [kind, values] of record.problems ?? []) findings.add(feature, kind, values);
    const geometry = record.geometry();
    let given = false;
    if (geometry === null || geometry === undefined) {
      if (!record.problems?.length) findings.add(feature, 'null-geometry');
    } else
      for (const part of partsOf(geometry, feature, findings)) {
        if (!readGeometry(part, into, feature, findings)) continue;
        given = true;
        yield { feature, properties, hasGeometry: true };
      }
    if (!given) yield { feature, properties, hasGeometry: false };
  }
  progress(1);
}
