import { expect, it } from 'vitest';
import { definePlugin } from '#core/plugin';
import { desk } from './desk.ts';

const manifest = definePlugin({
  id: 'notes',
  settings: [
    { key: 'noteSize', title: 'size', section: 'notes', kind: 'number', default: 12, order: 1 },
    { key: 'noteColour', title: 'colour', section: 'notes', kind: 'text', default: 'red', order: 2 },
  ],
  load: () => Promise.reject(new Error('not needed')),
});
/** A plugin declares the types of its settings; this one is made up. */
const [SIZE, COLOUR] = ['noteSize', 'noteColour'] as unknown as ['snapTolerance', 'epsg'];

it('The desk has the settings of a plugin with their defaults, and those that a test gives', () => {
  const { settings } = desk([], [], { manifests: [manifest], settings: { [COLOUR]: 'blue' } });
  const seen: unknown[] = [];
  settings.observe(SIZE).subscribe((value) => seen.push(value));
  settings.set(SIZE, 20);
  settings.reset(SIZE);
  expect(seen).toEqual([12, 20, 12]);
  expect(settings.get(COLOUR)).toBe('blue');
  settings.reset(COLOUR);
  expect(settings.get(COLOUR)).toBe('red');
});

it('The desk says how to give it a setting that it has not', () => {
  expect(() => desk().settings.get(SIZE)).toThrow(
    "The desk has no setting 'noteSize': give it the manifest of its plugin, desk(objects, types, { manifests: [manifest] }).",
  );
});

it('The symbol of angles on the desk follows the units', () => {
  const { settings } = desk();
  expect(settings.get('angleSymbol')).toBe('degree');
  settings.set('angleUnit', 'gradian');
  expect(settings.get('angleSymbol')).toBe('gradian');
});
