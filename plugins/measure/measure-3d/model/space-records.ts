import type { StoredMeasure, Position } from '#core/protocol';
import type { MeasureRecords } from '#plugins/measure/measure-2d/api';
import { isSame, type SpaceMeasure } from './measures.ts';

type SpaceRecord = Extract<StoredMeasure, { kind: 'space' }>;

/** The stored form of 3D measurements; reading ignores those of the flat map. */
export const spaceRecords: MeasureRecords<SpaceMeasure> = {
  read(stored) {
    const inSpace = stored.filter((one): one is SpaceRecord => one.kind === 'space');
    return Promise.resolve(
      inSpace.map(({ id, of, vertices, choices: { base, baseTerrain, accuracy, ...heights } }) => ({
        id,
        kind: of,
        vertices,
        choices: { ...heights, base, baseTerrain, accuracy },
        offset: undefined,
        stored: true,
        reading: undefined,
      })),
    );
  },

  write({ id, kind, vertices, choices: { base, baseTerrain, accuracy, ...heights } }) {
    const choices = {
      ...heights,
      ...(base !== undefined && { base }),
      ...(baseTerrain !== undefined && { baseTerrain }),
      ...(accuracy !== undefined && { accuracy }),
    };
    return { id, kind: 'space', of: kind, vertices: vertices.map((place): Position => [...place]), choices };
  },

  isSame,
};
