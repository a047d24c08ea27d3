import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PluginManifest } from '#core/plugin';
import { PLUGINS } from '../plugins.ts';
import { manifestProblems } from './manifest-problems.ts';

const root = mkdtempSync(join(tmpdir(), 'groma-manifests-'));
const FILES = {
  'plugins/work/notes/manifest.ts': "render: 'notes.Lost'",
  'plugins/work/notes/plugin.ts': "bind('notes.Page'); bind(`notes.kind-${kind}`);",
  'plugins/work/notes/plugin.test.ts': "'notes.Lost'",
  'locales/en/notes.json': '{ "title": "Notes", "count_one": "a", "count_other": "b" }',
  'locales/it/notes.json': '{ "count_one": "a", "count_other": "b" }',
};
beforeAll(() => {
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
});
afterAll(() => rmSync(root, { recursive: true }));

const load = () => Promise.reject(new Error('not needed'));
const page = (path: string, render: string, title = 'count') => ({ path, render, title });
const problemsOf = (...manifests: Partial<PluginManifest>[]) =>
  manifestProblems(
    root,
    manifests.map((manifest) => ({ id: 'notes', load, ...manifest })),
  );

it('Manifests whose texts and services exist have no problems', () => {
  const routes = [page('/a', 'notes.Page'), page('/b', 'notes.kind-plain')];
  expect(problemsOf({ routes })).toEqual([]);
});

it.each([
  [
    'a text that a language lacks',
    { routes: [page('/a', 'notes.Page', 'title')] },
    "Plugin 'notes' names the text 'title' in its routes, and locales/it/notes.json has none: add it there.",
  ],
  [
    'a text of a plugin that is not there',
    { routes: [page('/a', 'notes.Page', 'other:title')] },
    "Plugin 'notes' names the text 'other:title' in its routes, and locales/en/other.json has none: add it there.",
  ],
  [
    'a service that nothing binds',
    { routes: [page('/a', 'notes.Lost')] },
    "Plugin 'notes' names the service 'notes.Lost' in its routes, and no file of plugins/work/notes does: bind it in plugin.ts.",
  ],
  [
    'a command that nothing binds',
    { commands: [{ id: 'notes.go', title: 'count' }] },
    "Plugin 'notes' names the service 'notes.go' in its commands, and no file of plugins/work/notes does: bind it in plugin.ts.",
  ],
  [
    'a requirement that is not there',
    { requires: ['other'] },
    "Plugin 'notes' requires 'other', and there is no plugin 'other': add it to workbench/plugins.ts, or take it from the `requires` of 'notes'.",
  ],
  [
    'a shortcut of the workbench',
    { commands: [{ id: 'notes.kind-go', title: 'count', keys: 'Ctrl+K' }] },
    "Plugin 'notes' claims the shortcut 'Ctrl+K' for 'notes.kind-go', which the workbench has itself: choose another one in 'notes'.",
  ],
  [
    'an id that is not its folder',
    { id: 'noted' },
    "Plugin 'noted' has no folder of this name in plugins/<group>: rename the folder, or the id in its manifest.",
  ],
] as [string, Partial<PluginManifest>, string][])('%s is a problem', (_, manifest, sentence) => {
  expect(problemsOf(manifest)).toContain(sentence);
});

it('The plugins of this workbench have none', () => {
  expect(manifestProblems(join(import.meta.dirname, '..', '..'), PLUGINS)).toEqual([]);
});
