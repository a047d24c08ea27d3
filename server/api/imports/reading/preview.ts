import type { FlatGeometry } from '../../../formats/flat.ts';

const MAX_FEATURES = 500;
const MAX_POSITIONS = 30_000;
const MAX_OF_A_RUN = 80;
/** About a decimetre: a preview is a few hundred pixels wide. */
const DIGITS = 1e6;

interface PreviewFeature {
  type: 'Feature';
  geometry: { type: string; coordinates: unknown };
  properties: { feature: number };
}

/** Up to 500 features, evenly sampled and simplified, to show where the file lies and what it looks like. */
export class Preview {
  readonly features: PreviewFeature[] = [];
  #step: number;
  #positions = 0;

  constructor(count: number) {
    this.#step = Math.max(1, Math.ceil(count / MAX_FEATURES));
  }

  see(feature: number, geometry: FlatGeometry): void {
    if (feature % this.#step !== 0 || this.#positions > MAX_POSITIONS || this.features.length >= MAX_FEATURES)
      return;
    this.features.push({
      type: 'Feature',
      geometry: { type: geometry.type, coordinates: this.#coordinates(geometry) },
      properties: { feature },
    });
  }

  #coordinates({ type, flat, size, stride, ends, polygons }: FlatGeometry): unknown {
    const run = (from: number, to: number): number[][] => {
      const count = (to - from) / stride;
      const every = Math.max(1, Math.ceil(count / MAX_OF_A_RUN));
      const positions: number[][] = [];
      for (let p = 0; p < count; p += p + every >= count && p + 1 < count ? count - 1 - p : every)
        positions.push([round(flat[from + p * stride]!), round(flat[from + p * stride + 1]!)]);
      this.#positions += positions.length;
      return positions;
    };
    const runs = (first: number, end: number) =>
      Array.from({ length: end - first }, (_, n) => {
        const r = first + n;
        return run(r > 0 ? ends[r - 1]! : 0, ends[r]!);
      });
    switch (type) {
      case 'Point':
        return run(0, size)[0];
      case 'MultiPoint':
      case 'LineString':
        return run(0, size);
      case 'MultiLineString':
      case 'Polygon':
        return runs(0, ends.length);
      case 'MultiPolygon':
        return polygons.map((end, p) => runs(p > 0 ? polygons[p - 1]! : 0, end));
    }
  }

  collection(): unknown {
    return { type: 'FeatureCollection', features: this.features };
  }
}

function round(value: number): number {
  return Math.round(value * DIGITS) / DIGITS;
}
