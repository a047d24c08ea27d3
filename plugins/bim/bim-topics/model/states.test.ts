import { expect, it } from 'vitest';
import { isClosed, statusOptions, statusTitle } from './states.ts';

const ITALIAN: Record<string, string> = {
  'state.open': 'Aperto',
  'state.in-progress': 'In corso',
  'state.resolved': 'Risolto',
  'state.closed': 'Chiuso',
};
const t = (key: string) => ITALIAN[key] ?? `?${key}`;

it('the four statuses are shown in the language of the person, and stored as BCF writes them', () => {
  expect(statusOptions('Open', t)).toEqual([
    { value: 'Open', title: 'Aperto' },
    { value: 'In Progress', title: 'In corso' },
    { value: 'Resolved', title: 'Risolto' },
    { value: 'Closed', title: 'Chiuso' },
  ]);
});

it('a status of another program is shown as it is', () => {
  expect(statusTitle('Wartet', t)).toBe('Wartet');
  expect(statusOptions('Wartet', t).at(-1)).toEqual({ value: 'Wartet', title: 'Wartet' });
});

it('topics that are resolved or closed are closed, however it is written', () => {
  expect(['Resolved', 'CLOSED', 'Open', 'Wartet'].map((status) => isClosed({ status }))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
