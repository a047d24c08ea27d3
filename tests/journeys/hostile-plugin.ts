import type { AuthoredManifest } from '#core/protocol';
import { packageFiles, type PackageFiles } from '../../server/testing/plugin-package.ts';

const ATTACKS = ['Reach', 'Call', 'Loop', 'Flood', 'Forge', 'Pollute', 'Bloat', 'Crash', 'Markup', 'Hoard'];

/** Speaks the messages of plugins by hand, without the file that authors are given. */
const CODE = `
let port;
const waiting = new Map();
const call = (name, values) => new Promise((resolve, reject) => {
  const number = waiting.size + 1;
  waiting.set(number, { resolve, reject });
  port.postMessage({ kind: 'call', number, name, values });
});
const tell = (text) => call('message', { text, kind: 'info' });
self.onmessage = ({ ports }) => {
  port = ports[0];
  port.onmessage = async ({ data }) => {
    if (data.kind === 'ping') port.postMessage({ kind: 'pong', number: data.number });
    else if (data.kind === 'answer') {
      const { resolve, reject } = waiting.get(data.number);
      if (data.problem === undefined) resolve(data.value);
      else reject(new Error(data.problem));
    } else {
      await attacks[data.event.of]();
      port.postMessage({ kind: 'done', number: data.number });
    }
  };
  port.postMessage({ kind: 'ready' });
};
const within = (promise) => promise.then(() => true, () => false);
const opened = (make) => within(new Promise((resolve, reject) => {
  const one = make();
  one.onopen = one.onload = one.onmessage = resolve;
  one.onerror = reject;
}));
const database = () => new Promise((resolve, reject) => {
  const request = indexedDB.open('x');
  request.onsuccess = resolve;
  request.onerror = reject;
});
const attacks = {
  async reach() {
    const home = ORIGIN;
    // What the policy of the frame refuses: without it, most of these would succeed.
    const forbidden = {
      'the API': () => within(fetch(home + '/api/health', { mode: 'no-cors' })),
      'another site': () => within(fetch('https://example.org/', { mode: 'no-cors' })),
      'data': () => within(fetch('data:text/plain,x')),
      'a request of old': () => opened(() => {
        const request = new XMLHttpRequest();
        request.open('GET', home + '/api/health');
        request.send();
        return request;
      }),
      'a socket': () => opened(() => new WebSocket(home.replace('http', 'ws'))),
      'events': () => opened(() => new EventSource(home + '/api/events')),
      'a script': () => importScripts('data:text/javascript,') ?? true,
      'a module': () => within(import(home + '/extensions/frame.html')),
      'a module of its own': () => within(import('data:text/javascript,export{}')),
      'eval': () => eval('true'),
      'a function of text': () => new Function('return true')(),
      'WebAssembly': () => within(WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))),
      'a worker': () => opened(() => new Worker('data:text/javascript,postMessage(1)')),
    };
    // What a worker without an origin lacks.
    const absent = {
      'the page': () => typeof document !== 'undefined' || typeof parent !== 'undefined',
      'storage': () => typeof localStorage !== 'undefined' && localStorage.length >= 0,
      'a database': () => within(database()),
      'caches': () => within(caches.open('x')),
    };
    const reached = [];
    const attempt = async (name, make) => {
      try {
        if (await make()) reached.push(name);
      } catch {}
    };
    for (const [name, make] of Object.entries(forbidden)) {
      const refused = new Promise((resolve) => addEventListener('securitypolicyviolation', resolve, { once: true }));
      await attempt(name, make);
      await refused;
    }
    for (const [name, make] of Object.entries(absent)) await attempt(name, make);
    // The page listens, and must not hear it.
    new BroadcastChannel('groma').postMessage('heard');
    self.postMessage({ kind: 'install' });
    await tell('reached ' + (reached.join(', ') || 'nothing'));
  },
  async call() {
    const calls = [
      ['objects.list', { typeName: 'Well' }],
      ['objects.write', { create: [{ typeName: 'Well', location: { type: 'Point', coordinates: [0, 0] }, properties: {} }] }],
      ['objects.write', { remove: ['00000000-0000-4000-8000-000000000000'] }],
      ['selection.get', {}],
      ['selection.set', { ids: [] }],
      ['view.get', {}],
      ['view.show', { center: [0, 0] }],
      ['store.get', { place: 'organization', name: 'x' }],
      ['store.set', { place: 'project', name: '../x', value: 1 }],
      ['fetch', { url: 'https://example.org/' }],
      ['panel.show', { panel: 'home', blocks: [], open: true }],
      ['toString', {}],
    ];
    let refused = 0;
    for (const [name, values] of calls) await call(name, values).catch(() => refused++);
    await tell('refused ' + refused + ' of ' + calls.length);
  },
  async loop() { for (;;); },
  async flood() { for (let n = 0; n < 10000; n++) port.postMessage({ kind: 'pong', number: n }); },
  async forge() { port.postMessage({ kind: 'install', plugin: 'acme-other' }); },
  async pollute() {
    port.postMessage({ kind: 'call', number: 0, name: 'store.set', values: JSON.parse('{"__proto__":{"isAdmin":true}}') });
  },
  async bloat() { port.postMessage({ kind: 'call', number: 0, name: 'message', values: { text: 'x'.repeat(3e7) } }); },
  async crash() { setTimeout(() => { throw new Error('on purpose'); }); },
  async hoard() {
    const hoard = [];
    // In pieces: a loop without end would be ended for not answering.
    for (;; await new Promise((resolve) => setTimeout(resolve)))
      for (let n = 0; n < 20; n++) hoard.push(Array.from({ length: 100000 }, (_, k) => k + 0.5));
  },
  async markup() { await tell('<img src=x onerror=alert(1)>'); },
};
`;

/** The files of a package that tries what it must not be able to do, each by a command. */
export function hostilePlugin(origin: string): PackageFiles {
  const manifest = {
    id: 'acme-attacks',
    title: { en: 'Attacks', it: 'Attacchi' },
    description: { en: 'Tries what it must not.', it: 'Prova ciò che non deve.' },
    permissions: [],
    commands: ATTACKS.map((name) => ({
      id: name.toLowerCase(),
      title: { en: `${name} attack`, it: `${name} attack` },
    })),
  } satisfies Partial<AuthoredManifest>;
  return packageFiles(manifest, CODE.replace('ORIGIN', JSON.stringify(origin)));
}
