import { Container, ContainerModule } from 'inversify';
import { describe, expect, it, vi } from 'vitest';
import { AppError } from '#core/kernel';
import type { ToolContribution } from './contributions.ts';
import type { PluginManifest } from './manifest.ts';
import { Plugins, type Allows } from './plugins.ts';
import type { Command } from './services.ts';

type TestServices = Record<string, unknown>;
/** A plugin whose code binds `services`; its `load` is a spy. */
function plugin(id: string, more: Partial<PluginManifest> = {}, services: TestServices = {}) {
  const load = vi.fn(() =>
    Promise.resolve({
      default: new ContainerModule(({ bind }) => {
        for (const [name, service] of Object.entries(services)) bind(name).toConstantValue(service);
      }),
    }),
  );
  return { id, load, ...more } satisfies PluginManifest;
}
const tool = (id: string, more: Partial<ToolContribution> = {}): ToolContribution => ({
  id,
  viewer: '2d',
  group: 'draw',
  icon: 'pen',
  title: 'x',
  order: 0,
  route: id,
  ...more,
});
const everything: Allows = () => true;
const holding =
  (...grants: string[]): Allows =>
  (guard, grant) =>
    (grant === undefined || grants.includes(grant)) &&
    (guard.needs ?? []).every((needed) => grants.includes(needed));

function workbench(manifests: readonly PluginManifest[], allows: Allows | undefined = everything) {
  const host = new Plugins(manifests, new Container());
  host.setAllows(allows);
  return host;
}
const ids = (contributions: readonly { id: string }[]) => contributions.map(({ id }) => id);

describe('the contributions of plugins', () => {
  const draw = plugin('draw', {
    tools: [tool('draw.line', { order: 2, needs: ['geometries.write'] }), tool('draw.point', { order: 1 })],
  });

  it('are sorted, with their plugin', () => {
    expect(workbench([draw]).current('tools')).toMatchObject([
      { id: 'draw.point', plugin: 'draw' },
      { id: 'draw.line', plugin: 'draw' },
    ]);
  });

  it('exclude a tool that the role may not use', () => {
    expect(ids(workbench([draw], holding('tool:draw.point')).current('tools'))).toEqual(['draw.point']);
    // Switched on, but without the authorization required by the server.
    expect(ids(workbench([draw], holding('tool:draw.line')).current('tools'))).toEqual([]);
    expect(ids(workbench([draw], holding('tool:draw.line', 'geometries.write')).current('tools'))).toEqual([
      'draw.line',
    ]);
  });

  it('are only public routes before sign-in', () => {
    const pages = plugin('pages', {
      routes: [
        { path: '/login', render: 'a', title: 'a', public: true },
        { path: '/home', render: 'b', title: 'b' },
      ],
      menu: [{ id: 'home', title: 'b', icon: 'x', path: '/home', order: 0 }],
    });
    const host = workbench([pages], undefined);
    host.setAllows(undefined);
    expect(host.current('routes').map(({ path }) => path)).toEqual(['/login']);
    expect(host.current('menu')).toEqual([]);
  });

  it('follow the rights, and emit only on change', () => {
    const host = workbench([draw], holding('tool:draw.point'));
    const seen: string[][] = [];
    host.contributions('tools').subscribe((tools) => seen.push(ids(tools)));
    host.setAllows(holding('tool:draw.point'));
    host.setAllows(holding());
    expect(seen).toEqual([['draw.point'], []]);
  });

  it('exclude a switchable plugin that the role does not have, and those that require it', () => {
    const base = plugin('base', { switchable: true });
    const above = plugin('above', { requires: ['base'], tools: [tool('above.x')] });
    expect(ids(workbench([base, above], holding('tool:above.x')).current('tools'))).toEqual([]);
    expect(ids(workbench([base, above], holding('tool:above.x', 'plugin:base')).current('tools'))).toEqual([
      'above.x',
    ]);
  });

  it('exclude panels and commands of a plugin if the role has none of its tools', () => {
    const withPanel: PluginManifest = {
      ...draw,
      panels: [{ id: 'draw.panel', title: 'a', icon: 'x', render: 'p', order: 0 }],
    };
    expect(ids(workbench([withPanel], holding('tool:draw.point')).current('panels'))).toEqual(['draw.panel']);
    expect(ids(workbench([withPanel], holding()).current('panels'))).toEqual([]);
  });

  it('keep of a plugin whose tools lack an authorization what names one that is held, and what is public', () => {
    const notes = plugin('notes', {
      tools: [tool('notes.place', { needs: ['geometries.write'] })],
      commands: [
        { id: 'notes.tidy', title: 'a' },
        { id: 'notes.list', title: 'b', needs: ['geometries.read'] },
      ],
      routes: [{ path: '/notes', render: 'a', title: 'a', public: true }],
    });
    const above = plugin('above', { requires: ['notes'], commands: [{ id: 'above.x', title: 'a' }] });
    const reader = workbench([notes, above], holding('tool:notes.place', 'geometries.read'));
    expect(ids(reader.current('tools'))).toEqual([]);
    expect(ids(reader.current('commands'))).toEqual(['notes.list', 'above.x']);
    expect(reader.current('routes')).toHaveLength(1);
    const withoutTool = workbench([notes, above], holding('geometries.read', 'geometries.write'));
    expect([...withoutTool.current('commands'), ...withoutTool.current('routes')]).toEqual([]);
  });

  it('exclude on-demand overlays until a command of their plugin has loaded the code', async () => {
    const dialog = { id: 'draw.dialog', render: 'draw.Dialog', order: 1, onDemand: true } as const;
    const asking = plugin(
      'draw',
      { commands: [{ id: 'draw.go', title: 'x' }], overlays: [dialog] },
      {
        'draw.go': { run: () => undefined },
      },
    );
    const host = workbench([asking]);
    expect(host.current('overlays')).toEqual([]);
    await host.run('draw.go');
    expect(ids(host.current('overlays'))).toEqual(['draw.dialog']);
    expect(asking.load).toHaveBeenCalledOnce();
  });

  it('include points defined by plugins', () => {
    const offers = plugin('import', { points: ['sundials' as 'tools'] });
    const fills = { ...plugin('dxf'), sundials: [{ id: 'dxf' }] } as unknown as PluginManifest;
    expect(workbench([offers, fills]).current('sundials' as 'tools')).toEqual([{ id: 'dxf', plugin: 'dxf' }]);
  });
});

describe('the code of a plugin', () => {
  it('is loaded once, after its required and optional plugins', async () => {
    const order: string[] = [];
    const noting = (id: string, more: Partial<PluginManifest> = {}): PluginManifest => ({
      id,
      ...more,
      load: () => Promise.resolve({ default: new ContainerModule(() => void order.push(id)) }),
    });
    const host = workbench([
      noting('top', { requires: ['middle'], optional: ['extra', 'absent'] }),
      noting('middle', { requires: ['base'] }),
      noting('base'),
      noting('extra', { requires: ['base'] }),
      noting('unrelated'),
    ]);
    await Promise.all([host.load('top'), host.load('top')]);
    await host.load('base');
    expect(order[0]).toBe('base');
    expect(order.at(-1)).toBe('top');
    expect([...order].sort()).toEqual(['base', 'extra', 'middle', 'top']);
  });

  it('is loaded even if two plugins are optional for each other', async () => {
    const host = workbench([plugin('a', { optional: ['b'] }), plugin('b', { optional: ['a'] })]);
    await Promise.all([host.load('a'), host.load('b')]);
    expect(host.failures).toEqual([]);
  });

  it('provides its services by the names in the manifest', async () => {
    const host = workbench([plugin('draw', {}, { 'draw.page': 'the page' })]);
    expect(await host.service('draw', 'draw.page')).toBe('the page');
  });

  it('may provide a service that loads more code first', async () => {
    const tool = { start: () => undefined };
    const host = workbench([
      {
        id: 'draw',
        load: () =>
          Promise.resolve({
            default: new ContainerModule(({ bind }) => {
              bind('draw.line').toDynamicValue(async () => Promise.resolve(tool));
            }),
          }),
      },
    ]);
    expect(await host.service('draw', 'draw.line')).toBe(tool);
  });

  it('is not loaded for a plugin that the person may not use', async () => {
    const denied = plugin('secret', { switchable: true });
    const host = workbench([denied, plugin('home')], holding());
    await expect(host.load('secret')).rejects.toThrow("There is no plugin 'secret' here; there are home.");
    expect(denied.load).not.toHaveBeenCalled();
  });
});

describe('a plugin that fails', () => {
  const bad = (): PluginManifest => ({
    id: 'bad',
    load: vi.fn(() => Promise.reject(new Error('no such file'))),
    tools: [tool('bad.x')],
  });

  it('is switched off if its code cannot be loaded, together with those that require it', async () => {
    const host = workbench([
      bad(),
      plugin('good', { tools: [tool('good.x')] }),
      plugin('above', { requires: ['bad'], tools: [tool('above.x')] }),
    ]);
    await expect(host.load('bad')).rejects.toThrow('no such file');
    expect(ids(host.current('tools'))).toEqual(['good.x']);
    expect(host.failures.map(({ message }) => message)).toEqual([
      "Plugin 'bad' failed and is switched off: no such file. Everything else goes on without it; it can be tried again.",
      "Plugin 'above' is switched off because 'bad', which it requires, failed.",
    ]);
  });

  it('does not affect plugins for which it is optional', async () => {
    const host = workbench([bad(), plugin('good', { optional: ['bad'] }, { service: 1 })]);
    expect(await host.service('good', 'service')).toBe(1);
  });

  it('can be retried', async () => {
    const manifest = bad();
    const host = workbench([manifest]);
    await host.load('bad').catch(() => undefined);
    vi.mocked(manifest.load).mockResolvedValue({
      default: new ContainerModule(({ bind }) => void bind('bad.x').toConstantValue('mended')),
    });
    host.retry('bad');
    expect(ids(host.current('tools'))).toEqual(['bad.x']);
    expect(await host.service('bad', 'bad.x')).toBe('mended');
  });

  it('is tried again by itself when the network is back, with what fell with it', async () => {
    const late = bad();
    const above = plugin('above', { requires: ['bad'], tools: [tool('above.x')] });
    const thrown = plugin('thrown', { tools: [tool('thrown.x')] });
    const host = workbench([late, above, thrown]);
    await host.load('above').catch(() => undefined);
    await host.load('thrown');
    host.report('thrown', new Error('a fault of its own'));
    expect(host.current('tools')).toEqual([]);
    host.retryLate();
    expect(ids(host.current('tools'))).toEqual(['bad.x', 'above.x']);
    expect(host.failures.map(({ plugin: id }) => id)).toEqual(['thrown']);
  });

  it('is not tried at every reconnection for ever, and again from the beginning once its code has arrived', async () => {
    let arrives = false;
    let loads = 0;
    const load = () => {
      loads += 1;
      return arrives
        ? Promise.resolve({ default: new ContainerModule(() => undefined) })
        : Promise.reject(new Error('broken'));
    };
    const host = workbench([plugin('bad', { load, tools: [tool('bad.x')] })]);
    const reconnect = async () => {
      host.retryLate();
      await host.load('bad').catch(() => undefined);
    };
    await host.load('bad').catch(() => undefined);
    for (let n = 0; n < 10; n++) await reconnect();
    expect(loads).toBe(4);
    expect(host.failures).toHaveLength(1);
    arrives = true;
    host.retry('bad');
    await host.load('bad');
    expect(host.failures).toEqual([]);
  });

  it('is switched off if it binds nothing under a name of its manifest', async () => {
    const host = workbench([plugin('draw', { tools: [tool('draw.x')] })]);
    await expect(host.service('draw', 'draw.x')).rejects.toThrow(
      "Plugin 'draw' failed and is switched off: its manifest names the service 'draw.x', and its plugin.ts binds nothing under that name.",
    );
    expect(host.current('tools')).toEqual([]);
  });

  it('is explained in the language of the person', () => {
    const manifests = [plugin('bad'), plugin('above', { requires: ['bad'] })];
    const host = new Plugins(manifests, new Container(), {
      failed: (name, reason) => `${name} non va: ${reason}`,
      fallen: (name, because) => `${name} senza ${because}`,
    });
    host.report('bad', new Error('no such file'));
    expect(host.failures.map(({ message }) => message)).toEqual([
      'bad non va: no such file',
      'above senza bad',
    ]);
  });

  it('is switched off once if it throws later', () => {
    const host = workbench([plugin('draw', { tools: [tool('draw.x')] })]);
    host.report('draw', new TypeError('x is undefined'));
    host.report('draw', new TypeError('y is undefined'));
    expect(host.failures.map(({ message }) => message)).toEqual([
      "Plugin 'draw' failed and is switched off: x is undefined. Everything else goes on without it; it can be tried again.",
    ]);
  });
});

describe('a command', () => {
  const withCommand = (command: Command) =>
    workbench([plugin('draw', { commands: [{ id: 'draw.do', title: 'do' }] }, { 'draw.do': command })]);

  it('runs', async () => {
    const run = vi.fn();
    expect(await withCommand({ run }).run('draw.do')).toBeUndefined();
    expect(run).toHaveBeenCalledOnce();
  });

  it('returns why it cannot run now, in the texts of its plugin', async () => {
    const run = vi.fn();
    expect(await withCommand({ run, disabled: () => 'nothing.selected' }).run('draw.do')).toBe(
      'draw:nothing.selected',
    );
    expect(run).not.toHaveBeenCalled();
  });

  it('rethrows an error with a message for people, and leaves the plugin on', async () => {
    const host = withCommand({
      run: () => Promise.reject(new AppError('http', 'The server refused it.', { status: 403 })),
    });
    await expect(host.run('draw.do')).rejects.toThrow('The server refused it.');
    expect(host.failures).toEqual([]);
  });

  const broken = (): never => {
    throw new TypeError('broken');
  };
  it.each<[string, Command]>([
    ['throws', { run: broken }],
    [
      'rejects',
      { run: () => Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError')) },
    ],
    ['cannot tell whether it can run', { run: () => undefined, disabled: broken }],
  ])('that %s is a sentence, and its plugin and those that require it stay on', async (_, command) => {
    const log = vi.fn();
    const host = new Plugins(
      [
        plugin('draw', { commands: [{ id: 'draw.do', title: 'do' }] }, { 'draw.do': command }),
        plugin('above', { requires: ['draw'], tools: [tool('above.x')] }),
      ],
      new Container(),
      { commandFailed: ({ title }, reason) => `“${title}” did not work: ${reason}`, log },
    );
    host.setAllows(everything);
    const failure = await host.run('draw.do').catch((thrown: unknown) => thrown);
    expect(failure).toBeInstanceOf(AppError);
    expect((failure as AppError).message).toMatch(/^“do” did not work: (broken|Write permission denied\.)$/);
    expect(log).toHaveBeenCalledOnce();
    expect(host.failures).toEqual([]);
    expect(ids(host.current('tools'))).toEqual(['above.x']);
    await expect(host.run('draw.do')).rejects.toThrow('did not work');
  });

  it('whose code cannot be loaded switches its plugin off', async () => {
    const lost = plugin('draw', { commands: [{ id: 'draw.do', title: 'do' }] });
    vi.mocked(lost.load).mockRejectedValue(new Error('no such file'));
    const host = workbench([lost]);
    await expect(host.run('draw.do')).rejects.toThrow('no such file');
    expect(host.failures.map(({ plugin: one }) => one)).toEqual(['draw']);
  });
});
