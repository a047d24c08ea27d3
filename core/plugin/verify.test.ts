import { ContainerModule } from 'inversify';
import { describe, expect, it } from 'vitest';
import type { ToolContribution } from './contributions.ts';
import type { PluginManifest } from './manifest.ts';
import { verify } from './verify.ts';

const load = () => Promise.resolve({ default: new ContainerModule(() => undefined) });
const plugin = (id: string, more: object = {}): PluginManifest => ({ id, load, ...more });
const tool = (id: string, more: Partial<ToolContribution> = {}): ToolContribution => ({
  id,
  viewer: '2d',
  group: 'draw',
  icon: 'pen',
  title: 'tool',
  order: 0,
  route: `2ddrawtools/${id}`,
  ...more,
});
const messagesOf = (...manifests: PluginManifest[]) =>
  verify(manifests).problems.map(({ message }) => message);
const left = (...manifests: PluginManifest[]) => verify(manifests).sound.map(({ id }) => id);

describe('a list of plugins', () => {
  it('is used unchanged if nothing is wrong', () => {
    const manifests = [
      plugin('map-2d', { routes: [{ path: '/draw/:id', render: 'map-2d.page', title: 'title' }] }),
      plugin('draw', { requires: ['map-2d'], optional: ['absent'], tools: [tool('draw.point')] }),
    ];
    expect(verify(manifests)).toEqual({ sound: manifests, problems: [] });
  });

  it('excludes a plugin that requires a missing one', () => {
    const manifests = [plugin('draw', { requires: ['map-2d'] }), plugin('home')];
    expect(messagesOf(...manifests)).toEqual([
      "Plugin 'draw' requires 'map-2d', and there is no plugin 'map-2d': add it to workbench/plugins.ts, or take it from the `requires` of 'draw'.",
    ]);
    expect(left(...manifests)).toEqual(['home']);
  });

  it('excludes the plugins that require an excluded one', () => {
    const manifests = [
      plugin('measure', { requires: ['draw'] }),
      plugin('draw', { requires: ['map'] }),
      plugin('report', { optional: ['draw'] }),
    ];
    expect(messagesOf(...manifests)[1]).toBe(
      "Plugin 'measure' requires 'draw', which is left out: mend 'draw', or take it from the `requires` of 'measure'.",
    );
    expect(left(...manifests)).toEqual(['report']);
  });

  it('excludes plugins that require each other in a cycle, and names the cycle', () => {
    const manifests = [
      plugin('a', { requires: ['b'] }),
      plugin('b', { requires: ['c'] }),
      plugin('c', { requires: ['a'] }),
      plugin('d', { optional: ['a'] }),
    ];
    expect(messagesOf(...manifests)[0]).toBe(
      "Plugins 'a' → 'b' → 'c' → 'a' require each other, so none can be loaded first: move what they share into one that the others require.",
    );
    expect(left(...manifests)).toEqual(['d']);
  });

  it('may have a cycle with an optional dependency', () => {
    expect(messagesOf(plugin('a', { requires: ['b'] }), plugin('b', { optional: ['a'] }))).toEqual([]);
  });

  it('keeps the first of two plugins with the same id', () => {
    const first = plugin('draw');
    expect(verify([first, plugin('draw')])).toMatchObject({
      sound: [first],
      problems: [
        {
          plugin: 'draw',
          message:
            "There are two plugins 'draw', and the second is left out: give one of them another id, or name it only once in workbench/plugins.ts.",
        },
      ],
    });
  });

  it('lists the contribution points if one is unknown', () => {
    expect(messagesOf(plugin('import', { points: ['importers'] }), plugin('dxf', { importerz: [] }))).toEqual(
      [
        "Plugin 'dxf' contributes to 'importerz', a point that no plugin offers; there are commands, importers, menu, overlays, palette, panels, routes, settings, status, tools, topBar, viewers: correct the name, or add the plugin that offers it to workbench/plugins.ts.",
      ],
    );
  });

  it('allows contributions to a point of an optional, missing plugin', () => {
    expect(messagesOf(plugin('dxf', { optional: ['import'], importers: [{ id: 'dxf' }] }))).toEqual([]);
  });

  it('requires the plugin id as prefix of tools and commands', () => {
    expect(messagesOf(plugin('draw', { tools: [tool('point')] }))).toEqual([
      "Plugin 'draw' has the tool 'point', whose id does not begin with 'draw.': rename it, so that roles and shortcuts can tell whose it is.",
    ]);
    expect(messagesOf(plugin('draw', { commands: [{ id: 'undo', title: 'undo' }] }))).toEqual([
      "Plugin 'draw' has the command 'undo', whose id does not begin with 'draw.': rename it, so that roles and shortcuts can tell whose it is.",
    ]);
  });

  it('gives a route to the first plugin that claims it', () => {
    const page = { routes: [{ path: '/home', render: 'x', title: 'x' }] };
    expect(messagesOf(plugin('home', page), plugin('start', page))).toEqual([
      "Plugin 'start' claims the route '/home', which plugin 'home' has already: choose another one in 'start'.",
    ]);
    expect(left(plugin('home', page), plugin('start', page))).toEqual(['home']);
  });

  it('checks the address of a tool on every kind of viewer it works on', () => {
    const first = plugin('draw', { tools: [tool('draw.line', { keys: 'L', also: { '3d': '3d/line' } })] });
    const solid = { viewer: '3d', route: '3d/line' } as const;
    expect(messagesOf(first, plugin('globe', { tools: [tool('globe.line', solid)] }))).toEqual([
      "Plugin 'globe' claims the tool address '3d/line' for 'globe.line', which plugin 'draw' has already for 'draw.line': choose another one in 'globe'.",
    ]);
  });

  it.each([
    [
      'tool address',
      { tools: [tool('a.x', { route: 'same' })] },
      { tools: [tool('b.x', { route: 'same' })] },
    ],
    [
      'panel',
      { panels: [{ id: 'p', title: '', icon: '', render: '', order: 0 }] },
      { panels: [{ id: 'p', title: '', icon: '', render: '', order: 0 }] },
    ],
    [
      'menu entry',
      { menu: [{ id: 'm', title: '', icon: '', path: '/', order: 0 }] },
      { menu: [{ id: 'm', title: '', icon: '', path: '/', order: 0 }] },
    ],
  ])('gives a %s to the first plugin that claims it', (what, first, second) => {
    const [message] = messagesOf(plugin('a', first), plugin('b', second));
    expect(message).toContain(`Plugin 'b' claims the ${what} `);
    expect(message).toContain("which plugin 'a' has already");
  });
});
