import type { Meta, StoryObj } from '@storybook/react-vite';
import { ContainerModule, type Container } from 'inversify';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { BehaviorSubject, NEVER, of } from 'rxjs';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { LIVE } from '#core/api';
import { OpenViews, VIEWS } from '#core/mapview';
import { definePlugin, HOST, Panels, PANELS, Plugins, type Command } from '#core/plugin';
import { PROJECTS, type OpenProject, type Projects } from '#core/project';
import { SESSION, type Session } from '#core/session';
import { desk } from '#core/testing';
import { ViewerTools, TOOLS } from '#core/tools';
import { Shell } from './index.ts';

const me = {
  userId: '00000000-0000-4000-8000-000000000002',
  email: 'anna@example.org',
  name: 'Anna Bianchi',
  language: 'en',
  roleId: '00000000-0000-4000-8000-000000000003',
  roleName: 'Surveyor',
  authorizations: ['geometries.read', 'tool:demo.look'],
  superAdministrator: false,
  blockedLayers: [],
  organizationId: '00000000-0000-4000-8000-000000000004',
  organizationName: 'Field office',
} as const;

const ran: string[] = [];

/** An ordinary plugin. Its texts are not loaded here, so titles show as written. */
const demo = definePlugin({
  id: 'demo',
  menu: [
    { id: 'demo.list', title: 'Parcels', icon: 'map', path: '/parcels', order: 0 },
    { id: 'demo.users', title: 'Users', icon: 'users', path: '/users', order: 1, needs: ['admin.users'] },
  ],
  tools: [
    {
      id: 'demo.look',
      viewer: '2d',
      group: 'select',
      icon: 'pointer',
      title: 'Look',
      keys: 'S',
      order: 0,
      route: 'look',
    },
    {
      id: 'demo.dig',
      viewer: '2d',
      group: 'draw',
      icon: 'point',
      title: 'Dig',
      keys: 'G',
      order: 0,
      route: 'dig',
    },
  ],
  commands: [
    { id: 'demo.print', title: 'Print the sheet', keys: 'Ctrl+P' },
    { id: 'demo.undo', title: 'Take back', icon: 'undo', workspace: true, bar: 0 },
  ],
  routes: [{ path: '/draw/:id', render: 'demo.Notes', title: 'Map', workspace: true }],
  panels: [
    { id: 'demo.notes', title: 'Notes', icon: 'file', render: 'demo.Notes', order: 0, keys: 'N', open: true },
    {
      id: 'demo.cloud',
      title: 'Notes of clouds',
      icon: 'file',
      render: 'demo.Notes',
      order: 1,
      viewer: 'cloud',
    },
    {
      id: 'demo.users',
      title: 'Notes of users',
      icon: 'users',
      render: 'demo.Notes',
      order: 2,
      needs: ['admin.users'],
    },
  ],
  load: () =>
    Promise.resolve({
      default: new ContainerModule(({ bind }) => {
        bind<Command>('demo.print').toConstantValue({ run: () => void ran.push('print') });
        bind<Command>('demo.undo').toConstantValue({
          run: () => undefined,
          disabled: () => 'Nothing to take back',
        });
        bind('demo.Notes').toConstantValue(() => <p>Check the northern corner.</p>);
        bind('demo.look').toConstantValue({ start: () => resting });
      }),
    }),
});

/** Its panel throws when it is rendered. */
const broken = definePlugin({
  id: 'broken',
  panels: [{ id: 'broken.panel', title: 'Broken', icon: 'alert', render: 'broken.Panel', order: 9 }],
  load: () =>
    Promise.resolve({
      default: new ContainerModule(({ bind }) => {
        bind('broken.Panel').toConstantValue(() => {
          throw new Error('the battery is empty');
        });
      }),
    }),
});

const state = { hint: 'Click an object.', canComplete: false, busy: false };
const resting = {
  state$: of(state),
  state,
  gesture: () => undefined,
  complete: () => undefined,
  cancel: () => undefined,
  dispose: () => undefined,
};

function services(inWorkspace: boolean) {
  return (container: Container): void => {
    const host = new Plugins([demo, broken], container);
    host.setAllows((guard, grant) => {
      const held: readonly string[] = me.authorizations;
      return (!grant || held.includes(grant)) && (guard.needs ?? []).every((needed) => held.includes(needed));
    });
    const { project, view } = desk();
    const autosave = { state$: NEVER } as unknown as OpenProject['autosave'];
    const open = inWorkspace ? { ...project, autosave } : undefined;
    const current$ = new BehaviorSubject<OpenProject | undefined>(open);
    const projects = { current$, current: open } as unknown as Projects;
    const views = new OpenViews();
    if (inWorkspace) views.register(view);
    container.bind(HOST).toConstantValue(host);
    container
      .bind(SESSION)
      .toConstantValue({ me$: of(me), me, organizations: ['Field office'] } as unknown as Session);
    container.bind(PROJECTS).toConstantValue(projects);
    container.bind(VIEWS).toConstantValue(views);
    container.bind(PANELS).toConstantValue(new Panels());
    container.bind(TOOLS).toConstantValue(new ViewerTools({ host, views, projects }));
    container.bind(LIVE).toConstantValue({
      on: () => NEVER,
      follow: () => ({ dispose: () => undefined }),
      state$: of('disconnected' as const),
    });
  };
}

const meta: Meta = {
  title: 'Workbench/Frame',
  parameters: { layout: 'fullscreen', namespaces: ['shell'], services: services(true) },
  render: () => (
    <MemoryRouter initialEntries={['/draw/1']}>
      <Shell>
        <Routes>
          <Route path="/draw/1" element={<h1>The map</h1>} />
          <Route path="/parcels" element={<h1>All parcels</h1>} />
        </Routes>
      </Shell>
    </MemoryRouter>
  ),
};
export default meta;
type Story = StoryObj;

export const Workspace: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByRole('button', { name: 'Look' })).toBeVisible();
    // The role was not granted this tool: no button.
    await expect(canvas.queryByRole('button', { name: 'Dig' })).toBeNull();
    await expect(await canvas.findByText('Check the northern corner.')).toBeVisible();
    await expect(
      await canvas.findByRole('button', { name: /Take back — .*Nothing to take back/ }),
    ).toBeVisible();
    await expect(canvas.getByText('Offline')).toBeVisible();
  },
};

export const PanelByItsKey: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByText('Check the northern corner.');
    await userEvent.keyboard('n');
    await waitFor(() => expect(canvas.queryByText('Check the northern corner.')).toBeNull());
    await userEvent.keyboard('n');
    await canvas.findByText('Check the northern corner.');
  },
};

export const PanelByItsName: Story = {
  play: async ({ canvasElement }) => {
    const [canvas, body] = [within(canvasElement), within(document.body)];
    const closed = async () => {
      await canvas.findByText('Check the northern corner.');
      await userEvent.keyboard('n');
      await waitFor(() => expect(canvas.queryByText('Check the northern corner.')).toBeNull());
    };
    await closed();
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.type(await body.findByRole('searchbox'), 'notes');
    // Those of other viewers and of other rights are not listed.
    await expect((await body.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      'NotesN',
    ]);
    await userEvent.keyboard('{Enter}');
    await closed();
    await userEvent.click(canvas.getByRole('button', { name: 'All panels' }));
    await userEvent.click(await body.findByRole('menuitem', { name: /^Notes/ }));
    await canvas.findByText('Check the northern corner.');
  },
};

export const PaletteFindsAndDoes: Story = {
  play: async () => {
    const body = within(document.body);
    ran.length = 0;
    await userEvent.keyboard('{Control>}k{/Control}');
    const field = await body.findByRole('searchbox');
    await userEvent.type(field, 'print');
    await body.findByRole('menuitem', { name: /Print the sheet/ });
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(ran).toEqual(['print']));
    await waitFor(() => expect(body.queryByRole('searchbox')).toBeNull());
  },
};

export const EscapeClosesThePaletteWithItsText: Story = {
  play: async () => {
    const body = within(document.body);
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.type(await body.findByRole('searchbox'), 'print');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(body.queryByRole('searchbox')).toBeNull());
  },
};

export const ShortcutsOfNow: Story = {
  play: async () => {
    await userEvent.keyboard('?');
    const sheet = await within(document.body).findByRole('dialog', { name: 'Keyboard shortcuts' });
    await waitFor(() => expect(within(sheet).getByText('Look')).toBeVisible());
    await expect(within(sheet).queryByText('Dig')).toBeNull();
  },
};

export const MenuLeadsToPages: Story = {
  parameters: { services: services(false) },
  play: async ({ canvasElement }) => {
    const [canvas, body] = [within(canvasElement), within(document.body)];
    await userEvent.click(canvas.getByRole('button', { name: 'Open menu' }));
    const menu = await body.findByRole('navigation', { name: 'Pages' });
    await expect(within(menu).queryByText('Users')).toBeNull();
    await userEvent.click(within(menu).getByRole('link', { name: 'Parcels' }));
    await canvas.findByRole('heading', { name: 'All parcels' });
    await waitFor(() => expect(body.queryByRole('navigation', { name: 'Pages' })).toBeNull());
  },
};

export const ABrokenPartFallsAlone: Story = {
  // React also reports the error to developers.
  parameters: { test: { dangerouslyIgnoreUnhandledErrors: true } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: 'Broken' }));
    await canvas.findByText('A part of “broken” is not working');
    // The box loads when a part fails.
    await canvas.findByRole('button', { name: 'Try again' }, { timeout: 10_000 });
    await expect(canvas.getByText('the battery is empty')).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Broken' })).toBeVisible();
    await expect(canvas.getByRole('heading', { name: 'The map' })).toBeVisible();
  },
};

export const Phone: Story = {
  globals: { theme: 'dark', language: 'it' },
  decorators: [
    (Story) => (
      <div style={{ maxInlineSize: 390 }}>
        <Story />
      </div>
    ),
  ],
};
