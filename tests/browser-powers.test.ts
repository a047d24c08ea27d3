import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
/** What a browser may refuse or lack: reached only through core/browser, which says what happens then. */
const POWERS: Readonly<Record<string, RegExp>> = {
  'the clipboard': /\bnavigator\??\.clipboard\b|\bexecCommand\b|\bClipboardItem\b/,
  'the location': /\bnavigator\b[^;\n]*\.geolocation\b/,
  storage: /\b(local|session)Storage\b(?!')/,
  databases: /\bindexedDB\b|from 'idb'/,
  'encryption, which pages without TLS lack': /\bcrypto\??\.subtle\b/,
  'locks and channels': /\bnavigator\b[^;\n]*\.locks\b|\bnew BroadcastChannel\b/,
  'service workers': /\bserviceWorker\b/,
  'the cache': /\bcaches\./,
  fullscreen: /\brequestFullscreen\b|\bexitFullscreen\b/,
  'the pointer lock': /\brequestPointerLock\b/,
  sharing: /\bnavigator\??\.(share|canShare)\b/,
  'wake locks': /\bwakeLock\b/,
  'the storage manager': /\bnavigator\??\.storage\b/,
  'system notifications': /\bnew Notification\(|\bNotification\.(permission|requestPermission)\b/,
  'cameras and microphones': /\bgetUserMedia\b/,
  'the file system': /\bshow(Save|Open)FilePicker\b|\bshowDirectoryPicker\b/,
  devices: /\bnavigator\??\.(bluetooth|serial|usb|hid)\b/,
  'WebGL and WebGPU': /getContext\('(webgl2?|webgpu)'|\bnavigator\??\.gpu\b/,
};
/** The doors: core/browser, and the globe for its own engine. */
const DOORS = /^core\/browser\//;
const GLOBE = /^plugins\/globe\/map-3d\/(map\/scene\/globe|model\/open-globe)\.ts$/;

/** Which powers a source text reaches for; comments do not count. */
function powersIn(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
  return Object.entries(POWERS).flatMap(([power, pattern]) => (pattern.test(code) ? [power] : []));
}

const files = ['core', 'plugins', 'workbench'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`)
    .filter((file) => /^(?!.*\.(test|stories)\.)(?!.*\/testing\/).*\.tsx?$/.test(file)),
);

it('only core/browser reaches for what a browser may refuse', () => {
  expect(files.length).toBeGreaterThan(500);
  const reached = files
    .filter((file) => !DOORS.test(file))
    .flatMap((file) => powersIn(readFileSync(join(ROOT, file), 'utf8')).map((power) => `${file}: ${power}`))
    .filter((found) => !(GLOBE.test(found.split(':', 1)[0]!) && found.endsWith('WebGL and WebGPU')));
  expect(reached).toEqual([]);
});

it('plugins store what belongs to the person, in their own part of the storage', () => {
  const raw = files.filter((file) => /\bbrowserStorage\b/.test(readFileSync(join(ROOT, file), 'utf8')));
  expect(raw.filter((file) => !DOORS.test(file)).sort()).toEqual([
    'workbench/boot.ts',
    'workbench/shell/dock-state.ts',
    'workbench/shell/tool-usage.ts',
    // Only in this tab, and until the person signs out: where a plugin that is being written comes from.
    'workbench/signed-in.tsx',
  ]);
});

it.each([
  ['await navigator.clipboard.writeText(text)', 'the clipboard'],
  ['(navigator as Partial<Navigator>).geolocation', 'the location'],
  ['window.localStorage.getItem(key)', 'storage'],
  ["import { openDB } from 'idb';", 'databases'],
  ['await crypto.subtle.digest(name, data)', 'encryption, which pages without TLS lack'],
  ["new BroadcastChannel('tabs')", 'locks and channels'],
  ["canvas.getContext('webgl2')", 'WebGL and WebGPU'],
])('finds %s', (code, power) => expect(powersIn(code)).toEqual([power]));
