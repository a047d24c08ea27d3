import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ALL_CALLS } from '../core/protocol/calls.ts';

const ROOT = join(import.meta.dirname, '..');
const ROOMS = ['core', 'plugins', 'workbench', 'server', 'tests', 'docs', '.storybook'];

const files = ROOMS.flatMap((room) =>
  readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' }).map((file) => `/${room}/${file}`),
);
const documents = [
  '/ARCHITECTURE.md',
  '/README.md',
  ...files.filter(
    (file) => file.endsWith('.md') && !file.includes('/.template/') && !file.includes('/output/'),
  ),
];
/** A source file named in a sentence: `server/http/bind.ts`, or its last part. */
const NAMED = /`([\w./-]+\.(?:tsx?|cjs|sql))`/g;
const LINKED = /\]\((?!https?:|#|mailto:)([^)#\s]+)/g;

describe('the documents', () => {
  it('name files that exist, those of a README below its folder', () => {
    const missing = documents.flatMap((document) => {
      const folder = document.endsWith('/README.md') ? document.replace(/README\.md$/, '') : '/';
      const isThere = (name: string) =>
        existsSync(join(ROOT, name)) ||
        files.some((file) => file.startsWith(folder) && file.endsWith(`/${name}`));
      return [...readFileSync(join(ROOT, document), 'utf8').matchAll(NAMED)]
        .map(([, name]) => name!)
        .filter((name) => !isThere(name))
        .map((name) => `${document}: ${name}`);
    });
    expect(missing).toEqual([]);
  });

  it('link to files that exist', () => {
    const broken = documents.flatMap((document) =>
      [...readFileSync(join(ROOT, document), 'utf8').matchAll(LINKED)]
        .map(([, target]) => target!)
        .filter((target) => !existsSync(join(ROOT, document, '..', target)))
        .map((target) => `${document}: ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it('let nginx pass on every upload as it comes: a resumable one goes on where its connection broke', () => {
    const configuration = readFileSync(join(ROOT, 'docs/nginx.conf'), 'utf8');
    const location = /location ~ (\S+) \{\s*proxy_request_buffering off;/.exec(configuration)![1]!;
    const uploads = ALL_CALLS.filter(({ id, upload }) => upload || id === 'uploads.append');
    expect(uploads.length).toBeGreaterThan(15);
    const held = uploads
      .map(({ path }) => `/api${path.replace(/:\w+/g, 'x')}`)
      .filter((path) => !new RegExp(location).test(path));
    expect(held).toEqual([]);
  });

  it('introduce each module of core and each floor of the server in twenty lines', () => {
    const folders = ['core', 'server'].flatMap((room) =>
      readdirSync(join(ROOT, room), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => `${room}/${name}`),
    );
    for (const folder of folders) {
      const lines = readFileSync(join(ROOT, folder, 'README.md'), 'utf8')
        .trim()
        .split('\n');
      expect([folder, lines.length <= 20]).toEqual([folder, true]);
    }
  });
});
