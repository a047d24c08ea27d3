import { Container, ContainerModule } from 'inversify';
import { describe, expect, it, vi } from 'vitest';
import type { PluginManifest } from './manifest.ts';
import { Plugins } from './plugins.ts';

function plugin(
  id: string,
  runs: () => void = () => undefined,
  more: Partial<PluginManifest> = {},
): PluginManifest {
  return {
    id,
    commands: [{ id: `${id}.run`, title: 'run', keys: 'Alt+W' }],
    load: () =>
      Promise.resolve({
        default: new ContainerModule(({ bind }) => void bind(`${id}.run`).toConstantValue({ run: runs })),
      }),
    ...more,
  };
}

function workbench(...built: PluginManifest[]) {
  const host = new Plugins(built, new Container());
  host.setAllows(() => true);
  const commands = () => host.current('commands').map(({ id }) => id);
  return { host, commands };
}

describe('plugins that are added while the workbench runs', () => {
  it('contribute at once, and nothing remains of them when they are removed', async () => {
    const { host, commands } = workbench(plugin('draw', undefined, { commands: [] }));
    const seen = vi.fn();
    host.contributions('commands').subscribe(seen);
    const runs = vi.fn();
    host.setAdded([plugin('acme-wells', runs)]);
    expect(commands()).toEqual(['acme-wells.run']);
    expect(host.manifests.map(({ id }) => id)).toEqual(['draw', 'acme-wells']);
    await host.run('acme-wells.run');
    expect(runs).toHaveBeenCalledOnce();
    host.setAdded([]);
    expect(commands()).toEqual([]);
    await expect(host.service('acme-wells', 'acme-wells.run')).rejects.toThrow("no plugin 'acme-wells'");
    expect(seen).toHaveBeenCalledTimes(3);
  });

  it('run their new code after an update, and keep it where nothing changes', async () => {
    const { host } = workbench();
    const [old, now, other] = [vi.fn(), vi.fn(), vi.fn()];
    const stays = plugin('acme-pumps', other, { commands: [{ id: 'acme-pumps.run', title: 'run' }] });
    host.setAdded([plugin('acme-wells', old), stays]);
    await host.run('acme-wells.run');
    await host.run('acme-pumps.run');
    host.setAdded([plugin('acme-wells', now), stays]);
    await host.run('acme-wells.run');
    await host.run('acme-pumps.run');
    expect([old.mock.calls.length, now.mock.calls.length, other.mock.calls.length]).toEqual([1, 1, 2]);
  });

  it('never replace a plugin of the build, and lose a shortcut that one has', () => {
    const { host, commands } = workbench(plugin('draw'));
    const runs = vi.fn();
    host.setAdded([plugin('draw', runs), plugin('acme-wells')]);
    expect(commands()).toEqual(['draw.run', 'acme-wells.run']);
    expect(host.failures.map(({ message }) => message)).toEqual([
      expect.stringContaining("two plugins 'draw'"),
    ]);
    expect(host.current('commands').map(({ keys }) => keys)).toEqual(['Alt+W', undefined]);
    host.setAdded([]);
    expect([commands(), host.failures]).toEqual([['draw.run'], []]);
  });

  it('name the shortcuts that they do not get, each once, until the person has chosen another one', () => {
    const keysLost = vi.fn();
    const host = new Plugins([plugin('draw')], new Container(), { keysLost });
    const lost = () => keysLost.mock.calls.map(([{ item, keys }]) => `${item.id} ${keys}`);
    const wells = plugin('acme-wells');
    host.setAdded([wells]);
    host.setAdded([wells, plugin('acme-pumps', undefined, { commands: [] })]);
    expect(lost()).toEqual(['acme-wells.run Alt+W']);
    host.setAdded([]);
    host.setKeys({ 'commands/acme-wells.run': 'Alt+X' });
    host.setAdded([wells]);
    expect(lost()).toHaveLength(1);
  });

  it('that are removed while they load are not bound', async () => {
    const { host } = workbench();
    let finish: () => void = () => undefined;
    const slow = plugin('acme-wells');
    const load = () => new Promise<void>((resolve) => (finish = resolve)).then(() => slow.load());
    host.setAdded([{ ...slow, load }]);
    const running = host.run('acme-wells.run');
    host.setAdded([]);
    finish();
    await expect(running).rejects.toThrow();
    expect(host.failures).toEqual([]);
  });
});
