import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Container } from 'inversify';
import { MemoryRouter } from 'react-router-dom';
import { of } from 'rxjs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { API, type Api } from '#core/api';
import { I18N, I18nextService } from '#core/i18n';
import { AppError } from '#core/kernel';
import { HOST, type PluginHost, type PluginManifest } from '#core/plugin';
import { listTokens, type CallSpec, type PersonalToken } from '#core/protocol';
import { ServicesProvider } from '#core/react';
import { SESSION, type Session } from '#core/session';
import { LiveSettings, SETTINGS } from '#core/settings';
import { memoryStorage } from '#core/testing';
import { Toasts, TOASTS } from '#core/toasts';
import { PreferencesPage } from './PreferencesPage.tsx';

/** What was sent to the server, and its answer. */
let sent: object[];
let answer: () => Promise<unknown>;
let tokens: PersonalToken[];
let settings: LiveSettings;
let toasts: Toasts;
const QGIS: PersonalToken = {
  id: 'qgis',
  name: 'QGIS',
  organizationName: 'Alpi',
  readOnly: false,
  createdAt: '2026-11-01T08:00:00.000Z',
  expiresAt: '2126-11-01T08:00:00.000Z',
  lastUsedAt: null,
};
beforeEach(() => {
  sent = [];
  tokens = [];
  answer = () => Promise.resolve({});
});
afterEach(() => {
  cleanup();
  settings.dispose();
});

const workbench = (section: string, key: string, order: number) => ({
  key,
  title: `settings.${key}`,
  section: `workbench:settings.${section}`,
  order,
});
/** Plugins whose settings stand in sections of the frame. */
const PLUGINS = [
  {
    id: 'map-2d',
    settings: [
      { ...workbench('map', 'featureLoadZoomLevel', 12), kind: 'number', default: 15 },
      { ...workbench('editing', 'snapping', 31), kind: 'boolean', default: true, local: true },
    ],
  },
  {
    id: 'measure-2d',
    settings: [{ ...workbench('measuring', 'preserveMeasure', 41), kind: 'boolean', default: true }],
    tools: [
      { id: 'measure-2d.distance', title: 'tool.distance', viewer: '2d', keys: 'D', route: 'd' },
      { id: 'measure-2d.area', title: 'tool.area', viewer: '2d', route: 'a' },
    ],
  },
  {
    id: 'map-3d',
    settings: [
      {
        key: 'pointSize3D',
        title: 'map-3d:settings.pointSize3D',
        section: 'map-3d:viewer.title',
        order: 65,
        kind: 'number',
        default: 0.15,
        min: 0.01,
        max: 10,
        step: 0.01,
      },
    ],
  },
] as unknown as PluginManifest[];

async function open(more: readonly object[] = [], address = '/user-preference'): Promise<void> {
  const i18n = new I18nextService(['en']);
  await i18n.load('core', 'workbench', 'preferences', ...PLUGINS.map(({ id }) => id));
  const api = {
    call: (call: CallSpec, request: object) => {
      if (call === listTokens) return Promise.resolve({ data: tokens });
      sent.push(request);
      return answer();
    },
  } as unknown as Api;
  const contributed = PLUGINS.flatMap(({ id, settings = [] }) =>
    settings.map((one) => ({ ...one, plugin: id })),
  );
  const tools = PLUGINS.flatMap(({ id, tools: own = [] }) => own.map((one) => ({ ...one, plugin: id })));
  const host: PluginHost = {
    manifests: PLUGINS,
    contributions: (point: keyof PluginManifest) =>
      of(point === 'settings' ? [...contributed, ...more] : host.current(point as 'tools')),
    current: (point: keyof PluginManifest) => (point === 'tools' ? tools : []),
  } as unknown as PluginHost;
  settings = new LiveSettings({ storage: memoryStorage(), api, me$: of(undefined), host });
  toasts = new Toasts();
  const container = new Container();
  container.bind(I18N).toConstantValue(i18n);
  container.bind(API).toConstantValue(api);
  container.bind(SETTINGS).toConstantValue(settings);
  container.bind(HOST).toConstantValue(host);
  container.bind(TOASTS).toConstantValue(toasts);
  container.bind(SESSION).toConstantValue({ organizations: ['Alpi', 'Mare'] } as unknown as Session);
  render(
    <ServicesProvider container={container}>
      <MemoryRouter initialEntries={[address]}>
        <PreferencesPage />
      </MemoryRouter>
    </ServicesProvider>,
  );
}

it('shows every setting in its section', async () => {
  await open();
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    'Preferences',
    'General',
    'Map',
    'Coordinates and angles',
    'Editing',
    'Measuring',
    'Keyboard shortcuts',
    '3D globe',
    'Password',
    'Access for other programs',
  ]);
  const map = screen.getByRole('region', { name: 'Map' });
  expect(within(map).getByLabelText<HTMLInputElement>('Zoom level for loading objects').value).toBe('15');
});

it('shows the section that the address names', async () => {
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    expect(this.id).toBe('tokens');
  });
  await open([], '/user-preference#tokens');
  expect(shown).toHaveBeenCalledOnce();
  shown.mockRestore();
});

it('shows the settings of plugins with their own texts, each section with its own address', async () => {
  const setting = { kind: 'boolean', default: true, order: 90, local: true };
  await open([
    {
      ...setting,
      plugin: 'map-2d',
      key: 'a',
      title: 'map-2d:background.title',
      section: 'map-2d:viewer.title',
    },
    { ...setting, plugin: 'map-3d', key: 'b', title: 'map-3d:quality.title', section: 'map-3d:viewer.title' },
  ]);
  const link = await screen.findByRole('link', { name: '3D globe' });
  expect(link.getAttribute('href')).toBe('#map-3d');
  expect(screen.getByRole('link', { name: '2D map' }).getAttribute('href')).toBe('#map-2d');
  expect(screen.getByText('Quality in 3D')).toBeDefined();
});

it('saves a number when it is valid, with decimal comma or point, and refuses one out of range', async () => {
  await open();
  const size = screen.getByLabelText<HTMLInputElement>('Point size in point clouds');
  await userEvent.clear(size);
  await userEvent.type(size, '0,25');
  expect(settings.get('pointSize3D')).toBe(0.25);
  await userEvent.clear(size);
  await userEvent.type(size, '900');
  expect(settings.get('pointSize3D')).not.toBe(900);
});

it('saves switches and choices', async () => {
  await open();
  await userEvent.click(screen.getByRole('switch', { name: /Auto-save/ }));
  expect(settings.get('autoSave')).toBe(false);
  await userEvent.click(await screen.findByRole('button', { name: /Angle unit/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'Gradian (gon)' }));
  expect(settings.get('angleUnit')).toBe('gradian');
  expect(settings.get('angleSymbol')).toBe('gradian');
});

it('changes a shortcut, and asks before it takes one from another tool', async () => {
  await open();
  const list = within(screen.getByRole('region', { name: 'Keyboard shortcuts' }));
  const change = () =>
    userEvent.click(list.getByRole('button', { name: 'Change the shortcut of Measure an area' }));
  await change();
  await userEvent.keyboard('{Alt>}a{/Alt}');
  expect(settings.get('shortcuts')).toBe('{"tools/measure-2d.area":"Alt+A"}');
  await change();
  await userEvent.keyboard('d');
  expect(list.getByRole('status').textContent).toContain('D is the shortcut of Measure a distance.');
  expect(settings.get('shortcuts')).toContain('Alt+A');
  await userEvent.click(list.getByRole('button', { name: 'Use it here' }));
  expect(JSON.parse(settings.get('shortcuts'))).toEqual({
    'tools/measure-2d.area': 'D',
    'tools/measure-2d.distance': '',
  });
  await userEvent.click(list.getByRole('button', { name: 'Reset shortcuts' }));
  expect(settings.get('shortcuts')).toBe('');
});

it('resets everything after confirmation', async () => {
  await open();
  await userEvent.click(screen.getByRole('switch', { name: /Snapping/ }));
  await userEvent.click(screen.getByRole('button', { name: /Restore defaults/ }));
  expect(settings.get('snapping')).toBe(false);
  await userEvent.click(await screen.findByRole('button', { name: 'Restore' }));
  expect(settings.get('snapping')).toBe(true);
});

it('changes the password only when both entries match', async () => {
  await open();
  await userEvent.type(screen.getByLabelText(/Current password/), 'old password');
  await userEvent.type(screen.getByLabelText(/^New password/), 'a longer one');
  await userEvent.type(screen.getByLabelText(/Repeat new password/), 'a longer two');
  expect(screen.getByText('The passwords do not match.')).toBeTruthy();
  const change = screen.getByRole<HTMLButtonElement>('button', { name: 'Change password' });
  expect(change.disabled).toBe(true);
  await userEvent.clear(screen.getByLabelText(/Repeat new password/));
  await userEvent.type(screen.getByLabelText(/Repeat new password/), 'a longer one');
  await userEvent.click(change);
  expect(sent).toEqual([{ body: { current: 'old password', next: 'a longer one' } }]);
  await vi.waitFor(() => expect(toasts.shown.map(({ kind }) => kind)).toEqual(['success']));
});

it('shows why the server refused a password', async () => {
  answer = () => Promise.reject(new AppError('http', 'The current password is wrong.', { status: 422 }));
  await open();
  await userEvent.type(screen.getByLabelText(/Current password/), 'wrong');
  await userEvent.type(screen.getByLabelText(/^New password/), 'a longer one');
  await userEvent.type(screen.getByLabelText(/Repeat new password/), 'a longer one{Enter}');
  expect(await screen.findByText('The current password is wrong.')).toBeTruthy();
});

it('creates a token for another program and shows its secret until dismissed', async () => {
  const made = { ...QGIS, token: 'groma_the-secret' };
  answer = () => Promise.resolve({ data: made });
  await open();
  await screen.findByText('No tokens yet');
  const tokensOf = within(screen.getByRole('region', { name: 'Access for other programs' }));
  await userEvent.type(tokensOf.getByLabelText(/^Name/), 'QGIS');
  await userEvent.click(tokensOf.getByRole('button', { name: 'Create token' }));
  expect(await tokensOf.findByText('groma_the-secret')).toBeTruthy();
  expect(sent).toEqual([{ body: { name: 'QGIS', days: 90, readOnly: true } }]);
  expect(tokensOf.getByRole('rowheader', { name: 'QGIS' })).toBeTruthy();
  await userEvent.click(tokensOf.getByRole('button', { name: 'Done' }));
  expect(tokensOf.queryByText('groma_the-secret')).toBeNull();
});

it('lists tokens with expiry and last use, and revokes one after confirmation', async () => {
  tokens = [QGIS, { ...QGIS, id: 'old', name: 'Old script', expiresAt: '2020-01-01T00:00:00.000Z' }];
  answer = () => Promise.resolve({});
  await open();
  const [qgis, old] = (await screen.findAllByRole('row')).slice(1);
  expect(qgis!.textContent).toContain('never');
  expect(old!.textContent).toContain('expired');
  await userEvent.click(screen.getByRole('button', { name: 'Revoke QGIS' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke' }));
  await vi.waitFor(() => expect(screen.queryByRole('rowheader', { name: 'QGIS' })).toBeNull());
  expect(sent).toEqual([{ params: { id: 'qgis' } }]);
  expect(screen.getByRole('rowheader', { name: 'Old script' })).toBeTruthy();
});
