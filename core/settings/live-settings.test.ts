import { BehaviorSubject, of } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HttpApi } from '#core/api';
import type { PluginHost, PluginManifest } from '#core/plugin';
import { DEFAULT_FORMAT, type DisplayFormat, type Me } from '#core/protocol';
import { memoryStorage } from '#core/testing';
import { serve, type HttpServer } from '#tests/http-server';
import { LiveSettings } from './live-settings.ts';

const ADA = { userId: 'ada' } as Me;
const BOB = { userId: 'bob' } as Me;
let server: HttpServer;
/** What the server keeps, by person. */
let records: Record<string, { version: number; data: Record<string, unknown> }>;
let broken: boolean;
let disk: Storage;
const opened: LiveSettings[] = [];
beforeEach(async () => {
  records = {};
  broken = false;
  disk = memoryStorage();
  server = await serve(({ method, path, headers, body }) => {
    if (broken) return { status: 500, json: { detail: 'The database is away.' } };
    const record = (records[path.split('/').at(-1)!] ??= { version: 1, data: {} });
    if (method === 'PUT') {
      if (headers['if-match'] !== `"${record.version}"`)
        return { status: 412, headers: { etag: `"${record.version}"` }, json: record.data };
      record.version += 1;
      record.data = JSON.parse(body) as Record<string, unknown>;
    }
    return { headers: { etag: `"${record.version}"` }, json: record.data };
  });
});
afterEach(async () => {
  for (const settings of opened.splice(0)) settings.dispose();
  await server.close();
});

const about = { title: 'title', section: 'section', order: 1 };
/** A plugin with two settings that preferences call otherwise, two numbers and two that are of the device alone. */
const MAP: PluginManifest = {
  id: 'map',
  load: () => Promise.reject(new Error('not needed')),
  settings: [
    { ...about, key: 'flyToZoomLevel', preference: 'zoomLevel', kind: 'number', default: 22, max: 28 },
    { ...about, key: 'lockCopy', preference: 'preventCopyLockedLayers', kind: 'boolean', default: true },
    { ...about, key: 'pointSize3D', kind: 'number', default: 0.15 },
    { ...about, key: 'featureLoadZoomLevel', kind: 'number', default: 15 },
    { ...about, key: 'snapping', kind: 'boolean', default: true, local: true },
    { ...about, key: 'snapTolerance', kind: 'number', default: 12, local: true },
  ],
};
function settingsOf(me: Me | undefined, manifests = [MAP], storage = disk) {
  const me$ = new BehaviorSubject(me);
  const api = new HttpApi({
    base: server.url,
    credentials: { token: 'T', refresh: () => Promise.reject(new Error('no')) },
    language: () => 'en',
    texts: { unreachable: () => 'Nobody answers.', timeout: () => 'Late.', unexplained: () => 'Odd.' },
  });
  const host = {
    manifests,
    contributions: () =>
      of(manifests.flatMap(({ id, settings = [] }) => settings.map((one) => ({ ...one, plugin: id })))),
  } as unknown as PluginHost;
  const settings = new LiveSettings({ storage, api, me$, host, pause: 5 });
  opened.push(settings);
  return { settings, me$ };
}
const projectIn = (id: string, crs: string, change: Partial<DisplayFormat> = {}) => ({
  id,
  crs,
  displayFormat: { ...DEFAULT_FORMAT, ...change },
});
const puts = () => server.requests.filter(({ method }) => method === 'PUT');

describe('a shared computer', () => {
  it('keeps language, theme and local settings after sign-out, and nothing else of the person', async () => {
    records['ada'] = { version: 1, data: { zoomLevel: 17, theme: 'dark', language: 'it' } };
    const { settings, me$ } = settingsOf(ADA);
    await settings.ready();
    settings.set('snapTolerance', 20);
    settings.forgetPerson();
    me$.next(undefined);
    expect(
      ['flyToZoomLevel', 'theme', 'language', 'snapTolerance'].map((key) => settings.get(key as never)),
    ).toEqual([22, 'dark', 'it', 20]);
    expect(JSON.parse(disk.getItem('groma.settings')!)).toEqual({
      values: { theme: 'dark', language: 'it', snapTolerance: 20 },
      unsent: [],
    });
  });
});

describe('the first visit from a device', () => {
  it('has the preferences of the person once they are ready', async () => {
    records['ada'] = { version: 1, data: { zoomLevel: 17 } };
    const { settings, me$ } = settingsOf(undefined);
    await settings.ready();
    expect(settings.get('flyToZoomLevel')).toBe(22);
    me$.next(ADA);
    await settings.ready();
    expect(settings.get('flyToZoomLevel')).toBe(17);
  });

  it('of the next person has theirs, also when those of the one before are still being fetched', async () => {
    records['bob'] = { version: 1, data: { zoomLevel: 12 } };
    const { settings, me$ } = settingsOf(ADA);
    me$.next(BOB);
    await settings.ready();
    expect(settings.get('flyToZoomLevel')).toBe(12);
  });

  it('does not wait for a server that fails', async () => {
    broken = true;
    const { settings } = settingsOf(ADA);
    await settings.ready();
    expect(settings.get('flyToZoomLevel')).toBe(22);
  });
});

describe('settings', () => {
  it('use the symbol of each angle unit', () => {
    const { settings } = settingsOf(undefined);
    const symbols: string[] = [];
    settings.observe('angleSymbol').subscribe((symbol) => symbols.push(symbol));
    settings.set('angleUnit', 'radian');
    settings.set('angleUnit', 'gradian');
    expect(symbols).toEqual(['degree', 'rad', 'gradian']);
    // The unit of the open project goes before the person's.
    const project = projectIn('one', 'EPSG:7792');
    settings.useProject({ ...project, displayFormat: { ...project.displayFormat, angleUnit: 'dms' } });
    expect(symbols.at(-1)).toBe('degree');
    expect(symbols).toHaveLength(4);
  });

  it('read and type coordinates in the system of the project, until another is chosen for it', () => {
    const { settings, me$ } = settingsOf(ADA);
    const seen: string[] = [];
    settings.observe('workingCrs').subscribe((code) => seen.push(code));
    settings.useProject(projectIn('one', 'EPSG:7792'));
    settings.set('workingCrs', 'EPSG:4326');
    settings.useProject(projectIn('two', 'EPSG:3003'));
    settings.useProject(projectIn('one', 'EPSG:7792'));
    expect(seen).toEqual(['EPSG:4326', 'EPSG:7792', 'EPSG:4326', 'EPSG:3003', 'EPSG:4326']);
    me$.next(BOB);
    expect(settings.get('workingCrs')).toBe('EPSG:7792');
    // On the same device, later.
    const { settings: later } = settingsOf(ADA);
    later.useProject(projectIn('one', 'EPSG:7792'));
    expect(later.get('workingCrs')).toBe('EPSG:4326');
    // The project's own is followed when it changes.
    later.set('workingCrs', 'EPSG:7792');
    later.useProject(projectIn('one', 'EPSG:32632'));
    expect(later.get('workingCrs')).toBe('EPSG:32632');
    later.useProject(undefined);
    later.set('epsg', 'EPSG:3857');
    expect(later.get('workingCrs')).toBe('EPSG:3857');
  });

  it('have the units of the project, with the angle unit of the person where it has none', () => {
    const { settings } = settingsOf(undefined);
    const seen: string[] = [];
    settings
      .observe('units')
      .subscribe(({ lengthUnit, angleUnit }) => seen.push(`${lengthUnit} ${angleUnit}`));
    settings.set('angleUnit', 'radian');
    settings.useProject(projectIn('one', 'EPSG:2225', { lengthUnit: 'ftUS' }));
    settings.useProject(projectIn('one', 'EPSG:2225', { lengthUnit: 'ftUS' }));
    settings.useProject(projectIn('two', 'EPSG:3003', { angleUnit: 'gradian' }));
    settings.set('angleUnit', 'degree');
    settings.useProject(undefined);
    expect(seen).toEqual(['m degree', 'm radian', 'ftUS radian', 'm gradian', 'm degree']);
  });

  it('notify observers, only on change', () => {
    const { settings } = settingsOf(undefined);
    const seen: number[] = [];
    settings.observe('snapTolerance').subscribe((value) => seen.push(value));
    settings.set('snapTolerance', 20);
    settings.set('snapTolerance', 20);
    settings.set('snapping', false);
    settings.reset('snapTolerance');
    expect(seen).toEqual([12, 20, 12]);
  });

  it('are stored on the device, also for another tab', () => {
    const { settings } = settingsOf(undefined);
    const { settings: other } = settingsOf(undefined);
    settings.set('theme', 'dark');
    expect(settingsOf(undefined).settings.get('theme')).toBe('dark');
    other.onStorage({ key: 'groma.settings' });
    expect(other.get('theme')).toBe('dark');
  });

  it('have their defaults if stored values are invalid', async () => {
    records.ada = {
      version: 1,
      data: { angleUnit: 'turn', zoomLevel: 900, autoSave: 'yes', pointSize3D: 0.5 },
    };
    const { settings } = settingsOf(ADA);
    await settings.flush();
    expect(settings.get('angleUnit')).toBe('degree');
    expect(settings.get('flyToZoomLevel')).toBe(22);
    expect(settings.get('autoSave')).toBe(true);
    expect(settings.get('pointSize3D')).toBe(0.5);
  });
});

describe("a person's preferences", () => {
  it('are loaded on sign-in, under the names of the specification', async () => {
    records.ada = { version: 1, data: { zoomLevel: 18, preventCopyLockedLayers: false, unknown: 1 } };
    const { settings } = settingsOf(ADA);
    await settings.flush();
    expect(settings.get('flyToZoomLevel')).toBe(18);
    expect(settings.get('lockCopy')).toBe(false);
    expect(puts()).toHaveLength(0);
  });

  it('are saved with the version, and preserve unknown fields', async () => {
    records.ada = { version: 3, data: { reports: 'weekly' } };
    const { settings } = settingsOf(ADA);
    await settings.flush();
    settings.set('flyToZoomLevel', 19);
    settings.set('angleUnit', 'gradian');
    await vi.waitFor(() => expect(records.ada?.version).toBe(4));
    expect(records.ada?.data).toEqual({ reports: 'weekly', zoomLevel: 19, angleUnit: 'gradian' });
    expect(puts()[0]?.headers['if-match']).toBe('"3"');
  });

  it('exclude local settings', async () => {
    const { settings } = settingsOf(ADA);
    await settings.flush();
    settings.set('snapping', false);
    settings.set('autoSave', false);
    await vi.waitFor(() => expect(records.ada?.data).toEqual({ autoSave: false }));
  });

  it('are merged if changed on two devices', async () => {
    const one = settingsOf(ADA).settings;
    const two = settingsOf(ADA, [MAP], memoryStorage()).settings;
    await Promise.all([one.flush(), two.flush()]);
    one.set('angleUnit', 'radian');
    await one.flush();
    two.set('featureLoadZoomLevel', 30);
    await two.flush();
    // The second wrote upon an old version (412), read the new one and wrote again.
    expect(puts()).toHaveLength(3);
    expect(records.ada?.data).toEqual({ angleUnit: 'radian', featureLoadZoomLevel: 30 });
    expect(two.get('angleUnit')).toBe('radian');
  });

  it('are stored if they cannot be sent, reported as pending, and sent later, also after a restart', async () => {
    const { settings } = settingsOf(ADA);
    await settings.flush();
    broken = true;
    settings.set('autoSave', false);
    await settings.flush();
    let saved: unknown;
    settings.saved$.subscribe((state) => (saved = state));
    expect(saved).toEqual({ pending: true, error: 'The database is away.' });
    broken = false;
    const next = settingsOf(ADA).settings;
    await next.flush();
    expect(next.get('autoSave')).toBe(false);
    expect(records.ada?.data).toEqual({ autoSave: false });
  });

  it('include those set before sign-in', async () => {
    const { settings, me$ } = settingsOf(undefined);
    settings.set('language', 'it');
    me$.next(ADA);
    await settings.flush();
    expect(records.ada?.data).toEqual({ language: 'it' });
  });

  it('of one person are not shown to the next, but local settings stay', async () => {
    const { settings, me$ } = settingsOf(ADA);
    await settings.flush();
    settings.set('angleUnit', 'radian');
    settings.set('snapTolerance', 30);
    await settings.flush();
    me$.next(undefined);
    me$.next(BOB);
    await settings.flush();
    expect(settings.get('angleUnit')).toBe('degree');
    expect(settings.get('snapTolerance')).toBe(30);
    expect(records.bob?.data).toEqual({});
  });

  it('include the settings contributed by plugins', async () => {
    const plugin: PluginManifest = {
      id: 'grid',
      load: () => Promise.reject(new Error('not needed')),
      settings: [
        {
          key: 'gridSize',
          title: 'size',
          section: 'section',
          kind: 'number',
          default: 100,
          order: 1,
        },
      ],
    };
    const { settings } = settingsOf(ADA, [plugin]);
    let titles: string[] = [];
    settings.definitions$.subscribe((all) => (titles = all.map(({ title }) => title)));
    expect(titles).toContain('grid:size');
    expect(titles).toContain('workbench:settings.angleUnit');
    expect(settings.get('gridSize' as 'snapTolerance')).toBe(100);
    settings.set('gridSize' as 'snapTolerance', 50);
    await settings.flush();
    expect(records.ada?.data).toEqual({ gridSize: 50 });
  });
});
