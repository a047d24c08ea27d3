import { readFile, stat } from 'node:fs/promises';
import { locate, type Located } from '#core/geodesy';
import { grants, type CloudImagesTaken, type Language, type PhotoFacts } from '#core/protocol';
import type { Caller } from '../../../base/caller.ts';
import { HttpError } from '../../../base/http-error.ts';
import { sentence } from '../../../base/language.ts';
import { JobFailure, type JobKind, type Work } from '../../../platform/jobs/kind.ts';
import { Threads } from '../../../platform/jobs/thread.ts';
import { refuseArchived } from '../../../http/gate/archived.ts';
import { memberOf } from '../../../shared/access/member.ts';
import { useStoredGrids } from '../../../shared/crs/grids.ts';
import { readyCrs } from '../../../shared/crs/registered.ts';
import { lookAt } from '../../../shared/files/look.ts';
import { cleanName } from '../../../shared/files/names.ts';
import { isPhoto } from '../../../shared/files/pictures.ts';
import { keepBytes, release, type ReceivedContent } from '../../../shared/files/receive.ts';
import { seesKind } from '../../../shared/files/scope.ts';
import { findFile, type FileRow } from '../../../shared/files/store.ts';
import { UPLOAD_LIMITS } from '../../../shared/uploads/kinds.ts';
import { refuseDamaged } from '../../panoramics/in-thread.ts';
import { cloudOf } from '../record/cloud-record.ts';
import { axisOf, poseOnEarth, type ImagePose } from './pose.ts';
import { keepPhoto, keepPanorama, takenBefore, unmadePyramids, type Found } from './keep-images.ts';
import type { TakenImage, TakeOutTask } from './take-out.ts';

/** Input of a job of kind `cloud-images`. */
export interface ImagesInput {
  fileId: string;
  name: string;
  language: Language;
}

const HOUR = 3_600_000;
/** Heap in MB; a picture lies beside it. */
const MEMORY = 512;
const HEAD = 64 * 1024;
const FOUND_PART = 0.2;

const threads = new Threads<TakeOutTask, never, TakenImage[]>(
  new URL('./images.worker.ts', import.meta.url),
  MEMORY,
);

/** Takes the pictures out of an E57: spheres become panoramas of a survey, pinholes photos of the cloud. */
export const cloudImagesKind: JobKind = {
  timeLimit: HOUR,
  run: (work) => takeImages(work, work.input as ImagesInput),
  followUps: ({ db }) => unmadePyramids(db),
};

async function takeImages(work: Work, input: ImagesInput): Promise<CloudImagesTaken> {
  const { services, folder, signal, language } = work;
  const { db, storage } = services;
  const { row, caller } = await ofMaker(work, input);
  const { georeference } = cloudOf(row);
  if (georeference.crs === null) throw new JobFailure('pointcloud.no-crs', { name: row.name });
  const report = (part: number) => work.progress(part, sentence(language, 'pointcloud.taking-images'));
  report(0);
  const images = await threads.run(
    { file: await storage.localPath(row.key), folder },
    {
      signal,
      onMessage: () => {},
      failure: (key, values) => new JobFailure(key, { name: row.name, ...values }),
    },
  );
  await useStoredGrids(services);
  await readyCrs(georeference.crs);
  const located = await locate(georeference, images[0]?.translation ?? [0, 0, 0]);
  const before = await takenBefore(db, row);
  const taken: CloudImagesTaken = { panoramas: 0, photos: 0, before: 0, left: 0 };
  for (const [i, image] of images.entries()) {
    report(FOUND_PART + ((1 - FOUND_PART) * i) / images.length);
    if (signal.aborted) throw new DOMException('The job was stopped.', 'AbortError');
    if (before.has(image.guid)) taken.before++;
    else taken[await keepImage(work, { row, caller, image, located })]++;
  }
  return taken;
}

interface OneImage {
  row: FileRow;
  caller: Caller;
  image: TakenImage;
  located: Located;
}

/** What became of a picture; `left`: it is damaged, or cannot be used. */
async function keepImage(
  { services }: Work,
  { row, caller, image, located }: OneImage,
): Promise<'panoramas' | 'photos' | 'left'> {
  const content = await contentOf(services, image);
  if (!content) return 'left';
  try {
    const { mediaType, facts } = await lookAt(services, content);
    if (!isPhoto(mediaType) || !facts || facts.notes.includes('unreadable')) return 'left';
    const found: Found = { row, caller, content, mediaType, image, pose: poseOf(image, located) };
    if (image.shape!.kind === 'pinhole') {
      await keepPhoto(services, found, facts);
      return 'photos';
    }
    await refuseDamaged(await services.storage.localPath(content.key), content.name);
    await keepPanorama(services, found, { ...facts, panorama: coverOf(image) });
    return 'panoramas';
  } catch (failure) {
    // A picture that cannot be decoded; what is wrong with the cloud or the project stops the job.
    if (failure instanceof HttpError && failure.status === 422) return 'left';
    throw failure;
  } finally {
    await release(services, content.key);
  }
}

async function contentOf(
  services: Work['services'],
  image: TakenImage,
): Promise<ReceivedContent | undefined> {
  if (image.path === undefined || (await stat(image.path)).size > UPLOAD_LIMITS.panoramic) return undefined;
  const bytes = await readFile(image.path);
  const name = cleanName(image.name) ?? 'image.jpg';
  return { ...(await keepBytes(services, bytes)), name, head: bytes.subarray(0, HEAD) };
}

/** The middle of a sphere is along X with Z above it; of a pinhole, against Z with Y above it. */
function poseOf({ rotation, translation, shape }: TakenImage, located: Located): ImagePose {
  const axes =
    shape!.kind === 'sphere'
      ? { ahead: axisOf(rotation, 0), up: axisOf(rotation, 2) }
      : { ahead: axisOf(rotation, 2, -1), up: axisOf(rotation, 1) };
  return poseOnEarth(located, translation, axes);
}

/** What a picture has of the sphere: the same on both sides of its middle. */
function coverOf({ shape }: TakenImage): PhotoFacts['panorama'] {
  if (shape?.kind !== 'sphere') return null;
  const { width, height, fullWidth, fullHeight } = shape;
  return {
    projection: 'equirectangular',
    fullWidth,
    fullHeight,
    left: Math.max(0, Math.round((fullWidth - width) / 2)),
    top: Math.max(0, Math.round((fullHeight - height) / 2)),
    width,
    height,
  };
}

/** The cloud, seen with the current rights of the person it is for. Throws JobFailure when they have lost them. */
async function ofMaker(work: Work, input: ImagesInput): Promise<{ row: FileRow; caller: Caller }> {
  const { db } = work.services;
  const caller = await memberOf(db, work.userId, work.projectId!);
  if (!caller || !mayTakeImages(caller)) throw new JobFailure('pointcloud.images-not-allowed');
  await refuseArchived(db, caller, [work.projectId!]);
  const row = await findFile(db, caller, input.fileId, ['pointcloud']).catch(() => undefined);
  if (!row) throw new JobFailure('pointcloud.gone', { name: input.name });
  return { row, caller };
}

/** They become files of the survey, and photos of the cloud. */
export const mayTakeImages = (caller: Caller): boolean =>
  grants(caller.authorizations, 'pointcloud.write') &&
  grants(caller.authorizations, 'files.write') &&
  seesKind(caller, 'pointcloud') &&
  seesKind(caller, 'panoramic');
