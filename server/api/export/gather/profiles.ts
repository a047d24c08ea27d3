import { project, unitOfCrs } from '#core/geodesy';
import { grants, type GeometryObject, type Position, type SheetProfile, type SheetRequest } from '#core/protocol'; // prettier-ignore
import type { Caller } from '../../../base/caller.ts';
import { sentence } from '../../../base/language.ts';
import { runsOf } from '../../../formats/shapes.ts';
import { asJobFailure, JobFailure, type Work } from '../../../platform/jobs/kind.ts';
import { scopeOf } from '../../../shared/access/scope.ts';
import { readyCrs } from '../../../shared/crs/registered.ts';
import { objectSql } from '../../../shared/geometries/about.ts';
import type { SectionAnswer } from '../../pointcloud/measures/section.ts';
import { cloudOf } from '../../pointcloud/record/cloud-record.ts';
import { findCloud } from '../../pointcloud/record/place.ts';
import { onPointsInJob } from '../../pointcloud/thread/in-thread.ts';
import { inThread } from '../../surfaces/in-thread.ts';
import { findSurface, tinBytes } from '../../surfaces/store.ts';
import type { GroundLine } from '../content/sheet-task.ts';
import { nameOf } from '../documents/document-texts.ts';

/** Seconds for the points along one line. */
const SECONDS = 60;

interface Reading {
  readonly work: Pick<Work, 'services' | 'signal' | 'language'>;
  readonly caller: Caller;
  readonly projectId: string;
}

/** The ground of the frames that are profiles, by the number of the frame. Throws JobFailure naming what is missing. */
export async function readProfiles(
  reading: Reading,
  frames: SheetRequest['frames'],
): Promise<Map<number, GroundLine>> {
  const profiles = new Map<number, GroundLine>();
  for (const [n, { content }] of frames.entries())
    if (content?.kind === 'profile') profiles.set(n, await readProfile(reading, content));
  return profiles;
}

async function readProfile(reading: Reading, { ground, line }: SheetProfile): Promise<GroundLine> {
  const { name, positions } =
    'objectId' in line ? await lineOf(reading, line.objectId) : { name: '', ...line };
  return 'surface' in ground
    ? ofSurface(reading, ground, name, positions)
    : ofCloud(reading, ground, name, positions);
}

async function ofSurface(
  { work, caller, projectId }: Reading,
  { surface: id }: { surface: string },
  line: string,
  positions: readonly Position[],
): Promise<GroundLine> {
  const { services, signal, language } = work;
  const surface = await findSurface(services.db, caller, id).catch(asJobFailure);
  if (surface.projectId !== projectId) throw new JobFailure('export.sheet.no-surface');
  const pieces = await inThread<'section'>(services, signal, async () => ({
    kind: 'section',
    crs: surface.crs,
    tin: await tinBytes(services.db, surface),
    line: positions,
  })).catch(asJobFailure);
  await readyCrs(surface.crs);
  const places = placesIn(surface.crs, positions);
  return {
    ground: surface.name,
    line,
    pieces: pieces.map((piece) => piece.map(({ along, height }) => [along, height] as const)),
    corners: cornersOf(places),
    about: sentence(language, 'export.sheet.profile.surface', { crs: surface.crs, geoid: surface.geoid }),
  };
}

async function ofCloud(
  { work, caller, projectId }: Reading,
  { cloud: id, width, classes }: { cloud: string; width: number; classes?: number[] },
  line: string,
  positions: readonly Position[],
): Promise<GroundLine> {
  const { services, signal, language } = work;
  if (!grants(caller.authorizations, 'pointcloud.read')) throw new JobFailure('export.not-allowed');
  const { row, place } = await findCloud(services.db, caller, id).catch(asJobFailure);
  if (row.projectId !== projectId) throw new JobFailure('export.sheet.no-cloud');
  const { georeference } = cloudOf(row);
  if (place.crs === null || !(await readyCrs(place.crs))) throw new JobFailure('export.sheet.cloud-unplaced', { name: row.name }); // prettier-ignore
  // Octrees are in metres.
  const [metres, up] = place.copc === null ? [1, 1] : [georeference.unit, georeference.heightUnit];
  const places = placesIn(place.crs, positions);
  const measure = {
    measure: 'section' as const,
    line: places.map(([x, y]) => [x / metres, y / metres] as [number, number]),
    width: width / metres,
    ...(classes && { classes }),
  };
  const task = {
    kind: 'measure' as const,
    cloud: place,
    other: null,
    terrain: null,
    measure,
    seconds: SECONDS,
  };
  const answer = (await onPointsInJob<'measure'>(services, task, signal).catch(
    asJobFailure,
  )) as SectionAnswer;
  const pieces = answer.outlines.map(({ profile }) =>
    profile.map(([along, height]) => [along * metres, height * up] as const),
  );
  const about = {
    crs: place.crs,
    width,
    vertical: georeference.verticalCrs ?? sentence(language, 'export.sheet.profile.heights-of-file'),
  };
  return {
    ground: row.name,
    line,
    // Outlines may run in any direction.
    pieces: pieces.map((piece) => (piece[0]![0] > piece.at(-1)![0] ? piece.toReversed() : piece)),
    corners: cornersOf(places),
    about: [
      sentence(language, 'export.sheet.profile.cloud', about),
      ...(answer.source.complete ? [] : [sentence(language, 'export.sheet.profile.incomplete')]),
    ].join(' '),
  };
}

/** A line of the project that the caller may see. */
async function lineOf(
  { work, caller, projectId }: Reading,
  id: string,
): Promise<{ name: string; positions: Position[] }> {
  const params: unknown[] = [id];
  const [row] = await work.services.db.query<{ text: string }>(
    `select ${objectSql('g')} as text from geometries g
     where g.id = $1::uuid and ${scopeOf(caller, { projectId }).objects('g', params)}`,
    params,
  );
  const object = row && (JSON.parse(row.text) as GeometryObject);
  const runs = object ? runsOf(object.location) : [];
  if (!object || !object.location.type.endsWith('LineString') || runs.length !== 1)
    throw new JobFailure('export.sheet.no-profile-line');
  return {
    name: nameOf(object.id, object.properties, undefined),
    positions: runs[0]!.positions.map(([longitude, latitude]) => [longitude, latitude]),
  };
}

/** East and north in the plane of a loaded CRS, metres. */
function placesIn(crs: string, positions: readonly Position[]): [number, number][] {
  const { metres } = unitOfCrs(crs);
  return positions.map(([longitude, latitude]) => {
    const [x, y] = project(crs, [longitude, latitude]);
    return [x * metres, y * metres];
  });
}

function cornersOf(places: readonly (readonly [number, number])[]): number[] {
  let along = 0;
  return places.map(([x, y], n) => {
    const before = places[n - 1];
    return (along += before ? Math.hypot(x - before[0], y - before[1]) : 0);
  });
}
