import { describe, expect, it } from 'vitest';
import { shortcutItems, type PluginManifest } from '#core/plugin';
import { holderOf, shortcutRows, withKeys } from './shortcut-list.ts';

const tool = (id: string, keys: string | undefined, viewer: '2d' | '3d' = '2d') =>
  ({
    id,
    title: id,
    viewer,
    group: 'draw',
    icon: 'line',
    order: 0,
    route: id,
    ...(keys && { keys }),
  }) as const;
const ITEMS = shortcutItems([
  { id: 'a', tools: [tool('a.line', 'L'), tool('a.globe', 'G', '3d')] },
  { id: 'b', tools: [tool('b.list', 'L'), tool('b.plain', undefined)] },
] as unknown as PluginManifest[]);
const [line, globe, list, plain] = ITEMS as [
  (typeof ITEMS)[0],
  (typeof ITEMS)[0],
  (typeof ITEMS)[0],
  (typeof ITEMS)[0],
];
const keysOf = (text: string) => shortcutRows(ITEMS, text).map(({ keys }) => keys);

describe('The list of shortcuts', () => {
  it('says who has the key that an item wants', () => {
    const rows = shortcutRows(ITEMS, '');
    expect(rows.map(({ keys }) => keys)).toEqual(['L', 'G', undefined, undefined]);
    expect(rows[2]!.lost).toMatchObject({ keys: 'L', holder: line });
  });

  it('names the holder of keys on the same kind of viewer, and keys of the workbench', () => {
    const rows = shortcutRows(ITEMS, '');
    expect(holderOf(rows, plain, 'l')).toBe(line);
    expect(holderOf(rows, plain, 'G')).toBeUndefined();
    expect(holderOf(rows, globe, 'L')).toBeUndefined();
    expect(holderOf(rows, line, 'L')).toBeUndefined();
    expect(holderOf(rows, plain, 'ctrl+k')).toBe('workbench');
  });

  it('changes, takes over, removes and resets keys', () => {
    const moved = withKeys('', plain, 'Alt+P')!;
    expect(keysOf(moved)).toEqual(['L', 'G', undefined, 'Alt+P']);
    const taken = withKeys(moved, list, 'L', line)!;
    expect(keysOf(taken)).toEqual([undefined, 'G', 'L', 'Alt+P']);
    expect(keysOf(withKeys(taken, line, undefined)!)).toEqual([undefined, 'G', 'L', 'Alt+P']);
    expect(keysOf(withKeys(moved, globe, '')!)).toEqual(['L', undefined, undefined, 'Alt+P']);
    expect(withKeys(moved, plain, undefined)).toBe('');
  });

  it('refuses more than the preferences store', () => {
    const full = JSON.stringify({ [`tools/${'x'.repeat(3980)}`]: 'L' });
    expect(withKeys(full, plain, 'Alt+P')).toBeUndefined();
  });

  it('ignores what is no list of shortcuts', () => {
    for (const text of ['no json', '[1]', 'null', '{"tools/a.line": 3}', '{"tools/a.line": "Foo+X"}'])
      expect(keysOf(text)[1], text).toBe('G');
  });
});
