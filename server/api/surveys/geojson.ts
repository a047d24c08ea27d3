import { MAX_POSITIONS, position, seconds, UnreadableTrack, type ReadTrack } from './track.ts';

interface UncheckedFeature {
  type?: unknown;
  geometry?: { type?: unknown; coordinates?: unknown } | null;
  properties?: Record<string, unknown> | null;
  features?: unknown;
}

/**
 * Reads tracks from GeoJSON: each line is one, with times in `coordTimes` or `times` and headings in `headings`, as
 * GPX converters write them; points form one in their order, with `time` and `heading` properties.
 */
export function readGeojson(text: string): ReadTrack[] {
  let root: UncheckedFeature;
  try {
    root = JSON.parse(text) as UncheckedFeature;
  } catch {
    throw new UnreadableTrack('track-not-json');
  }
  const features = Array.isArray(root?.features) ? (root.features as UncheckedFeature[]) : [root];
  const points: ReadTrack = { name: '', positions: [] };
  const tracks: ReadTrack[] = [];
  let count = 0;
  for (const [i, feature] of features.entries()) {
    const geometry =
      feature?.type === 'Feature' ? feature.geometry : (feature as UncheckedFeature['geometry']);
    const properties = (feature?.type === 'Feature' && feature.properties) || {};
    const lines = linesOf(geometry);
    count += lines.reduce((sum, line) => sum + line.length, 0);
    if (count > MAX_POSITIONS) throw new UnreadableTrack('track-too-long', { most: MAX_POSITIONS });
    const name = typeof properties['name'] === 'string' ? properties['name'].slice(0, 200) : '';
    const one = lines.length === 1;
    const times = one ? list(properties['coordTimes'] ?? properties['times']) : [];
    const headings = one ? list(properties['headings']) : [];
    const point = geometry?.type === 'Point';
    for (const line of lines) {
      const positions = line.map((at, k) =>
        position(
          `${i + 1}`,
          Number(at[0]),
          Number(at[1]),
          typeof at[2] === 'number' ? at[2] : null,
          seconds(point ? properties['time'] : times[k]),
          numeric(point ? properties['heading'] : headings[k]),
        ),
      );
      if (point) points.positions.push(...positions);
      else tracks.push({ name, positions });
    }
  }
  return points.positions.length > 0 ? [...tracks, points] : tracks;
}

function linesOf(geometry: UncheckedFeature['geometry']): unknown[][][] {
  const coordinates = geometry?.coordinates;
  const lines =
    geometry?.type === 'Point'
      ? [[coordinates]]
      : geometry?.type === 'LineString'
        ? [coordinates]
        : geometry?.type === 'MultiLineString'
          ? coordinates
          : [];
  return list(lines).map((line) => list(line).map((at) => list(at)));
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

function numeric(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
