import { NEVER, of } from 'rxjs';
import type { Api, Live, ResumableUploads } from '#core/api';
import {
  CLOUD_UNITS,
  type CloudLook,
  type CloudSample,
  type CloudUnit,
  type ImportEntry,
  type TextColumns,
  type Upload,
} from '#core/protocol';
import { CloudDesk } from '../cloud-desk.ts';

interface Request {
  body?: {
    crs?: string;
    unit?: CloudUnit;
    heightUnit?: CloudUnit;
    path?: string;
    uploadId?: string;
    columns?: TextColumns;
  };
  query?: { path?: string };
}

const UPLOAD = {
  id: 'u',
  projectId: 'p',
  kind: 'pointcloud',
  name: 'quarry.laz',
  bytes: 184_000_000,
} as Upload;
const TEXT = { ...UPLOAD, id: 't', name: 'fence.txt', bytes: 4_000 };
const FILES: Record<string, ImportEntry[]> = {
  '': [
    { name: 'flights', path: 'flights', folder: true, bytes: null, modifiedAt: '2026-11-20T08:00:00.000Z' },
    {
      name: 'notes.pdf',
      path: 'notes.pdf',
      folder: false,
      bytes: 9_000,
      modifiedAt: '2026-11-20T08:00:00.000Z',
    },
  ],
  flights: [
    {
      name: 'july.laz',
      path: 'flights/july.laz',
      folder: false,
      bytes: 7_300_000_000,
      modifiedAt: '2026-07-20T08:00:00.000Z',
    },
  ],
};

const SAMPLE: CloudSample = {
  points: 1_000_000,
  isWhole: false,
  isSpread: true,
  classes: [
    { class: 1, count: 240_000 },
    { class: 2, count: 756_000 },
    { class: 70, count: 4_000 },
  ],
  returns: [
    { return: 1, count: 900_000 },
    { return: 2, count: 100_000 },
  ],
  density: null,
  place: null,
};
const TEXT_SAMPLE: CloudSample = {
  points: 2,
  isWhole: true,
  isSpread: false,
  classes: [],
  returns: [],
  density: 1,
  place: {
    min: [400_000.5, 5_000_000.25, 10],
    max: [400_001, 5_000_001, 11],
    outline: null,
    size: [0.5, 0.75, 1],
    density: null,
    problems: [],
  },
};

/** A server that looks at a text whose columns have no names, or at a file of 100 by 80 by 12 in US survey feet, whose heights name no unit; `text`: what is otherwise with the text. */
export function fakeDesk(text: Partial<CloudSample> = {}) {
  const sent: { id: string; request: Request }[] = [];
  const call = async ({ id }: { id: string }, request: Request) => {
    sent.push({ id, request });
    const data = {
      'pointcloud.look': () =>
        request.body!.uploadId === 't' ? textIn(request.body!) : lookIn(request.body!),
      'pointcloud.sample': () => (request.body!.uploadId === 't' ? { ...TEXT_SAMPLE, ...text } : SAMPLE),
      'uploads.listFolder': () => FILES[request.query?.path ?? ''],
      'uploads.takeFile': () => ({ ...UPLOAD, state: 'complete', name: 'july.laz' }),
      'pointcloud.create': () => ({ id: 'c' }),
    }[id];
    return { data: data?.() ?? [] };
  };
  const { bytes } = UPLOAD;
  const state = { kind: 'complete', sent: bytes, bytes, speed: undefined, error: undefined } as const;
  const uploads = {
    list: async () => [],
    sent: (upload: Upload) => ({ ...upload, state, state$: of(state) }),
  };
  const live = { on: () => NEVER };
  const desk = new CloudDesk(
    { call } as unknown as Api,
    live as unknown as Live,
    uploads as unknown as ResumableUploads,
  );
  return { desk, sent, add: () => desk.addSent(UPLOAD), addText: () => desk.addSent(TEXT) };
}

function lookIn({ crs = 'EPSG:2278', heightUnit = 'stated' }: NonNullable<Request['body']>): CloudLook {
  const foot = CLOUD_UNITS['us-survey-foot'];
  const metres = heightUnit === 'stated' ? foot : CLOUD_UNITS[heightUnit];
  const problem = 'The file does not say in which unit its heights are; they are read in that of x and y.';
  return {
    header: {
      format: 'laz',
      version: '1.4',
      pointFormat: 7,
      pointCount: 18_400_000,
      min: [3_000_000, 13_800_000, 600],
      max: [3_000_100, 13_800_080, 612],
      scale: [0.001, 0.001, 0.001],
      hasColour: true,
      crs: 'EPSG:2278',
      crsName: 'NAD83 / Texas South Central (ftUS)',
      verticalCrs: null,
      unit: foot,
      heightUnit: null,
      scans: 0,
      images: 0,
      columns: null,
      lines: [],
      program: 'TerraScan',
    },
    crs,
    outline: [[-97.4, 29.5], [-97.3997, 29.5], [-97.3997, 29.5002], [-97.4, 29.5002], [-97.4, 29.5]], // prettier-ignore
    size: [100 * foot, 80 * foot, 12 * metres],
    unit: foot,
    heightUnit: metres,
    density: 24_700,
    text: null,
    problems: heightUnit === 'stated' ? [problem] : [],
  };
}

const LINES = ['P1;5000000,25;400000,5;10,5;fence', 'P2;5000002,25;400001,5;11,5;gate'];

function textIn(body: NonNullable<Request['body']>): CloudLook {
  const look = lookIn({ crs: 'EPSG:32633' });
  const { columns = { separator: 'semicolon', decimal: 'comma', skip: 0, columns: Array(5).fill('skip') } } =
    body;
  const header = { ...look.header, format: 'xyz' as const, version: '', crs: null, crsName: null };
  const isWrong = columns.columns[4] !== 'skip';
  return {
    ...look,
    crs: body.crs ?? null,
    header: { ...header, pointFormat: null, pointCount: null, min: null, max: null, lines: LINES },
    outline: null,
    size: null,
    density: null,
    problems: [],
    text: {
      columns,
      faults: isWrong ? ['Line 1 of fence.txt, column 5: “fence” is not a number.'] : [],
    },
  };
}
