import type { Container } from 'inversify';
import { of } from 'rxjs';
import { API } from '#core/api';
import { VIEWS } from '#core/mapview';
import { HOST } from '#core/plugin';
import { PROJECTS } from '#core/project';
import {
  findPhotos,
  listFiles,
  listFileVersions,
  listFolders,
  listFolderTemplates,
  listPhotos,
  listProjectFiles,
  readFileText,
  readMarks,
  type FileRecord,
} from '#core/protocol';
import { SESSION } from '#core/session';
import { selectionOf } from '#core/testing';
import { SELECTION } from '#plugins/work/selection/api';
import { MARKING_OF } from '../../api.ts';
import { DOCUMENT_LIST, DocumentList } from '../../model/document-list.ts';
import { FOLDER_LIST, FolderList } from '../../model/folder-list.ts';
import { OPENED_FILE, OpenedFile } from '../../model/opened-file.ts';
import { PHOTO_LAYER, PhotoLayer } from '../../model/photo-layer.ts';
import { PHOTO_LIST, PhotoList } from '../../model/photo-list.ts';
import { PictureMarkings } from '../../model/picture-marking.ts';
import { SENDINGS, Sendings } from '../../model/sendings.ts';
import { photoOf } from '../../model/testing/photo-of.ts';

const about = { projectId: 'p', version: 1, createdBy: 'Ada Neri', updatedBy: 'Ada Neri' };
const at = { createdAt: '2026-11-20T10:00:00Z', updatedAt: '2026-11-21T09:30:00Z' };

export const fileOf = (id: string, more: Partial<FileRecord> = {}): FileRecord => ({
  ...about,
  ...at,
  id,
  name: `${id}.pdf`,
  mediaType: 'application/pdf',
  bytes: 2_400_000,
  sha256: `${id}0f3a`.repeat(12).slice(0, 64),
  geometryId: null,
  surveyId: null,
  folder: '',
  tags: [],
  expiresOn: null,
  photo: null,
  pose: null,
  blurred: 0,
  preview: true,
  ...more,
});

export const PHOTO = fileOf('bridge', {
  name: 'Ponte di mezzo, lato nord.jpg',
  mediaType: 'image/jpeg',
  photo: {
    width: 4032,
    height: 3024,
    orientation: 1,
    takenAt: '2026-11-19T09:12:00Z',
    takenAtLocal: '2026-11-19T10:12:00',
    position: [12.61, 42.93],
    altitude: 215.4,
    direction: 348.1,
    directionFrom: 'magnetic',
    pitch: null,
    fieldOfView: 65.5,
    camera: 'Apple iPhone 11 Pro Max',
    panorama: null,
    notes: ['altitude'],
  },
  pose: { position: [12.61, 42.93], heading: 348.1, pitch: null, by: 'photo' },
});

export const FILES: readonly FileRecord[] = [
  PHOTO,
  fileOf('permit', {
    name: 'Concessione edilizia 2024-117, con tutti gli allegati e le prescrizioni.pdf',
    folder: 'Pratiche/2024',
    tags: ['Comune', 'urgent'],
    expiresOn: '2025-01-31',
  }),
  fileOf('points', { name: 'points.csv', mediaType: 'text/csv', bytes: 812, blurred: 0, preview: false }),
  fileOf('drawing', { name: 'plan.dwg', mediaType: 'application/octet-stream', blurred: 0, preview: false }),
];

/** A picture of one pixel. */
const PIXEL = Uint8Array.from(atob('R0lGODlhAQABAIAAAFeAgAAAACwAAAAAAQABAAACAkQBADs='), (letter) =>
  letter.charCodeAt(0),
).buffer;

interface Shelf {
  files?: readonly FileRecord[];
  selected?: readonly string[];
  authorizations?: readonly string[];
  /** A call that fails with a sentence. */
  fails?: string;
  text?: string;
  photos?: number;
}

/** The services of the panels and the dialog, on a server that answers at once. */
export function shelfOf({
  files = FILES,
  selected = [],
  authorizations = ['geometries.read', 'files.write'],
  fails,
  text = 'id;name;height\n1;Well;12,5\n2;Spring;13',
  photos = 4,
}: Shelf = {}) {
  return (container: Container) => {
    const rows = Array.from({ length: photos }, (_, n) => photoOf(`IMG_${n}`, { by: n % 2 ? 'Bo' : 'Ada' }));
    const answers: Record<string, (query: { id?: string }) => unknown> = {
      [listFiles.id]: ({ id }) => (id === undefined ? files : files.filter((file) => file.id === id)),
      [listProjectFiles.id]: () => files,
      [listFileVersions.id]: () => [
        {
          version: 2,
          bytes: 2_400_000,
          sha256: 'b',
          mediaType: 'text/csv',
          at: at.updatedAt,
          by: 'Ada Neri',
          why: 'Corrected after the site visit',
        },
        {
          version: 1,
          bytes: 2_100_000,
          sha256: 'a',
          mediaType: 'text/csv',
          at: at.createdAt,
          by: 'Bo Lund',
          why: '',
        },
      ],
      [readFileText.id]: () => ({ text, pages: 3, cut: false }),
      [readMarks.id]: () => ({ id: 'bridge', version: 0, content: 1, marks: [] }),
      [listFolders.id]: () => [
        { folder: 'Permits', count: 1, kept: false },
        { folder: 'Permits/2024', count: 1, kept: true },
        { folder: 'Sheets', count: 0, kept: true },
      ],
      [listFolderTemplates.id]: () => [
        { id: 't', name: 'Building site', folders: ['Permits', 'Sheets', 'Reports/Inspections'] },
      ],
      [listPhotos.id]: () => rows,
      [findPhotos.id]: () => ({
        top: [],
        bottom: rows.map((row, n) => ({ ...row, distance: 4.2 * (n + 1), sees: [true, null, false][n % 3] })),
      }),
    };
    const api = {
      call: async (spec: { id: string }, { query = {} }: { query?: { id?: string } } = {}) => {
        if (spec.id === fails) throw new Error('The server does not answer. Try again.');
        const data = answers[spec.id]?.(query) ?? [];
        return { data, total: Array.isArray(data) ? data.length : undefined };
      },
      bytes: async () => ({ data: PIXEL }),
    };
    const sendings = new Sendings(api as never, { send: () => undefined } as never);
    const list = new DocumentList(api as never, sendings);
    const photoList = new PhotoList(api as never, sendings);
    const opened = new OpenedFile(api as never, list, photoList);
    const views = { open$: of([]), open: [], active: { kind: '2d' } };
    const current = { project: { id: 'p', archived: false } };
    const layer = new PhotoLayer(views as never, photoList, opened, { active: undefined }, {
      current,
    } as never);
    const me = { authorizations };
    container.bind(API).toConstantValue(api as never);
    container.bind(HOST).toConstantValue({ contributions: () => of([]), current: () => [] } as never);
    container.bind(SENDINGS).toConstantValue(sendings);
    container.bind(DOCUMENT_LIST).toConstantValue(list);
    container.bind(PHOTO_LIST).toConstantValue(photoList);
    container.bind(MARKING_OF).toConstantValue(new PictureMarkings(api as never).of);
    container.bind(FOLDER_LIST).toConstantValue(new FolderList(api as never));
    container.bind(OPENED_FILE).toConstantValue(opened);
    container.bind(PHOTO_LAYER).toConstantValue(layer);
    container.bind(VIEWS).toConstantValue(views as never);
    container.bind(PROJECTS).toConstantValue({ current, current$: of(current) } as never);
    container.bind(SESSION).toConstantValue({ me, me$: of(me) } as never);
    container.bind(SELECTION).toConstantValue(selectionOf(selected));
    return { opened, layer, sendings };
  };
}
