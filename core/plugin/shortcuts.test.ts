import { Container } from 'inversify';
import { describe, expect, it } from 'vitest';
import type { ToolContribution } from './contributions.ts';
import type { PluginManifest } from './manifest.ts';
import { Plugins } from './plugins.ts';
import { assignKeys, shortcutItems } from './shortcuts.ts';

const plugin = (id: string, more: Partial<PluginManifest>): PluginManifest => ({
  id,
  load: () => Promise.reject(new Error('not needed')),
  ...more,
});
const tool = (id: string, keys: string, more: Partial<ToolContribution> = {}): ToolContribution => ({
  ...{ id, keys, viewer: '2d', group: 'draw', icon: 'line', title: id, order: 0, route: id },
  ...more,
});
const assigned = (...manifests: PluginManifest[]) => assignKeys(shortcutItems(manifests));
const messagesOf = (...manifests: PluginManifest[]) =>
  assigned(...manifests).losses.map(({ message }) => message);
const panel = (id: string, keys: string, viewer?: '2d' | '3d') => ({
  panels: [{ id, keys, title: '', icon: 'list', render: 'x', order: 0, ...(viewer && { viewer }) }],
});

describe('Equal shortcuts', () => {
  it('cost the later item its own, and say so', () => {
    const first = plugin('draw', { tools: [tool('draw.line', 'shift+Ctrl+l')] });
    const second = plugin('list', { commands: [{ id: 'list.open', title: 'x', keys: 'Ctrl+Shift+L' }] });
    const { keys, losses } = assigned(first, second);
    expect([...keys]).toEqual([['tools/draw.line', 'Ctrl+Shift+L']]);
    expect(losses.map(({ message }) => message)).toEqual([
      "Plugin 'list' claims the shortcut 'Ctrl+Shift+L' for 'list.open', which plugin 'draw' has already for 'draw.line': choose another one in 'list', such as Alt and a letter.",
    ]);
  });

  it('leave both plugins in use, the later one without its key', () => {
    const manifests = [
      plugin('draw', { tools: [tool('draw.line', 'L')] }),
      plugin('globe', { tools: [tool('globe.line', 'L')] }),
    ];
    const host = new Plugins(manifests, new Container());
    host.setAllows(() => true);
    expect(host.failures).toEqual([]);
    expect(host.current('tools').map(({ id, keys }) => [id, keys])).toEqual([
      ['draw.line', 'L'],
      ['globe.line', undefined],
    ]);
    expect(host.lostKeys.map(({ item }) => item.id)).toEqual(['globe.line']);
  });

  it('are equal only on a viewer that both work on', () => {
    const flat = plugin('a', { tools: [tool('a.line', 'L', { also: { '3d': '3d/line' } })] });
    const solid = plugin('b', { tools: [tool('b.line', 'L', { viewer: '3d' })] });
    expect(messagesOf(flat, solid)).toHaveLength(1);
    expect(messagesOf(plugin('a', { tools: [tool('a.line', 'L')] }), solid)).toEqual([]);
    for (const viewer of ['2d', '3d'] as const) {
      const drawn = plugin('a', { tools: [tool('a.line', 'L', { viewer })] });
      const other = viewer === '2d' ? '3d' : '2d';
      expect(messagesOf(drawn, plugin('b', panel('b.list', 'L')))).toHaveLength(1);
      expect(messagesOf(drawn, plugin('b', panel('b.list', 'L', viewer)))).toHaveLength(1);
      expect(messagesOf(drawn, plugin('b', panel('b.list', 'L', other)))).toEqual([]);
    }
  });

  it.each([
    ['ctrl+k', "the shortcut 'Ctrl+K' for 'a.x', which the workbench has itself"],
    ['Escape', "the shortcut 'Escape' for 'a.x', which the workbench has itself"],
    ['Super+X', "the shortcut 'Super+X' for 'a.x', which is no shortcut"],
  ])('are no different from %s, which nobody can have', (keys, sentence) => {
    expect(messagesOf(plugin('a', { tools: [tool('a.x', keys)] }))[0]).toContain(sentence);
  });
});

describe('Shortcuts that a person has chosen', () => {
  const manifests = [
    plugin('draw', { tools: [tool('draw.line', 'L'), tool('draw.area', 'A')] }),
    plugin('list', panel('list', 'T')),
  ];
  const host = new Plugins(manifests, new Container());
  host.setAllows(() => true);
  const keysNow = () => [...host.current('tools'), ...host.current('panels')].map(({ keys }) => keys);

  it('come before those of the manifests, and can be none', () => {
    host.setKeys({ 'panels/list': 'L', 'tools/draw.area': '' });
    expect(keysNow()).toEqual([undefined, undefined, 'L']);
    host.setKeys({});
    expect(keysNow()).toEqual(['L', 'A', 'T']);
  });

  it('are announced, and leave lists alone that they do not concern', () => {
    const seen: unknown[] = [];
    const [tools, commands] = [host.contributions('tools'), host.contributions('commands')];
    const before = host.current('tools');
    tools.subscribe((list) => seen.push(list.map(({ keys }) => keys)));
    commands.subscribe((list) => seen.push(list));
    host.setKeys({ 'tools/draw.area': 'Alt+A' });
    host.setKeys({ 'tools/draw.area': 'Alt+A' });
    expect(seen).toEqual([['L', 'A'], [], ['L', 'Alt+A']]);
    expect(host.current('tools')[0]).toBe(before[0]);
  });
});
