import { unitOfCrs, verticalCrsOf } from '#core/geodesy';
import {
  getBimGeoreference,
  listBimGeoreferences,
  putBimGeoreference,
  type GeoreferencedBox,
  type Language,
} from '#core/protocol';
import { route, type Route } from '../../../http/context.ts';
import { tagVersion } from '../../../http/versions.ts';
import type { Queries } from '../../../platform/db/database.ts';
import { findFile, type FileRow } from '../../../shared/files/store.ts';
import {
  currentGeoreference,
  readGeoreferences,
  saveGeoreference,
  type Placed,
} from '../../../shared/placement/georeferences.ts';
import { BASIS, placeOf, type BimFacts } from '../record/record.ts';

const UNPLACED = { from: [0, 0, 0], to: [0, 0, 0], turn: [0, 0, 0], scale: [1, 1, 1] } as const;

/** Where a model is by its file, as the record that all that is placed has. Without a CRS while it is not converted. */
async function ownPlace(db: Queries, row: FileRow, language: Language): Promise<Placed> {
  const place = await placeOf(db, row, language, 'file');
  const placing = place?.placing ?? null;
  const georeference = place?.georeference;
  const vertical = placing?.place.verticalCrs ?? null;
  const level = georeference?.levels.find((one) => one.level === georeference.applied);
  return {
    fileId: row.id,
    basis: BASIS,
    own: {
      crs: placing?.place.crs ?? null,
      verticalCrs: vertical,
      transform: structuredClone(placing?.place.transform ?? UNPLACED) as Placed['own']['transform'],
      unit: placing ? unitOfCrs(placing.place.crs).metres : 1,
      heightUnit: (vertical !== null && verticalCrsOf(vertical)?.metres) || 1,
      found: georeference?.applied === 'center' ? 'typed' : 'file',
      note: level?.source ?? null,
      fit: null,
    },
  };
}

/** Where BIM models are. */
export const placeRoutes: Route[] = [
  route(getBimGeoreference, async ({ params, caller, services, reply, language }) => {
    const row = await findFile(services.db, caller, params.id, ['bim']);
    const current = currentGeoreference(await ownPlace(services.db, row, language), row.georeference);
    tagVersion(reply, current.version);
    void reply.header('cache-control', 'no-store');
    const facts = row.bim?.made?.facts as BimFacts | undefined;
    const box = facts?.box ? structuredClone(facts.box as GeoreferencedBox['box']) : null;
    return { ...current, box };
  }),

  route(putBimGeoreference, async ({ params, body, caller, ifMatch, services, reply, language }) => {
    const saved = await services.db.transaction(async (tx) => {
      // Serializes two who place it at once.
      await tx.query('select 1 from files where id = $1 for update', [params.id]);
      const row = await findFile(tx, caller, params.id, ['bim']);
      const placed = await ownPlace(tx, row, language);
      const current = currentGeoreference(placed, row.georeference);
      return saveGeoreference(tx, caller, { ...placed, current }, body, ifMatch);
    });
    tagVersion(reply, saved.version);
    return saved;
  }),

  route(listBimGeoreferences, async ({ params, caller, services, language }) => {
    const row = await findFile(services.db, caller, params.id, ['bim']);
    return readGeoreferences(services.db, await ownPlace(services.db, row, language));
  }),
];
