import { describe, expect, it } from 'vitest';
import { printerOf } from '#core/sketch';
import { desk } from '#core/testing';
import { textOf } from './reading-text.ts';
import type { Units } from '#core/settings';
import type { SpaceMeasure } from './measures.ts';
import type { SpaceValue } from './values.ts';

const { settings } = desk();
const options = {
  t: (key: string) => key,
  print: printerOf({ language: 'en' }, settings),
  locale: 'en',
  units: settings.get('units'),
  crs: 'EPSG:4326',
} as const;
const textFor = (one: Partial<SpaceValue>, units: Partial<Units> = {}) => {
  const values = [{ quantity: 'net', how: 'cells', unit: 'm³', amount: 0, ...one }];
  const reading = { standings: [], values, surface: undefined, notes: [] };
  const measure = { kind: 'volume', reading } as unknown as SpaceMeasure;
  return textOf(measure, { ...options, units: { ...options.units, ...units } }).value;
};

describe('A value with an uncertainty', () => {
  it('has no more decimals than that allows', () => {
    expect(textFor({ amount: -1999.7342, within: 0.4721 })).toBe('\u22121,999.7\u00a0m³ ± 0.5\u00a0m³');
    expect(textFor({ amount: 1999.7342, within: 43.2 })).toBe('2,000\u00a0m³ ± 43\u00a0m³');
    expect(textFor({ unit: '°', amount: 358.38954, within: 2.1 })).toBe('358° ± 2°');
    expect(textFor({ unit: '°', amount: 12.34567, within: 0.004 })).toBe('12.346° ± 0.004°');
  });

  it('is never rounded to nothing in a large unit', () => {
    // 0.0004 m² are 4e-10 km².
    const area = textFor({ unit: 'm²', amount: 12.3456, within: 0.0004 }, { areaUnit: 'km²' });
    expect(area).toBe('0.0000123456\u00a0km² ± 0.0000000004\u00a0km²');
  });

  it('has both in the unit of the project', () => {
    // A US survey foot is 1200 / 3937 m: 1 m³ is 35.31 ft³, 0.4721 m³ are 16.67 ft³.
    const volume = textFor({ amount: 100, within: 0.4721 }, { lengthUnit: 'ftUS' });
    expect(volume).toBe('3,531\u00a0ftUS³ ± 17\u00a0ftUS³');
    // 0.004° are 14.4″.
    const angle = textFor({ unit: '°', amount: 12.34567, within: 0.004 }, { angleUnit: 'dms' });
    expect(angle).toBe('12°20′44″ ± 0°00′14″');
  });
});

describe('What was read of 3D Tiles', () => {
  it('is said with the share of the area, how coarse it was, and what could not be read', () => {
    const sets = [
      { id: 'a', name: 'Rome', triangles: 1200, error: 0, unread: 0 },
      { id: 'b', name: 'Ostia', triangles: 3, error: 12.5, unread: 2 },
      { id: 'c', name: 'Far away', triangles: 0, error: 0, unread: 0 },
    ];
    const reading = { standings: [], values: [], surface: undefined, notes: [], sets, meshed: 0.352 };
    const t = (key: string, values?: object) => `${key} ${Object.values(values ?? {}).join(' ')}`.trim();
    const { notes } = textOf({ kind: 'volume', reading } as unknown as SpaceMeasure, { ...options, t });
    expect(notes.slice(1)).toEqual([
      'set Rome 1,200',
      'set Ostia 3',
      'set.coarse Ostia 12.500\u00a0m',
      'set.unread Ostia 2',
      'meshed 35',
    ]);
  });
});
