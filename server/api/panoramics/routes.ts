import {
  deletePanoramic,
  downloadPanoramic,
  getPanoramic,
  listPanoramics,
  updatePanoramic,
  uploadPanoramic,
  type BodyOf,
  type Panoramic,
  type PhotoFacts,
} from '#core/protocol';
import { lookAt } from '../../shared/files/look.ts';
import { isPhoto } from '../../shared/files/pictures.ts';
import { contentOf, type FileRow } from '../../shared/files/store.ts';
import { route, type Route } from '../../http/context.ts';
import { HttpError } from '../../base/http-error.ts';
import { placeAgain } from '../surveys/place-again.ts';
import type { PanoramaPlacing } from '../surveys/place.ts';
import { SurveyFiles } from '../surveys/survey-files.ts';

const UNPLACED: PanoramaPlacing = {
  position: null,
  heading: null,
  takenAt: null,
  placedBy: null,
  trackId: null,
  trackAt: null,
};

function asPanoramic(row: FileRow): Panoramic {
  const { side = null, ...placing } = row.details as Partial<Pick<Panoramic, 'side'> & PanoramaPlacing>;
  return {
    ...contentOf(row),
    surveyId: row.surveyId!,
    side,
    ...UNPLACED,
    ...placing,
    photo: row.facts as PhotoFacts | null,
  };
}

const panoramas = new SurveyFiles<Panoramic, { surveyid: string; side?: Panoramic['side'] }>({
  kind: 'panoramic',
  async examine(services, content) {
    const looked = await lookAt(services, content);
    if (isPhoto(looked.mediaType)) return looked;
    throw new HttpError(422, 'panoramics.no-picture', { name: content.name });
  },
  details: ({ side }) => ({ ...UNPLACED, ...(side && { side }) }),
  added: (tx, caller, { id, surveyId }) => placeAgain(tx, caller, surveyId!, undefined, id),
  answer: asPanoramic,
});

export const routes: Route[] = [
  route(listPanoramics, (handling) => {
    const { params, query } = handling;
    return panoramas.list({ ...handling, query: { ...query, orderby: query.orderby ?? 'track' } }, params.id);
  }),
  route(getPanoramic, (handling) => panoramas.get(handling)),
  route(downloadPanoramic, (handling) => panoramas.download(handling)),
  route(uploadPanoramic, (handling) => panoramas.upload(handling, uploadPanoramic.body, undefined)),
  route(updatePanoramic, (handling) => {
    const { body, caller } = handling;
    return panoramas.change(
      handling,
      (row) => ({ details: placedByHand(row.details, body) }),
      async (tx, { id, surveyId }) => {
        if (body.position === null) await placeAgain(tx, caller, surveyId!, undefined, id);
      },
    );
  }),
  route(deletePanoramic, (handling) => panoramas.remove(handling)),
];

function placedByHand(
  details: FileRow['details'],
  { position, heading, side }: BodyOf<typeof updatePanoramic>,
): FileRow['details'] {
  const byHand = position ?? heading ?? undefined;
  return {
    ...details,
    ...(position !== undefined && { position }),
    ...(heading !== undefined && { heading: heading === null ? null : heading % 360 }),
    ...(side !== undefined && { side }),
    ...(byHand !== undefined && { placedBy: 'person' }),
    ...(position === null && { placedBy: null }),
  };
}
