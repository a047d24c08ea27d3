import type { AnswerOf, bimFootprint, Language } from '#core/protocol';
import { HttpError } from '../../../base/http-error.ts';
import type { Queries } from '../../../platform/db/database.ts';
import type { Edition } from '../record/edition.ts';
import type { Polygons } from '../convert/outline.ts';
import { placeOf } from '../record/record.ts';

/** Where a model stands now. Throws HttpError 409 when nobody knows. */
async function placed(db: Queries, { row }: Edition, language: Language) {
  const place = await placeOf(db, row, language);
  if (!place?.onEarth || !place.georeference.toEcef)
    throw new HttpError(409, 'bim.unplaced', { name: row.name });
  return { on: place.onEarth, ...place.georeference, toEcef: place.georeference.toEcef };
}

/** The outline of a model on the map. */
export async function footprintOf(
  db: Queries,
  edition: Edition,
  language: Language,
): Promise<AnswerOf<typeof bimFootprint>> {
  const { on, heights } = await placed(db, edition, language);
  const [held] = await db.query<{ outline: Polygons | null }>(
    'select outline from bim_contents where edition = $1',
    [edition.edition],
  );
  const { box, isHull } = edition.facts;
  const coordinates = (held?.outline ?? []).map((rings) =>
    rings.map((ring) =>
      ring.map(([x, y]): [number, number] => {
        const [longitude, latitude] = on.toPosition([x, y, box?.min[2] ?? 0]);
        return [longitude, latitude];
      }),
    ),
  );
  const heightAt = (z: number) =>
    !box || heights === 'unknown'
      ? null
      : on.toPosition([(box.min[0] + box.max[0]) / 2, (box.min[1] + box.max[1]) / 2, z])[2];
  return {
    type: 'Feature',
    geometry: { type: 'MultiPolygon', coordinates },
    properties: {
      id: edition.row.id,
      name: edition.row.name,
      kind: isHull ? 'hull' : 'outline',
      bottom: box && heightAt(box.min[2]),
      top: box && heightAt(box.max[2]),
    },
  };
}

/** 3D Tiles of a model: a tile for each part, at the place that is applied now. */
export async function tilesetOf(db: Queries, edition: Edition, language: Language): Promise<object> {
  const { toEcef } = await placed(db, edition, language);
  const { box, origin, parts } = edition.facts;
  if (!box) throw new HttpError(409, 'bim.unplaced', { name: edition.row.name });
  const [low, high] = [box.min, box.max].map((corner) => corner.map((one, k) => one - origin[k]!));
  const middle = low!.map((one, k) => (one + high![k]!) / 2);
  const half = low!.map((one, k) => Math.max(0.01, (high![k]! - one) / 2));
  // glTF is y up, which 3D Tiles turns to z up; zero is the origin of the fragments.
  const moved = [0, 1, 2].map(
    (k) => toEcef[k]! * origin[0] + toEcef[4 + k]! * origin[1] + toEcef[8 + k]! * origin[2] + toEcef[12 + k]!,
  );
  const volume = { box: [...middle, half[0], 0, 0, 0, half[1], 0, 0, 0, half[2]] };
  // Drawn until it is 4 pixels large: Cesium leaves out what has an error of less than 16.
  const error = Math.hypot(...half) * 2 * 4;
  return {
    asset: { version: '1.1' },
    geometricError: error,
    root: {
      transform: [...toEcef.slice(0, 12), ...moved, 1],
      boundingVolume: volume,
      geometricError: error,
      refine: 'ADD',
      children: parts.map((_, part) => ({
        boundingVolume: volume,
        geometricError: 0,
        content: { uri: `${part}.glb` },
      })),
    },
  };
}
