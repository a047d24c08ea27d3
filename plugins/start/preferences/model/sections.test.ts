import { expect, it } from 'vitest';
import type { SettingContribution } from '#core/plugin';
import { sectionsOf } from './sections.ts';

const setting = (key: string, section: string, order: number): SettingContribution => ({
  key,
  section,
  order,
  title: key,
  kind: 'boolean',
  default: true,
});

it('groups settings by section, both in order', () => {
  const sections = sectionsOf([
    setting('late', 'map', 22),
    setting('plugin', 'general', 90),
    setting('first', 'general', 1),
    setting('early', 'map', 20),
  ]);
  expect(sections.map(({ title, settings }) => [title, settings.map(({ key }) => key)])).toEqual([
    ['general', ['first', 'plugin']],
    ['map', ['early', 'late']],
  ]);
});
