import { geoidHeight, loadGeoid } from '#core/geodesy';
import type { PhotoFacts } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import type { Queries } from '../../platform/db/database.ts';
import { seesKind } from '../../shared/files/scope.ts';
import {
  placePhoto,
  DEFAULT_LIMITS,
  TrackIndex,
  type CameraClock,
  type PanoramaPlacing,
  type PlacingLimits,
} from './place.ts';
import type { TrackPosition } from './track.ts';

interface PhotoRow {
  id: string;
  name: string;
  facts: PhotoFacts | null;
  details: Record<string, unknown>;
}

export interface PlacingReport {
  placed: number;
  unplaced: { id: string; name: string; reason: string }[];
}

/** Places the panoramas of a survey, or the one given, along its tracks; those placed by hand stay. */
export async function placeAgain(
  tx: Queries,
  caller: Caller,
  surveyId: string,
  limits: PlacingLimits = DEFAULT_LIMITS,
  only?: string,
): Promise<PlacingReport> {
  const [survey] = await tx.query<CameraClock>(
    'select camera_offset as "cameraOffset", clock_shift as "clockShift" from surveys where id = $1 for update',
    [surveyId],
  );
  const photos = await tx.query<PhotoRow>(
    `select f.id, f.name, v.facts, f.details from files f join file_versions v on v.file_id = f.id and v.version = f.content
     where f.survey_id = $1 and f.kind = 'panoramic' and ($2::uuid is null or f.id = $2) order by lower(f.name), f.id`,
    [surveyId, only ?? null],
  );
  // Two megabytes, only where an altitude needs it.
  if (photos.some(({ facts }) => facts?.altitude != null)) await loadGeoid();
  const ways = photos.length > 0 ? await readWays(tx, surveyId) : [];
  const result: PlacingReport = { placed: 0, unplaced: [] };
  const changed: { id: string; details: string }[] = [];
  for (const { id, name, facts, details } of photos) {
    const placing = placePhoto(facts, survey!, ways, limits, geoidHeight);
    if (placing.trackId !== null) result.placed++;
    else result.unplaced.push({ id, name, reason: reasonOf(placing.takenAt, facts) });
    // Positions by hand and of scans stay; the position along the track is only for sorting.
    const { trackId, trackAt, takenAt } = placing;
    const next = {
      ...details,
      ...(isPlaced(details) ? { trackId, trackAt, takenAt } : turnedByHand(placing, details)),
    };
    const text = JSON.stringify(next);
    if (text !== JSON.stringify({ ...next, ...details })) changed.push({ id, details: text });
  }
  await tx.query(
    `update files f set details = n.details::jsonb, version = version + 1, updated_at = now(), updated_by = $3
     from unnest($1::uuid[], $2::text[]) as n(id, details) where f.id = n.id`,
    [changed.map(({ id }) => id), changed.map(({ details }) => details), caller.userId],
  );
  // All are placed; only those visible to the caller are reported.
  return seesKind(caller, 'panoramic') ? result : { placed: 0, unplaced: [] };
}

/** By a person, or with the scan it was taken out of. */
const isPlaced = ({ placedBy }: Record<string, unknown>): boolean =>
  placedBy === 'person' || placedBy === 'scan';

/** A direction given by hand stays where only the position is found anew. */
function turnedByHand(placing: PanoramaPlacing, details: Record<string, unknown>): PanoramaPlacing {
  if (details['headingFrom'] !== 'person') return placing;
  const { heading, pitch, roll, headingFrom, north } = details as unknown as PanoramaPlacing;
  return { ...placing, heading, pitch, roll, headingFrom, north };
}

/** Stable keys of why a photo is on no track. */
function reasonOf(takenAt: string | null, facts: PhotoFacts | null): string {
  if (takenAt === null && !facts?.position)
    return facts?.takenAtLocal ? 'clock-unknown' : 'no-time-no-position';
  return takenAt === null ? 'too-far' : facts?.position ? 'other-time-and-too-far' : 'other-time';
}

async function readWays(tx: Queries, surveyId: string): Promise<TrackIndex[]> {
  const rows = await tx.query<{ id: string; positions: string }>(
    'select id, positions from survey_tracks where survey_id = $1 order by started_at, created_at, id',
    [surveyId],
  );
  return rows.map(({ id, positions }) => new TrackIndex(id, JSON.parse(positions) as TrackPosition[]));
}
