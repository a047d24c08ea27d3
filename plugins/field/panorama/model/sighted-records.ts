import { serviceToken } from '#core/kernel';
import type { StoredMeasure } from '#core/protocol';
import type { MeasureRecords, MeasureStorage } from '#plugins/measure/measure-2d/api';
import type { MeasuredPoint } from './measuring.ts';
import { spreadOf } from './rays.ts';

type SightedRecord = Extract<StoredMeasure, { kind: 'sighted' }>;

/** The stored form of points that were measured in panoramas. */
export const sightedRecords: MeasureRecords<MeasuredPoint> = {
  read(stored) {
    const sighted = stored.filter((one): one is SightedRecord => one.kind === 'sighted');
    return Promise.resolve(
      sighted.map(({ kind: _kind, covariance: [ee, en, eu, nn, nu, uu], ...record }) => ({
        ...record,
        ...spreadOf([
          [ee, en, eu],
          [en, nn, nu],
          [eu, nu, uu],
        ]),
        position: record.vertices[0]!,
        offset: undefined,
        stored: true,
      })),
    );
  },

  write({ id, position, from, on, covariance, angle, miss, warnings, assumed, lacksHeight }) {
    const [[ee, en, eu], [, nn, nu], [, , uu]] = covariance;
    return {
      id,
      kind: 'sighted',
      vertices: [[...position]],
      from: [...from],
      ...(on && { on }),
      covariance: [ee, en, eu, nn, nu, uu],
      angle,
      miss,
      warnings: [...warnings],
      assumed,
      lacksHeight,
    };
  },

  isSame: (one, other) => one.vertices === other.vertices,
};
export const SIGHTED_STORAGE = serviceToken<MeasureStorage>('panorama.SightedStorage');
