import type { StoredMeasure, Position } from '#core/protocol';
import type { MeasureRecords } from '#plugins/measure/measure-2d/api';
import { isSame, type SpaceMeasure } from './measures.ts';

type SpaceRecord = Extract<StoredMeasure, { kind: 'space' }>;

/** The stored form of 3D measurements; reading ignores those of the flat map. */
export const spaceRecords: MeasureRecords<SpaceMeasure> = {
  read(stored) {
    const inSpace = stored.filter((one): one is SpaceRecord => one.kind === 'space');
    return Promise.resolve(
      inSpace.map(({ id, of, vertices, choices: { base, ...heights } }) => ({
        id,
        kind: of,
        vertices,
        choices: { ...heights, base },
        offset: undefined,
        stored: true,
        reading: undefined,
      })),
    );
  },

  write({ id, kind, vertices, choices: { base, ...heights } }) {
    const choices = base === undefined ? heights : { ...heights, base };
    return { id, kind: 'space', of: kind, vertices: vertices.map((place): Position => [...place]), choices };
  },

  isSame,
};
