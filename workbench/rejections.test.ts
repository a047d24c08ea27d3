import { expect, it } from 'vitest';
import { listenForRejections, pluginOf, type PluginRejection } from './rejections.ts';

function thrownAt(...places: string[]): Error {
  const error = new TypeError('x is undefined');
  error.stack = `TypeError: x is undefined\n${places.map((place) => `    at f (https://groma.example${place}:1:20)`).join('\n')}`;
  return error;
}

it.each([
  ['its code', 'field-notes', '/assets/plugin.field-notes-DkX3_a1-.js'],
  ['a part that is loaded later', 'map-2d', '/assets/part.map-2d.CrsPicker-0aB_dEf9.js'],
  ['its files while developing', 'draw', '/plugins/draw/draw/map/draw-tool.ts?t=17'],
])('a rejection in %s is of the plugin', (_, plugin, place) => {
  expect(pluginOf(thrownAt('/assets/start-DkX3_a12.js', place, '/assets/plugin.other-DkX3_a12.js'))).toBe(
    plugin,
  );
});

it('a rejection elsewhere is of no plugin', () => {
  for (const reason of [thrownAt('/assets/start-DkX3_a12.js'), 'text', undefined])
    expect(pluginOf(reason)).toBeUndefined();
});

it('rejections that nobody handles are told once each, but not aborts', () => {
  const told: PluginRejection[] = [];
  const page = new EventTarget();
  const listening = listenForRejections(page as Window, (rejection) => told.push(rejection));
  const reject = (reason: unknown) =>
    page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
  const error = thrownAt('/plugins/draw/draw/plugin.ts');
  reject(error);
  reject(error);
  reject(new DOMException('Left.', 'AbortError'));
  reject(thrownAt('/assets/start-DkX3_a12.js'));
  listening.dispose();
  reject(thrownAt('/plugins/edit/modify/plugin.ts'));
  expect(told).toEqual([{ plugin: 'draw', message: 'x is undefined', error }]);
});
