import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InstalledPlugin, Problem } from '#core/protocol';
import { engines } from '../../testing/databases.ts';
import {
  newSigningKey,
  packageFiles,
  signed,
  zipped,
  type PackageFiles,
} from '../../testing/plugin-package.ts';
import { upload } from '../../testing/sending.ts';
import { must, startTestServer, type TestPerson, type TestServer } from '../../testing/server.ts';
import { zip, type ZipEntry } from '../../testing/zip.ts';

const KEY = newSigningKey();
const text = (content: string) => Buffer.from(content);
const own = (manifest: object = {}, entry?: string) => signed(packageFiles(manifest, entry), KEY);
const withFile = (name: string, content: Buffer) => zipped(new Map([...own(), [name, content]]));
const withManifest = (content: Buffer) => {
  const files = packageFiles();
  files.set('manifest.json', content);
  return zipped(signed(files, KEY));
};
const withSignature = (change: (signature: Record<string, string>) => object) => {
  const files = own();
  const signature = JSON.parse(Buffer.from(files.get('signature.json')!).toString()) as Record<
    string,
    string
  >;
  return zipped(new Map([...files, ['signature.json', text(JSON.stringify(change(signature)))]]));
};

const entriesOf = (files: PackageFiles): ZipEntry[] =>
  [...files].map(([name, content]) => ({ name, content: Buffer.from(content) }));
const named = (name: string) => zip([...entriesOf(own()), { name, content: text('x') }]);

const TEXTS = { en: { one: 'One' }, it: { one: 'Uno' } };
/** A full plugin with these contributions. */
const full =
  (contributes: object, more: object = {}) =>
  () =>
    zipped(own({ kind: 'full', permissions: [], texts: TEXTS, contributes, ...more }));
const PANEL = { id: 'acme-wells.one', title: 'one', icon: 'table', render: 'acme-wells.One', order: 1 };
const PAGE = { path: '/plugin/acme-wells/one', render: 'acme-wells.One', title: 'one' };
const TOOL = {
  id: 'acme-wells.one',
  title: 'one',
  icon: 'table',
  order: 1,
  group: 'draw',
  viewer: '2d',
  route: '2doutside/acme-wells/one',
};

const OTHER_FILE = 'may only contain';
/** Each package, and a part of the sentence by which it is refused. */
const HOSTILE: Record<string, [() => Buffer | Promise<Buffer>, string]> = {
  'nothing at all': [() => Buffer.alloc(0), 'not a zip archive'],
  'no zip': [() => text('MZ\x90\0 a program'), 'not a zip archive'],
  'a page of HTML': [() => text('<script>alert(1)</script>'), 'not a zip archive'],
  'a zip that is cut off': [async () => (await zipped(own())).subarray(0, 300), 'not a zip archive'],
  'a path upwards': [() => named('../../entry.js'), OTHER_FILE],
  'a path upwards with backslashes': [() => named('..\\..\\entry.js'), OTHER_FILE],
  'an absolute path': [() => named('/etc/cron.d/x'), OTHER_FILE],
  'a path of Windows': [() => named('C:\\x'), OTHER_FILE],
  'a folder before its file': [() => named('x/../manifest.json'), OTHER_FILE],
  'a name with NUL': [() => named('entry.js\0.txt'), OTHER_FILE],
  'a name in other letters': [() => named('ENTRY.JS'), OTHER_FILE],
  'a name that looks the same': [() => named('еntry.js'), OTHER_FILE],
  'an escaped path': [() => named('%2e%2e%2fentry.js'), OTHER_FILE],
  'an empty name': [() => named(''), OTHER_FILE],
  'a file twice': [() => zip([...entriesOf(own()), ...entriesOf(packageFiles({}, '// Other.'))]), OTHER_FILE],
  'a further script': [() => withFile('more.js', text('x')), OTHER_FILE],
  'a page': [() => withFile('index.html', text('<script src=entry.js>')), OTHER_FILE],
  'styles that cover the page': [() => withFile('style.css', text('*{position:fixed}')), OTHER_FILE],
  'a native program': [() => withFile('x.node', text('x')), OTHER_FILE],
  'dependencies that are installed with it': [() => withFile('package.json', text('{}')), OTHER_FILE],
  'a bomb': [() => withFile('entry.js.gz', Buffer.alloc(50_000_000)), OTHER_FILE],
  'a bomb as its code': [() => zipped(own({}, ' '.repeat(2_200_000))), 'larger than 2048 kB'],
  'a bomb that lies about its size': [
    () =>
      zip(
        entriesOf(own({}, ' '.repeat(50_000_000))).map((each) =>
          each.name === 'entry.js' ? { ...each, claimedSize: 100 } : each,
        ),
      ),
    'is damaged',
  ],
  'a bomb as its manifest': [() => withManifest(Buffer.alloc(100_000, ' ')), 'larger than 64 kB'],
  'a bomb as its signature': [
    () => zipped(new Map([...packageFiles(), ['signature.json', Buffer.alloc(5_000, ' ')]])),
    'larger than 4 kB',
  ],
  'an encrypted file': [
    () => zip(entriesOf(own()).map((each) => ({ ...each, encrypted: true }))),
    'is encrypted',
  ],
  'no manifest': [() => zipped(new Map([['entry.js', text('x')]])), 'lacks the file “manifest.json”'],
  'no code': [() => zipped(new Map([['manifest.json', text('{}')]])), 'lacks the file “entry.js”'],
  'no signature': [() => zipped(packageFiles()), 'is not signed'],
  'a manifest that is no JSON': [() => withManifest(text('{"id": acme}')), 'is not JSON'],
  'a manifest of bytes that are no text': [
    () => withManifest(Buffer.from([0x7b, 0xff, 0x7d])),
    'is not JSON',
  ],
  'a manifest that is a list': [() => withManifest(text('[]')), 'cannot be used'],
  'a manifest nested without end': [() => withManifest(text('['.repeat(60_000))), 'is not JSON'],
  'NUL in a text': [() => zipped(own({ title: { en: 'a\0b', it: 'a' } })), 'is not JSON'],
  'half a character in a text': [() => zipped(own({ title: { en: 'a\ud800', it: 'a' } })), 'is not JSON'],
  'a prototype in its manifest': [
    () => withManifest(text(`{"__proto__":{"isAdmin":true},${JSON.stringify({ format: 1 }).slice(1)}`)),
    'cannot be used',
  ],
  'an unknown field': [() => zipped(own({ main: 'x.js' })), 'cannot be used'],
  'a contribution that only ours have': [
    () => zipped(own({ routes: [{ path: '/login' }] })),
    'cannot be used',
  ],
  'an address as its code': [() => zipped(own({ entry: 'https://evil.test/x.js' })), 'cannot be used'],
  'another plugin that comes with it': [
    () => zipped(own({ requires: ['acme-other'] })),
    'only a full plugin has “requires”',
  ],
  'a hook at installation': [() => zipped(own({ postinstall: 'curl evil.test' })), 'cannot be used'],
  'another format': [() => zipped(own({ format: 2 })), 'format'],
  'a version of Groma that is not this': [() => zipped(own({ groma: '^2' })), 'made for Groma “^2”'],
  'no version of its own': [() => zipped(own({ version: 'latest' })), 'version'],
  'a version that is a path': [() => zipped(own({ version: '1.0.0/../..' })), 'version'],
  'the name of a part of Groma': [() => zipped(own({ id: 'map-2d' })), 'a part of Groma itself'],
  'the name of the administration': [() => zipped(own({ id: 'administration' })), 'id'],
  'a name that is a path': [() => zipped(own({ id: '../draw' })), 'id'],
  'a name with an address': [() => zipped(own({ id: 'acme-wells#@evil.test' })), 'id'],
  'a name of a prototype': [() => zipped(own({ id: '__proto__' })), 'id'],
  'a permission that does not exist': [() => zipped(own({ permissions: ['admin.users'] })), 'permissions'],
  'every host': [() => zipped(own({ permissions: ['net:*'] })), 'permissions'],
  'a host with a path': [() => zipped(own({ permissions: ['net:a.test/../b'] })), 'permissions'],
  'a thousand permissions': [
    () => zipped(own({ permissions: Array.from({ length: 1000 }, (_, n) => `net:h${n}.test`) })),
    'permissions',
  ],
  'a thousand tools': [() => zipped(own({ tools: Array.from({ length: 1000 }, () => ({})) })), 'tools'],
  'a tool of another plugin': [
    () => zipped(own({ commands: [{ id: 'draw.point', title: { en: 'a', it: 'a' } }] })),
    'commands',
  ],
  'a text without end': [() => zipped(own({ title: { en: 'x'.repeat(20_000), it: 'x' } })), 'title'],
  'texts in one language': [() => zipped(own({ title: { en: 'x' } })), 'title'],
  'code swapped after packing': [
    () => zipped(signed(new Map([...packageFiles(), ['entry.js', text('evil()')]]), KEY)),
    'is not the one that the manifest',
  ],
  'code swapped after signing, with its sum': [
    () => zipped(new Map([...packageFiles({}, 'evil()'), ['signature.json', own().get('signature.json')!]])),
    'signature does not fit',
  ],
  'a permission added after signing': [
    () =>
      zipped(
        new Map([
          ...packageFiles({ permissions: ['net:evil.test'] }),
          ['signature.json', own().get('signature.json')!],
        ]),
      ),
    'signature does not fit',
  ],
  'the key of somebody else': [
    () => withSignature((signature) => ({ ...signature, publicKey: newSigningKey().publicKey })),
    'signature does not fit',
  ],
  'a signature of nothing': [
    () => withSignature((signature) => ({ ...signature, signature: 'A'.repeat(86) })),
    'signature does not fit',
  ],
  ...Object.fromEntries(
    // Points of small order: zero, one and minus one, the last also with its sign bit.
    ['A'.repeat(43), `AQ${'A'.repeat(41)}`, `7P${'_'.repeat(40)}8`, `7P${'_'.repeat(39)}38`].map(
      (publicKey) => [
        `the weak key ${publicKey}, under which anything is signed`,
        [
          () =>
            withSignature((signature) => ({
              ...signature,
              publicKey,
              signature: `AQ${'A'.repeat(84)}`,
            })),
          'signature does not fit',
        ] as [() => Promise<Buffer>, string],
      ],
    ),
  ),
  'parts of a full plugin, contained': [
    () => zipped(own({ contributes: { panels: [PANEL] }, texts: TEXTS })),
    'only a full plugin has “contributes”',
  ],
  'parts of a contained plugin, full': [
    full({}, { panels: [{ id: 'one', title: { en: 'a', it: 'a' } }] }),
    'only contained ones have “panels”',
  ],
  'a kind that does not exist': [() => zipped(own({ kind: 'native' })), 'kind'],
  'the page of signing in': [full({ routes: [{ ...PAGE, path: '/login' }] }), 'an address of its own'],
  'a page for everybody': [full({ routes: [{ ...PAGE, public: true }] }), 'cannot be used'],
  'an address of another plugin': [
    full({ routes: [{ ...PAGE, path: '/plugin/acme-wellsx/a' }] }),
    'of its own',
  ],
  'an address upwards': [full({ routes: [{ ...PAGE, path: '/plugin/acme-wells/../../a' }] }), 'of its own'],
  'the address of a tool of ours': [full({ tools: [{ ...TOOL, route: '2ddrawtools/point' }] }), 'of its own'],
  'the address of a tool of ours elsewhere': [
    full({ tools: [{ ...TOOL, also: { '3d': '3ddrawtools/point' } }] }),
    'of its own',
  ],
  'the service of a plugin of ours': [
    full({ panels: [{ ...PANEL, render: 'layers.Panel' }] }),
    'render must begin with “acme-wells.”',
  ],
  'the command of a plugin of ours': [
    full({ commands: [{ id: 'draw.point', title: 'one' }] }),
    'must begin with',
  ],
  'a setting of ours': [
    full({ settings: [{ key: 'theme', title: 'one', section: 'one', kind: 'text', default: '', order: 1 }] }),
    'must begin with',
  ],
  'a viewer in place of the map': [full({ viewers: [{ ...PANEL, viewer: '2d' }] }), 'cannot be used'],
  'an icon that is markup': [
    full({ panels: [{ ...PANEL, icon: { path: '"/><script>alert(1)</script>' } }] }),
    'cannot be used',
  ],
  'an authorization that does not exist': [
    full({ panels: [{ ...PANEL, needs: ['root'] }] }),
    'cannot be used',
  ],
  'a permission that a full plugin has anyway': [
    full({}, { permissions: ['objects.write:*'] }),
    'can only ask for “store”',
  ],
  'a title without a text': [full({ panels: [{ ...PANEL, title: 'two' }] }), 'lacks a text'],
  'a text in one language': [
    full({}, { texts: { en: { one: 'One', two: 'Two' }, it: { one: 'Uno' } } }),
    'lacks a text',
  ],
  'another algorithm': [
    () => withSignature((signature) => ({ ...signature, algorithm: 'none' })),
    'algorithm',
  ],
  'a sum of other files': [
    () => withSignature((signature) => ({ ...signature, hash: '0'.repeat(64) })),
    'signature does not fit',
  ],
};

describe.each(engines)('a hostile package, on the %s engine', (engine) => {
  let server: TestServer;
  let admin: TestPerson;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    admin = await server.admin();
  });
  afterAll(() => server.close());
  const send = (content: Buffer) =>
    upload<InstalledPlugin & Problem>(server, admin, '/plugins', { name: '../../a.zip', content });

  it.each(Object.keys(HOSTILE))('with %s is refused with a sentence, and leaves nothing', async (what) => {
    const [make, says] = HOSTILE[what]!;
    const { status, body } = await send(await make());
    expect([status, body.detail]).toEqual([422, expect.stringContaining(says)]);
    expect(await server.db.query('select 1 from outside_plugins')).toEqual([]);
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
  });

  it('that is too large is not even unpacked', async () => {
    expect((await send(Buffer.alloc(3 * 1024 ** 2 + 1))).status).toBe(413);
  });

  it('is told from a good one, which is taken', async () => {
    must(await send(await zipped(own())), 201);
    must(await send(zip(entriesOf(own({ id: 'acme-raw' })))), 201);
  });
});
