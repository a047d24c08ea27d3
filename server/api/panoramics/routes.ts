import { fullCircle, loadMagneticModel } from '#core/geodesy';
import {
  blurPanoramic,
  convertPanoramic,
  deletePanoramic,
  downloadPanoramic,
  findInPanoramic,
  getPanoramic,
  listPanoramicPlaces,
  listPanoramics,
  panoramicBase,
  panoramicTile,
  updatePanoramic,
  uploadPanoramic,
  type BodyOf,
  type Panoramic,
  type PhotoFacts,
} from '#core/protocol';
import { declinationOf } from '../../shared/files/declination.ts';
import { blurFileContent } from '../../shared/files/blur.ts';
import type { PictureWindow } from '../../shared/files/blur-picture.ts';
import { lookAt } from '../../shared/files/look.ts';
import { findRegions } from '../../shared/files/find-regions.ts';
import { isPhoto } from '../../shared/files/pictures.ts';
import { requireProject } from '../../shared/access/scope.ts';
import { requireViewer } from '../../shared/files/scope.ts';
import { contentOf, findFile, type FileRow } from '../../shared/files/store.ts';
import { route, type Route } from '../../http/context.ts';
import { HttpError } from '../../base/http-error.ts';
import { tagVersion } from '../../http/versions.ts';
import { placeAgain } from '../surveys/place-again.ts';
import type { PanoramaPlacing } from '../surveys/place.ts';
import { SurveyFiles } from '../surveys/survey-files.ts';
import { pyramidOf, startPyramid } from './conversion.ts';
import { refuseDamaged } from './in-thread.ts';
import { readPlaces } from './places.ts';
import { sendPicture } from './send-pyramid.ts';
import { sourceShape, UnusablePanorama } from './source-shape.ts';

const UNPLACED: PanoramaPlacing = {
  position: null,
  heading: null,
  pitch: 0,
  roll: 0,
  headingFrom: null,
  north: null,
  declination: null,
  takenAt: null,
  placedBy: null,
  trackId: null,
  trackAt: null,
};

type Details = Partial<Pick<Panoramic, 'side'> & PanoramaPlacing & { layout: string }>;

function asPanoramic(row: FileRow): Panoramic {
  const { side = null, layout: _, ...placing } = row.details as Details;
  return {
    ...contentOf(row),
    surveyId: row.surveyId!,
    side,
    ...UNPLACED,
    ...placing,
    photo: row.facts as PhotoFacts | null,
    blurred: row.blurred,
    ...pyramidOf(row),
  };
}

interface PanoramicFields {
  surveyid: string;
  side?: Panoramic['side'];
  layout?: 'equirectangular' | 'cube';
}

/** HEIC has no decoder in sharp, and no camera writes panoramas in it. */
const UNDECODED = ['image/heic', 'image/heif', 'image/gif'];

const panoramas = new SurveyFiles<Panoramic, PanoramicFields>({
  kind: 'panoramic',
  async examine(services, content, { layout }) {
    const { name } = content;
    const looked = await lookAt(services, content);
    if (!isPhoto(looked.mediaType) || UNDECODED.includes(looked.mediaType))
      throw new HttpError(422, 'panoramics.no-picture', { name });
    if (!looked.facts) throw new HttpError(422, 'panoramics.unreadable', { name });
    shapeFor(looked.facts, { ...(layout && { layout }) }, name);
    await refuseDamaged(await services.storage.localPath(content.key), name);
    return looked;
  },
  details: ({ side, layout }) => ({ ...UNPLACED, ...(side && { side }), ...(layout && { layout }) }),
  added: (tx, caller, { id, surveyId }) => placeAgain(tx, caller, surveyId!, undefined, id),
  answer: asPanoramic,
});

export const routes: Route[] = [
  route(listPanoramics, (handling) => {
    const { params, query } = handling;
    return panoramas.list({ ...handling, query: { ...query, orderby: query.orderby ?? 'track' } }, params.id);
  }),
  route(listPanoramicPlaces, async ({ params, caller, services }) => {
    requireViewer(caller, 'panoramic');
    await requireProject(services.db, caller, params.id);
    return readPlaces(services.db, caller, params.id);
  }),
  route(getPanoramic, async (handling) => {
    const answer = await panoramas.get(handling);
    // Its pyramid is made without another version of the record.
    void handling.reply.header('cache-control', 'no-store');
    return answer;
  }),
  route(downloadPanoramic, (handling) => panoramas.download(handling)),
  route(uploadPanoramic, async (handling) => {
    const { id } = await panoramas.upload(handling, uploadPanoramic.body, undefined);
    return asPanoramic(await startPyramid(handling, id));
  }),
  route(updatePanoramic, async (handling) => {
    const { body, caller } = handling;
    if (body.north === 'magnetic') await loadMagneticModel();
    return panoramas.change(
      handling,
      (row) => ({ details: placedByHand(row, body) }),
      async (tx, { id, surveyId }) => {
        if (body.position === null) await placeAgain(tx, caller, surveyId!, undefined, id);
      },
    );
  }),
  route(blurPanoramic, async (handling) => {
    const { params, body, caller, ifMatch, services, reply } = handling;
    await blurFileContent({
      caller,
      services,
      id: params.id,
      ifMatch,
      kinds: ['panoramic'],
      regions: body.regions,
      describe: asPanoramic,
      windowOf,
      // Its tiles still show what is blurred; a job that is making others is given up.
      changed: (tx) =>
        tx.query(
          'update panoramas set job_id = null, pyramid = null, pyramid_content = null, key = null where file_id = $1',
          [params.id],
        ),
    });
    const row = await startPyramid(handling, params.id);
    tagVersion(reply, row.version);
    return asPanoramic(row);
  }),
  route(findInPanoramic, async ({ params, caller, services }) => {
    const row = await findFile(services.db, caller, params.id, ['panoramic']);
    return findRegions(services, row, windowOf(row.facts as PhotoFacts, row));
  }),
  route(deletePanoramic, (handling) => panoramas.remove(handling)),
  route(convertPanoramic, async (handling) => {
    const { params } = handling;
    return asPanoramic(await startPyramid(handling, params.id));
  }),
  route(panoramicBase, (handling) => sendPicture(handling, handling.params)),
  route(panoramicTile, (handling) => sendPicture(handling, handling.params, handling.params)),
];

/** What of the sphere the picture has, as parts of it. Throws HttpError 422. */
function windowOf(facts: PhotoFacts, { name, details }: FileRow): PictureWindow {
  const shape = shapeFor(facts, details, name);
  if (shape.kind === 'cube') throw new HttpError(422, 'panoramics.blur-cube', { name });
  const { width, crop } = shape;
  const high = width / 2;
  return [crop[0] / width, crop[1] / high, crop[2] / width, crop[3] / high];
}

function shapeFor(facts: PhotoFacts, { layout }: Details, name: string) {
  try {
    return sourceShape(facts, layout as PanoramicFields['layout']);
  } catch (thrown) {
    if (thrown instanceof UnusablePanorama) throw new HttpError(422, thrown.key, { name, ...thrown.values });
    throw thrown;
  }
}

/** A direction from magnetic north is turned to true north where that can be computed. */
function placedByHand(
  { details, facts }: Pick<FileRow, 'details' | 'facts'>,
  { position, heading, pitch, roll, north = 'true', side }: BodyOf<typeof updatePanoramic>,
): FileRow['details'] {
  // What is sent as it was read is not turned.
  const given = { heading, pitch, roll };
  const isTurned = Object.entries(given).some(
    ([name, value]) => value !== undefined && value !== (details[name] ?? (name === 'heading' ? null : 0)),
  );
  const at = position ?? ((details['position'] ?? null) as Panoramic['position']);
  const declination =
    isTurned && heading != null && north === 'magnetic'
      ? declinationOf(facts as PhotoFacts | null, at)
      : null;
  return {
    ...details,
    ...(position !== undefined && { position }),
    ...(heading !== undefined && {
      heading: heading === null ? null : fullCircle(heading + (declination ?? 0)),
    }),
    ...(pitch !== undefined && { pitch }),
    ...(roll !== undefined && { roll }),
    ...(isTurned && { headingFrom: heading === null ? null : 'person' }),
    ...(isTurned && heading !== undefined && { north: declination === null ? north : 'true', declination }),
    ...(side !== undefined && { side }),
    ...((position ?? heading) != null && { placedBy: 'person' }),
    // Given up to tracks and EXIF, unless it is turned by the same call.
    ...(position === null && { placedBy: null, ...(!isTurned && { headingFrom: null }) }),
  };
}
