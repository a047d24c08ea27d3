import { NEVER } from 'rxjs';
import { ObjectDocument } from '#core/document';
import type { Position } from '#core/protocol';
import { object } from '#core/testing';
import type { Ground } from '#plugins/globe/map-3d/api';
import { take } from '../../model/measuring.ts';
import { formedGround } from './formed-ground.ts';
import { SpaceMeasures } from '../../model/measures.ts';

/** Metres in a thousandth of a degree at the equator. */
const MILLI = 111.32;

/** A terrain with 2 m cells: a hill at 0° 0°, 40 m high over a plain at 100 m. */
export const HILL: Ground = {
  ...formedGround(heightAt, 2, [{ id: '6d0a2c39-3a76-4c5e-9a5b-0d6b1a6a0c09', name: 'Before' }]),
  describe: () => ({ name: 'Hill', resolution: 2, source: 'egm96' }),
  nearAt: (longitude, latitude) => heightAt([longitude, latitude]),
  changes$: NEVER,
};
export const PLAIN: Ground = {
  ...formedGround(() => undefined, 2),
  describe: () => undefined,
  nearAt: () => undefined,
  changes$: NEVER,
};

function heightAt([longitude, latitude]: Position): number {
  const away = Math.hypot(longitude, latitude) * 1000 * MILLI;
  return 100 + 40 * Math.exp(-((away / 80) ** 2));
}

/** Measurements over the hill, with a wire at 150 m across. */
export function measuresOver(ground: Ground): SpaceMeasures {
  const document = new ObjectDocument('p');
  const wire = object('wire', { type: 'LineString', coordinates: [[0.0005, -0.001, 150], [0.0005, 0.001, 150]] }); // prettier-ignore
  document.apply([{ id: wire.id, before: undefined, after: wire }], 'load');
  return new SpaceMeasures((kind, vertices, choices, signal) =>
    take(kind, vertices, { ground, document, shown: () => true, choices, signal }),
  );
}
