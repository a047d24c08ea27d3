import { readFileSync } from 'node:fs';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Container, ContainerModule } from 'inversify';
import { BehaviorSubject, NEVER } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { API, LIVE, type Api } from '#core/api';
import { I18N, I18nextService } from '#core/i18n';
import { AppError } from '#core/kernel';
import { HOST, Plugins, type PluginManifest } from '#core/plugin';
import { PROJECTS } from '#core/project';
import type { ImportResult } from '#core/protocol';
import { ServicesProvider } from '#core/react';
import { bindAll } from '#core/testing';
import { Toasts, TOASTS } from '#core/toasts';
import { GEOJSON_IMPORTER, type Importer } from '../api.ts';
import manifest from '../manifest.ts';
import { IMPORT_WIZARD } from '../model/wizard.ts';
import ImportDialog from './ImportDialog.tsx';

/** The server's calls, and the text of each uploaded file. */
const sent: { call: string; body: Record<string, unknown>; file?: string }[] = [];
const loads = vi.fn();

/** `name longitude latitude` in each line. */
async function pointsAsGeojson(file: File): Promise<File> {
  const features = (await file.text()).split('\n').map((line, i) => {
    const [name, x, y] = line.split(' ');
    if (!Number.isFinite(Number(x)) || !Number.isFinite(Number(y)))
      throw new AppError('bad-points', `Line ${i + 1} is not "name longitude latitude".`);
    const geometry = { type: 'Point', coordinates: [Number(x), Number(y)] };
    return { type: 'Feature', properties: { name }, geometry };
  });
  return new File([JSON.stringify({ type: 'FeatureCollection', features })], `${file.name}.geojson`);
}

/** A plugin from elsewhere, with a format of its own. */
const POINTS: PluginManifest = {
  id: 'points',
  requires: ['import'],
  importers: [
    { id: 'points.pts', title: 'importer', extensions: ['.pts'], service: 'points.Importer' },
    { id: 'points.lost', title: 'lost', extensions: ['.lost'], service: 'points.Nowhere' },
  ],
  load: () => {
    loads();
    return Promise.resolve({
      default: new ContainerModule(({ bind }) => {
        bind('points.Importer').toDynamicValue(({ get }): Importer => {
          const geojson = get(GEOJSON_IMPORTER);
          return {
            send: async ({ file, ...request }, options) =>
              geojson.send({ ...request, ...(file && { file: await pointsAsGeojson(file) }) }, options),
          };
        });
      }),
    });
  },
};

const PROJECTS_PLUGIN: PluginManifest = {
  id: 'projects',
  points: ['projectActions'],
  load: () => Promise.reject(new Error('not needed')),
};

const FOUND: ImportResult = {
  count: 1,
  geometryTypes: { Point: 1 },
  crs: 'EPSG:4326',
  encoding: 'utf-8',
  fields: [],
  problems: [],
  problemCount: 0,
  extent: [12, 42, 12, 42],
  committed: false,
  layers: [{ name: 'stations', count: 1, geometryType: 'Point' }],
  layer: 'stations',
  preview: null,
  sample: [],
  importId: null,
  typeName: null,
  options: {},
  columns: [],
};

let found = FOUND;
const api = {
  async call(call: { id: string }, request: { body?: Record<string, unknown>; file?: File }) {
    if (call.id === 'jobs.get') return { data: { id: 'job', state: 'done', result: found } };
    if (!call.id.startsWith('shapefiles.upload')) return { data: [] };
    sent.push({
      call: call.id,
      body: request.body ?? {},
      ...(request.file && { file: await request.file.text() }),
    });
    return { data: { jobId: 'job' } };
  },
} as unknown as Api;

beforeEach(() => {
  found = FOUND;
  sent.length = 0;
  loads.mockReset();
});
afterEach(cleanup);

const PROJECT = '00000000-0000-4000-8000-000000000001';

async function open(given?: File, current?: object) {
  const i18n = new I18nextService(['en'], (language, namespace) =>
    Promise.resolve(
      namespace === 'points'
        ? { importer: 'Survey points', lost: 'Other points' }
        : (JSON.parse(readFileSync(`locales/${language}/${namespace}.json`, 'utf8')) as Record<
            string,
            string
          >),
    ),
  );
  await i18n.load('import', 'core');
  const container = new Container();
  const host = new Plugins([PROJECTS_PLUGIN, manifest, POINTS], container);
  host.setAllows(() => true);
  bindAll(container, [
    [HOST, host],
    [I18N, i18n],
    [API, api],
    [LIVE, { on: () => NEVER, state$: new BehaviorSubject('off') }],
    [PROJECTS, { current }],
    [TOASTS, new Toasts()],
  ]);
  await host.load('import');
  const wizard = container.get(IMPORT_WIZARD);
  wizard.open(PROJECT, given);
  render(
    <ServicesProvider container={container}>
      <ImportDialog wizard={wizard} onShow={() => undefined} />
    </ServicesProvider>,
  );
  const choose = (name: string, text: string) =>
    userEvent.upload(document.querySelector('input[type=file]')!, new File([text], name));
  return { wizard, host, choose };
}

describe('The import dialog', () => {
  it('names the formats of other plugins with their endings, and loads no code for that', async () => {
    await open();
    const format = await screen.findByText(/Survey points/);
    expect(format.textContent).toBe('Survey points .pts');
    expect(loads).not.toHaveBeenCalled();
  });

  it('reads a file by the plugin of its format, also when it was given on opening', async () => {
    const { wizard } = await open(new File(['A1 12.5 42.25'], 'Stations.PTS'));
    await vi.waitFor(() => expect(wizard.step).toBe('look'));
    expect(loads).toHaveBeenCalledOnce();
    expect(sent).toHaveLength(1);
    expect(JSON.parse(sent[0]!.file!)).toMatchObject({
      features: [{ properties: { name: 'A1' }, geometry: { coordinates: [12.5, 42.25] } }],
    });
    wizard.setTypeName('Stations');
    await wizard.commit();
    // The server stores what was uploaded for the preview.
    expect(sent[1]).toMatchObject({ body: { commit: 'true', upload: 'job', typeName: 'Stations' } });
    expect(sent[1]!.file).toBeUndefined();
  });

  it('offers the reference system of the project for a file that states none', async () => {
    found = { ...FOUND, crs: null };
    await open(new File(['A1 12.5 42.25'], 'a.pts'), { project: { id: PROJECT, crs: 'EPSG:7792' } });
    await userEvent.click(await screen.findByRole('button', { name: 'That of the project: EPSG:7792' }));
    await vi.waitFor(() => expect(sent.at(-1)!.body).toMatchObject({ crs: 'EPSG:7792' }));
  });

  it.each([
    ['what its plugin found wrong with it', 'a.pts', 'A1 east 42', /Line 1 is not/],
    ['a plugin whose importer is missing', 'a.lost', '', /binds nothing under that name/],
    ['the known endings, where it has another', 'a.dwg', '', /a\.dwg cannot be imported.*\.zip.*\.pts/],
  ])('says %s', async (_, name, text, sentence) => {
    const { choose } = await open();
    await choose(name, text);
    expect((await screen.findByRole('alert')).textContent).toMatch(sentence);
    expect(sent).toEqual([]);
  });

  it('says the same of a file that was given on opening', async () => {
    await open(new File([''], 'a.dwg'));
    expect((await screen.findByRole('alert')).textContent).toContain('a.dwg cannot be imported');
  });
});
