import { createHash, createPublicKey, verify } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  canonicalBytes,
  compareVersions,
  packageIndex,
  packageManifest,
  packageSignature,
  servesApi,
} from '../../../core/protocol/index.ts';
import { unzipFiles, zipFiles } from './archive.ts';
import { bundlePlugin } from './bundle.ts';
import { servePlugin } from './dev.ts';
import { makePlugin } from './make.ts';
import { writeIndex } from './package-index.ts';
import { makeKey, signFiles } from './sign.ts';
import { storiesIn } from './stories.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'groma-plugin-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const made = (name = 'acme-pumps') => {
  const folder = join(root, name);
  makePlugin(folder);
  return folder;
};
const rewrite = (file: string, from: string, to: string) =>
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
const textOf = (files: ReadonlyMap<string, Uint8Array>, name: string) =>
  Buffer.from(files.get(name)!).toString();

describe('a plugin from outside', () => {
  it('is made under the name of its folder, and packs to a manifest as data and one file of code', async () => {
    const { manifest, files } = await bundlePlugin(made());
    expect(manifest).toMatchObject({ format: 1, id: 'acme-pumps', version: '1.0.0', groma: '^1.4' });
    expect([...files.keys()]).toEqual(['manifest.json', 'entry.js']);
    expect(z.parse(packageManifest, JSON.parse(textOf(files, 'manifest.json')))).toEqual(manifest);
    const sum = createHash('sha256').update(files.get('entry.js')!).digest('hex');
    expect(manifest.files['entry.js']).toBe(sum);
    expect(textOf(files, 'entry.js')).toMatch(/^'use strict';/);
    // As a worker runs it: not as a module.
    expect(() => new Script(textOf(files, 'entry.js'))).not.toThrow();
  });

  it('has a second file for its jobs on the server, which needs no modules', async () => {
    const folder = made();
    const titled = "title: { en: 'Check', it: 'Controlla' }";
    rewrite(
      join(folder, 'manifest.ts'),
      '  tools: [',
      `  jobs: [{ id: 'check', ${titled}, every: 60 }],\n  tools: [`,
    );
    await expect(bundlePlugin(folder)).rejects.toThrow('jobs.ts, which has the jobs');
    const code =
      "import { server, startJobs } from './groma-jobs.ts';\nstartJobs({ check: () => server.store.list('project') });";
    writeFileSync(join(folder, 'jobs.ts'), code);
    const { manifest, files } = await bundlePlugin(folder);
    const sum = createHash('sha256').update(files.get('jobs.js')!).digest('hex');
    expect(manifest.files['jobs.js']).toBe(sum);
    expect(() => new Script(textOf(files, 'jobs.js'))).not.toThrow();
  });

  it('has stories, and is told which one is none', async () => {
    const folder = made();
    const stories = await storiesIn(folder);
    expect(stories.map(({ name, objects }) => [name, objects?.length])).toEqual([
      ['NoWells', 0],
      ['Notes', undefined],
      ['ThreeWells', 3],
    ]);
    rewrite(join(folder, 'wells.stories.ts'), "shows: 'list', objects: []", "show: 'list'");
    await expect(storiesIn(folder)).rejects.toThrow('wells.stories.ts: the story NoWells is none.');
  });

  it('packs to the same bytes again, which a zip gives back', async () => {
    const { files } = await bundlePlugin(made());
    const zip = await zipFiles(files);
    expect(await zipFiles(new Map([...files].reverse()))).toEqual(zip);
    const read = await unzipFiles(zip);
    expect([...read.keys()].sort()).toEqual(['entry.js', 'manifest.json']);
    expect(Buffer.from(read.get('entry.js')!).equals(Buffer.from(files.get('entry.js')!))).toBe(true);
  });

  it('is listed with the others of its folder, so that a web server can offer them', async () => {
    const folder = mkdtempSync(join(root, 'registry-'));
    const { files } = await bundlePlugin(made());
    const zip = await zipFiles(files);
    writeFileSync(join(folder, 'wells.zip'), zip);
    writeFileSync(join(folder, 'readme.txt'), 'x');
    const entry = {
      version: '1.0.0',
      file: 'wells.zip',
      sha256: createHash('sha256').update(zip).digest('hex'),
    };
    await writeIndex(folder);
    const index = z.parse(packageIndex, JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')));
    expect(index.packages).toEqual([expect.objectContaining(entry)]);
    writeFileSync(join(folder, 'other.zip'), 'none');
    await expect(writeIndex(folder)).rejects.toThrow(/other\.zip is no package of a plugin/);
  });

  it('is signed over all of its files by a key that only its owner reads', async () => {
    const key = join(root, 'key.pem');
    const x = makeKey(key);
    expect(statSync(key).mode & 0o777).toBe(0o600);
    const { files } = await bundlePlugin(made());
    const signed = signFiles(files, key);
    const signature = z.parse(packageSignature, JSON.parse(textOf(signed, 'signature.json')));
    expect(signature.publicKey).toBe(x);
    expect(signature.hash).toBe(createHash('sha256').update(canonicalBytes(files)).digest('hex'));
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    const bytes = Buffer.from(signature.signature, 'base64url');
    expect(verify(null, Buffer.from(signature.hash), publicKey, bytes)).toBe(true);
    expect(verify(null, Buffer.from(signature.hash.replace(/./, 'x')), publicKey, bytes)).toBe(false);
    expect(() => makeKey(key)).toThrow(/EEXIST/);
    chmodSync(key, 0o644);
    expect(() => signFiles(files, key)).toThrow('Others can read the key');
  });

  it('has a name of two words at least, and a folder of its own', () => {
    expect(() => makePlugin(join(root, 'draw'))).toThrow("'draw' is no name for a plugin");
    expect(() => makePlugin(join(root, 'Acme-Wells'))).toThrow('no name');
    const folder = made();
    expect(() => makePlugin(folder)).toThrow('is there already');
  });

  it.each([
    ["version: '1.0.0'", "version: '1.0'", 'version:'],
    ["groma: '^1.4'", "groma: '^2'", "asks for Groma '^2'"],
    ["'selection'", "'files.erase'", 'permissions.3:'],
    ['tools: [', 'reports: [], tools: [', 'reports'],
    ["it: 'Pozzi' }", "it: '' }", 'title.it:'],
  ])('whose manifest has %s changed to %s is not packed', async (from, to, named) => {
    const folder = made();
    rewrite(join(folder, 'manifest.ts'), from, to);
    await expect(bundlePlugin(folder)).rejects.toThrow(named);
  });

  it('that imports what cannot be bundled, or has no code, is not packed', async () => {
    const folder = made();
    rewrite(join(folder, 'main.ts'), "from './groma.ts'", "from './nothing.ts'");
    await expect(bundlePlugin(folder)).rejects.toThrow('nothing.ts');
    rewrite(join(folder, 'main.ts'), "from './nothing.ts'", "from './groma.ts';\nexport const more = 1;\n//");
    await expect(bundlePlugin(folder)).rejects.toThrow('exports more');
    rmSync(join(folder, 'main.ts'));
    await expect(bundlePlugin(folder)).rejects.toThrow('which the code of the plugin begins with');
    await expect(bundlePlugin(root)).rejects.toThrow('name the folder of a plugin');
  });

  it('is told which icons there are, when it names another', async () => {
    const folder = made();
    rewrite(join(folder, 'manifest.ts'), "icon: 'point'", "icon: 'target'");
    await expect(bundlePlugin(folder)).rejects.toThrow(
      "the icon 'target', which Groma does not have. It has alert, angle",
    );
  });
});

describe('the development of a plugin', () => {
  /** Messages of the stream, one after the other. */
  async function follow(address: string) {
    const response = await fetch(address);
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    const next = async (): Promise<{ manifest?: { version: string }; code?: string; problem?: string }> => {
      for (;;) {
        const end = rest.indexOf('\n\n');
        if (end >= 0) {
          const message = rest.slice(0, end);
          rest = rest.slice(end + 2);
          if (message.startsWith('data: ')) return JSON.parse(message.slice(6)) as never;
        } else rest += (await reader.read()).value ?? '';
      }
    };
    return { response, next, stop: () => reader.cancel() };
  }

  it('serves it as it is, and again after each change, or why it cannot be bundled', async () => {
    const folder = made();
    const server = await servePlugin(folder, 0, () => undefined);
    const { response, next, stop } = await follow(server.address);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(await next()).toMatchObject({ manifest: { id: 'acme-pumps', version: '1.0.0' } });
    rewrite(join(folder, 'manifest.ts'), "'1.0.0'", "'1.0.1'");
    expect((await next()).manifest?.version).toBe('1.0.1');
    rewrite(join(folder, 'manifest.ts'), "'1.0.1'", "'one'");
    expect((await next()).problem).toContain('is not a manifest of a plugin');
    await stop();
    await server.close();
  });

  it('is served to those who know the address only', async () => {
    const server = await servePlugin(made(), 0, () => undefined);
    const { origin } = new URL(server.address);
    expect((await fetch(`${origin}/`)).status).toBe(404);
    expect((await fetch(`${origin}/other`)).status).toBe(404);
    expect(new URL(origin).hostname).toBe('127.0.0.1');
    await server.close();
  });
});

describe('files, versions and requests', () => {
  it('are told apart by name and content, whatever their order', () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    const one = canonicalBytes(
      new Map([
        ['b', bytes('2')],
        ['a', bytes('1')],
      ]),
    );
    expect(one).toEqual(
      canonicalBytes(
        new Map([
          ['a', bytes('1')],
          ['b', bytes('2')],
          ['signature.json', bytes('x')],
        ]),
      ),
    );
    expect(one).not.toEqual(
      canonicalBytes(
        new Map([
          ['a', bytes('1b')],
          ['', bytes('2')],
        ]),
      ),
    );
  });

  it('are compared number by number', () => {
    expect(compareVersions('1.10.0', '1.9.9')).toBeGreaterThan(0);
    expect(compareVersions('1.0.0', '1.0.1')).toBeLessThan(0);
    expect(compareVersions('2.0.0', '2.0.0')).toBe(0);
  });

  it('are served where this Groma has what is asked for', () => {
    expect(['^1', '^1.0', '^1.4', '^1.5', '^2', '^0.9'].map((range) => servesApi(range))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
