import { describe, expect, it } from 'vitest';
import type { InstalledPlugin, PluginVersionRecord } from '#core/protocol';
import { dropped, grantsOf, heldBy, holdsPart, reviewOf, wordsOf } from './plugin-review.ts';

const version = (id: string, permissions: string[], granted: string[] = []) =>
  ({ id, granted, manifest: { permissions } }) as unknown as PluginVersionRecord;
const plugin = (currentId: string | null, ...versions: PluginVersionRecord[]) =>
  ({ currentId, versions }) as unknown as InstalledPlugin;

describe('the review of a plugin', () => {
  const old = version('old', ['store', 'view', 'selection'], ['store']);
  const next = version('next', ['store', 'view', 'net:stock.test']);

  it('shows what a version wants, what of it is new, and what is given up', () => {
    const updating = plugin('old', next, old);
    expect(reviewOf(updating, next)).toEqual([
      { permission: 'store', held: true, isNew: false },
      { permission: 'view', held: false, isNew: false },
      { permission: 'net:stock.test', held: false, isNew: true },
    ]);
    expect(dropped(updating, next)).toEqual(['selection']);
  });

  it('calls nothing new before a version was approved', () => {
    expect(reviewOf(plugin(null, next), next).some(({ isNew, held }) => isNew || held)).toBe(false);
    expect(dropped(plugin(null, next), next)).toEqual([]);
  });

  it('has words for every kind of permission', () => {
    expect(wordsOf('objects.read:a:b')).toEqual({
      key: 'plugins.permission.objects.read',
      values: { of: 'a:b' },
    });
    expect(wordsOf('objects.write:*').key).toBe('plugins.permission.objects.write.every');
    expect(wordsOf('net:stock.test:8080').values).toEqual({ of: 'stock.test:8080' });
    expect(wordsOf('store').key).toBe('plugins.permission.store');
  });

  it('tells a role that has the plugin from one that has all plugins', () => {
    const switches = grantsOf({ id: 'acme-wells', tools: [{ id: 'place' }] as never });
    expect(switches).toEqual(['plugin:acme-wells', 'tool:acme-wells.place']);
    expect(heldBy(['plugin:*', 'tool:*'], switches)).toBe('always');
    expect(heldBy(['*'], switches)).toBe('always');
    expect(heldBy(['plugin:*', 'tool:acme-wells.place'], switches)).toBe(true);
    expect(heldBy(['plugin:acme-wells'], switches)).toBe(false);
    expect(holdsPart(['plugin:acme-wells'], switches)).toBe(true);
    expect(holdsPart(['plugin:other'], switches)).toBe(false);
    expect(holdsPart(switches, switches)).toBe(false);
  });
});
