import { expect, it } from 'vitest';
import { loadCrs } from '#core/geodesy';
import { DEFAULT_FORMAT } from '#core/protocol';
import type { MeasuredPoint } from './measuring.ts';
import { pointText } from './point-text.ts';

const SETTINGS: Record<string, unknown> = {
  workingCrs: 'EPSG:3065',
  units: { ...DEFAULT_FORMAT, angleUnit: 'degree' },
};
const settings = { get: (key: string) => SETTINGS[key] };
const i18n = { language: 'en', t: (key: string) => key };
const point = {
  position: [12.6106149, 42.9362665, 301.5],
  within: [0.05, 0.1, 0.04],
  radius: 0.11,
  angle: 40,
  miss: 0,
  from: ['a.jpg', 'b.jpg'],
  warnings: [],
} as unknown as MeasuredPoint;
const placeOf = () => pointText(point, 1, i18n as never, settings as never).lines[0]!;

it('prints longitude and latitude until the reference system of the project can be computed', async () => {
  // Nobody has loaded it: other tests may have loaded any that there is.
  SETTINGS['workingCrs'] = 'EPSG:999999';
  expect(placeOf()).toMatch(/42\.93626.*12\.61061/);
  SETTINGS['workingCrs'] = 'EPSG:3065';
  await loadCrs('EPSG:3065');
  // As cs2cs has it from EPSG:4979.
  expect(placeOf()).toMatch(/E 305039\.826, N 4756507\.31/);
});
