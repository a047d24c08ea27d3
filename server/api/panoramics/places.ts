import type { PanoramicPlace, PyramidShape } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import type { Queries } from '../../platform/db/database.ts';
import { visibleFiles } from '../../shared/files/scope.ts';

interface PlaceRow extends Pick<PanoramicPlace, 'id' | 'name' | 'surveyId'> {
  details: Partial<Omit<PanoramicPlace, 'id' | 'name' | 'surveyId' | 'pyramid'>>;
  version: number | null;
  facts: PyramidShape | null;
}

/** All panoramas of a project that have a place and that the caller may see, in the order of their tracks. */
export async function readPlaces(db: Queries, caller: Caller, projectId: string): Promise<PanoramicPlace[]> {
  const params: unknown[] = [projectId];
  const rows = await db.query<PlaceRow>(
    `select f.id, f.name, f.survey_id as "surveyId", f.details, p.pyramid as version, p.facts
     from files f left join panoramas p on p.file_id = f.id
     where f.project_id = $1 and f.kind = 'panoramic' and f.details->>'position' is not null
       and ${visibleFiles(caller, 'f', params)}
     order by f.details->>'trackId', (f.details->>'trackAt')::float8, f.details->>'takenAt', lower(f.name), f.id`,
    params,
  );
  return rows.map(({ id, name, surveyId, details, version, facts }) => ({
    id,
    name,
    surveyId,
    position: details.position!,
    heading: details.heading ?? null,
    pitch: details.pitch ?? 0,
    roll: details.roll ?? 0,
    headingFrom: details.headingFrom ?? null,
    north: details.north ?? null,
    declination: details.declination ?? null,
    takenAt: details.takenAt ?? null,
    placedBy: details.placedBy ?? null,
    trackId: details.trackId ?? null,
    trackAt: details.trackAt ?? null,
    pyramid: facts && version !== null ? { ...facts, version } : null,
  }));
}
