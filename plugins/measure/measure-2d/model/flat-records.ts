import { loadCrs } from '#core/geodesy';
import type { StoredMeasure, Position } from '#core/protocol';
import type { MeasureRecords } from '../api.ts';
import type { Measure } from './measures.ts';

type FlatRecord = Exclude<StoredMeasure, { kind: 'space' | 'sighted' }>;

/** The stored form of measurements of the flat map; reading ignores those in 3D and of panoramas. */
export const flatRecords: MeasureRecords<Measure> = {
  async read(stored) {
    const flat = stored.filter((one): one is FlatRecord => one.kind !== 'space' && one.kind !== 'sighted');
    // Without its projection loaded, a plane measurement would be shown as geodesic.
    const planes = flat.flatMap(({ basis }) => (basis.kind === 'plane' ? [basis.crs] : []));
    if (planes.length > 0) await loadCrs(...planes);
    return flat.map((one) => ({ ...one, offset: undefined, stored: true }));
  },

  write({ id, kind, vertices, basis, line }) {
    const common = { id, vertices: vertices.map(copied), basis };
    if (kind !== 'chainage') return { ...common, kind };
    const { typeName, vertices: places } = line!;
    return { ...common, kind, line: { typeName, vertices: places.map(copied) } };
  },

  isSame: (one, other) => one.vertices === other.vertices && one.basis === other.basis,
};

const copied = (place: Position): Position => [...place];
