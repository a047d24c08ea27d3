import { isDeepStrictEqual } from 'node:util';
import { geoidHeight, loadGeoid } from '#core/geodesy';
import type { PhotoFacts } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import type { Queries } from '../../platform/db/database.ts';
import { readyDeclination } from '../../shared/files/declination.ts';
import { PICTURES } from '../../shared/files/pictures.ts';
import { visibleFiles } from '../../shared/files/scope.ts';
import {
  placePhoto,
  DEFAULT_LIMITS,
  TrackIndex,
  type CameraClock,
  type PanoramaPlacing,
  type PlacingLimits,
} from './place.ts';
import type { TrackPosition } from './track.ts';

interface PictureRow {
  id: string;
  name: string;
  kind: 'panoramic' | 'document';
  facts: PhotoFacts | null;
  details: Record<string, unknown>;
  /** Whether the caller may see it: all are placed, and only those are reported. */
  seen: boolean;
}

export interface PlacingReport {
  placed: number;
  unplaced: { id: string; name: string; reason: string }[];
}

/**
 * Places the panoramas of a survey, or the picture given, along its tracks; those placed by hand stay. Photos without a position
 * of their own get that of the track at their time, and no direction: where they look is not that in which a person walks.
 */
export async function placeAgain(
  tx: Queries,
  caller: Caller,
  surveyId: string,
  limits: PlacingLimits = DEFAULT_LIMITS,
  only?: string,
): Promise<PlacingReport> {
  const [survey] = await tx.query<CameraClock>(
    'select camera_offset as "cameraOffset", clock_shift as "clockShift" from surveys where id = $1 for no key update',
    [surveyId],
  );
  const params: unknown[] = [surveyId, only ?? null, PICTURES];
  const pictures = await tx.query<PictureRow>(
    `select f.id, f.name, f.kind, v.facts, f.details, ${visibleFiles(caller, 'f', params)} as seen
     from files f join file_versions v on v.file_id = f.id and v.version = f.content
     where f.survey_id = $1 and ($2::uuid is null or f.id = $2)
       and (f.kind = 'panoramic' or f.kind = 'document' and v.media_type = any($3::text[])) order by lower(f.name), f.id`,
    params,
  );
  // Two megabytes, only where an altitude needs it.
  if (pictures.some(({ kind, facts }) => kind === 'panoramic' && facts?.altitude != null)) await loadGeoid();
  await readyDeclination(pictures.map(({ facts }) => facts));
  const ways = pictures.length > 0 ? await readWays(tx, surveyId) : [];
  const result: PlacingReport = { placed: 0, unplaced: [] };
  const changed: { id: string; details: string }[] = [];
  for (const { id, name, kind, facts, details, seen } of pictures) {
    const placing = placePhoto(facts, survey!, ways, limits, geoidHeight);
    const isPhoto = kind === 'document';
    // A photo that has a place needs no track, nor does a panorama that somebody has placed.
    const needsTrack = isPhoto ? !facts?.position && !details['pose'] : !isPlaced(details);
    if (seen && placing.trackId !== null && (needsTrack || !isPhoto)) result.placed++;
    else if (seen && needsTrack) result.unplaced.push({ id, name, reason: reasonOf(placing.takenAt, facts) });
    const next = isPhoto ? photoDetails(placing, facts, details) : panoramaDetails(placing, details);
    if (!isDeepStrictEqual(next, details)) changed.push({ id, details: JSON.stringify(next) });
  }
  await tx.query(
    `update files f set details = n.details::jsonb, version = version + 1, updated_at = now(), updated_by = $3
     from unnest($1::uuid[], $2::text[]) as n(id, details) where f.id = n.id`,
    [changed.map(({ id }) => id), changed.map(({ details }) => details), caller.userId],
  );
  return result;
}

/** Positions by hand and of scans stay; the position along the track is only for sorting. */
function panoramaDetails(placing: PanoramaPlacing, details: PictureRow['details']): PictureRow['details'] {
  const { trackId, trackAt, takenAt } = placing;
  return {
    ...details,
    ...(isPlaced(details) ? { trackId, trackAt, takenAt } : turnedByHand(placing, details)),
  };
}

/** `onTrack`: where the track was at the time of a photo that does not say where it was taken; null: nowhere. */
function photoDetails(
  { position, trackId, trackAt, takenAt, placedBy }: PanoramaPlacing,
  facts: PhotoFacts | null,
  details: PictureRow['details'],
): PictureRow['details'] {
  const isOnTrack = placedBy === 'track-time' && position !== null && !facts?.position;
  const onTrack = isOnTrack ? { position: position.slice(0, 2), trackId, trackAt, takenAt } : null;
  return onTrack === null && details['onTrack'] == null ? details : { ...details, onTrack };
}

/** By a person, or with the scan it was taken out of. */
const isPlaced = ({ placedBy }: PictureRow['details']): boolean =>
  placedBy === 'person' || placedBy === 'scan';

/** A direction given by hand stays where only the position is found anew. */
function turnedByHand(placing: PanoramaPlacing, details: PictureRow['details']): PanoramaPlacing {
  if (details['headingFrom'] !== 'person') return placing;
  const { heading, pitch, roll, headingFrom, north, declination } = details as unknown as PanoramaPlacing;
  return { ...placing, heading, pitch, roll, headingFrom, north, declination };
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
