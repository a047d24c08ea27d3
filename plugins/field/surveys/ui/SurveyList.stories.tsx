import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { NEVER, of } from 'rxjs';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { API } from '#core/api';
import { OpenViews } from '#core/mapview';
import { listFiles, listPanoramics, listSurveys, listTracks } from '#core/protocol';
import { SESSION } from '#core/session';
import { FILE_OPENER, SENDING_ROWS } from '#plugins/files/documents/api';
import { ARRIVAL } from '../model/arrival.ts';
import { GIVEN_FILES, GivenFiles } from '../model/given-files.ts';
import { SURVEY_DESK, SurveyDesk } from '../model/survey-desk.ts';
import { TRACKS, TracksOnMaps } from '../model/tracks-on-maps.ts';
import { SurveyList } from './SurveyList.tsx';

const track = {
  id: 't',
  name: 'Ride',
  fileName: 'ride.gpx',
  count: 4,
  startedAt: '2026-05-04T10:00:00Z',
  endedAt: '2026-05-04T10:01:03Z',
  heightsAssumed: true,
};
const survey = {
  id: 's',
  projectId: 'p',
  name: 'Piazza, May',
  description: 'Left lane, dry road.',
  surveyedOn: '2026-05-04',
  cameraOffset: null,
  clockShift: 0,
  people: 'Anna, Bruno',
  instrument: 'Camera on a pole, GNSS rover',
  positionAccuracy: 0.02,
  directionAccuracy: 0.5,
  panoramicCount: 3,
  fileCount: 3,
  bimCount: 1,
  pointcloudCount: 2,
  tracks: [track],
};
const start = Date.parse(track.startedAt) / 1000;
const positions = [0, 1, 62, 63].map((second, i) => [9.19, 45.4642 + i * 1e-5, null, start + second, null]);
const panorama = (name: string, more: object) => ({
  id: name,
  name,
  surveyId: 's',
  state: 'ready',
  error: null,
  position: [9.19, 45.46, 170],
  heading: 20,
  placedBy: 'track-time',
  takenAt: track.startedAt,
  ...more,
});
const panoramas = [
  panorama('pano_0001.jpg', {}),
  panorama('pano_0002.jpg', { position: null, heading: null, placedBy: null }),
  panorama('pano_0003.jpg', {
    state: 'failed',
    error: 'pano_0003.jpg is damaged and cannot be read to its end.',
  }),
];

const services = (container: Container, surveys: readonly object[]) => {
  const answers = new Map<unknown, unknown>([
    [listSurveys, surveys],
    [listPanoramics, panoramas],
    [
      listFiles,
      [
        { id: 'f', name: 'IMG_0001.jpg', pose: { position: [9.19, 45.46], heading: null, by: 'track' } },
        { id: 'g', name: 'IMG_0002.jpg', pose: { position: null, heading: null, by: 'photo' } },
        { id: 'h', name: 'Notes.pdf', pose: null },
      ],
    ],
    [listTracks, [{ ...track, positions }]],
  ]);
  const api = { call: async (call: unknown) => ({ data: answers.get(call) }) } as never;
  const me = { authorizations: ['*'], blockedLayers: [] };
  const uploads = { send: () => undefined } as never;
  const documents = { files: [], made$: NEVER, add: () => undefined };
  container
    .bind(SURVEY_DESK)
    .toConstantValue(new SurveyDesk(api, { on: () => NEVER } as never, uploads, documents));
  container.bind(GIVEN_FILES).toConstantValue(new GivenFiles());
  container.bind(ARRIVAL).toConstantValue({ follow: async () => undefined } as never);
  container.bind(FILE_OPENER).toConstantValue({ open: () => undefined, close: () => undefined });
  container.bind(SENDING_ROWS).toConstantValue(() => null);
  container.bind(TRACKS).toConstantValue(new TracksOnMaps(api, new OpenViews(), { current$: NEVER }));
  if (!container.isBound(API)) container.bind(API).toConstantValue(api);
  if (!container.isBound(SESSION)) container.bind(SESSION).toConstantValue({ me, me$: of(me) } as never);
};

const meta: Meta = {
  title: 'Field/Surveys',
  parameters: { namespaces: ['surveys'], services: (container: Container) => services(container, [survey]) },
  render: () => <SurveyList projectId="p" onMap />,
};
export default meta;
type Story = StoryObj;

export const WithPanoramas: Story = {
  play: async ({ canvasElement }) => {
    const page = within(canvasElement.ownerDocument.body);
    await userEvent.click(await page.findByText('3 panoramas'));
    const refused = await page.findByText(/pano_0003.jpg is damaged/);
    await waitFor(() => expect(refused).toBeVisible());
    await userEvent.click(await page.findByText('Tracks on the map'));
    await page.findByText(/Gap of 61 s/);
  },
};
export const Italian: Story = { globals: { language: 'it', theme: 'dark' } };
export const Empty: Story = {
  parameters: { services: (container: Container) => services(container, []) },
};
