import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Container } from 'inversify';
import { BehaviorSubject } from 'rxjs';
import { afterEach, expect, it, vi } from 'vitest';
import { AppError } from '#core/kernel';
import { VIEWS } from '#core/mapview';
import { PROJECTS } from '#core/project';
import { EMPTY_CODE_LIST, type FieldBookResult, type FieldBookTypes } from '#core/protocol';
import { fetchParts, ServicesProvider } from '#core/react';
import { SETTINGS } from '#core/settings';
import { desk, servicesOf } from '#core/testing';
import { TOASTS } from '#core/toasts';
import { SELECTION } from '#plugins/work/selection/api';
import { BOOK_DESK } from '../model/book-desk.ts';
import { CODE_LIST, type CodeListDesk } from '../model/code-list.ts';
import { Accept } from './Accept.tsx';
import { KnownPoints } from './KnownPoints.tsx';

afterEach(cleanup);

const POLE = {
  id: 'o1',
  typeName: 'pole',
  properties: { name: 'A' },
  location: { type: 'Point', coordinates: [12.5, 41.9] },
};
const BOOK = { known: [], crs: 'EPSG:32633', heights: 'ellipsoid', version: 1, computedVersion: 1 };

async function servicesWith(
  book: object,
  change = vi.fn(() => Promise.resolve()),
  { list, lines }: Partial<Pick<CodeListDesk, 'list' | 'lines'>> = {},
) {
  await fetchParts();
  const show = vi.fn();
  const current = { document: new Map([['o1', POLE]]), types: new Map() };
  const container: Container = await servicesOf(
    ['field-book'],
    [
      [BOOK_DESK, { opened: { ...BOOK, ...book }, change, accepted: undefined }],
      [CODE_LIST, { list, lines }],
      [TOASTS, { show }],
      [SETTINGS, desk().settings],
      [SELECTION, { ids: ['o1'], ids$: new BehaviorSubject(['o1']) }],
      [PROJECTS, { current, current$: new BehaviorSubject(current) }],
      [VIEWS, { active: undefined, active$: new BehaviorSubject(undefined) }],
    ],
  );
  return { container, show };
}

it('known points are said to be taken only when they are stored', async () => {
  const failure = new AppError('stale', 'Somebody has changed it.');
  const { container, show } = await servicesWith(
    {},
    vi.fn(() => Promise.reject(failure)),
  );
  render(
    <ServicesProvider container={container}>
      <KnownPoints mayWrite />
    </ServicesProvider>,
  );
  await userEvent.click(await screen.findByRole('button', { name: /selected/i }));
  await vi.waitFor(() => expect(show).toHaveBeenCalled());
  expect(show.mock.calls).toEqual([['error', 'Somebody has changed it.']]);
});

it('the form of a known point is empty for the next one while the last is stored, and full again when it is refused', async () => {
  let refuse!: (failure: AppError) => void;
  const stored = new Promise<void>((_, reject) => (refuse = reject));
  const { container } = await servicesWith(
    {},
    vi.fn(() => stored),
  );
  render(
    <ServicesProvider container={container}>
      <KnownPoints mayWrite />
    </ServicesProvider>,
  );
  const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
  await screen.findByRole('textbox', { name: /^Name/ });
  await userEvent.type(field(/^Name/), 'A');
  await userEvent.type(field(/^Height/), '12.5{Enter}');
  expect([field(/^Name/).value, field(/^Height/).value]).toEqual(['', '']);
  refuse(new AppError('stale', 'Somebody has changed it.'));
  await screen.findByText('Somebody has changed it.');
  expect([field(/^Name/).value, field(/^Height/).value]).toEqual(['A', '12.5']);
});

it.each([
  ['whole', { code: 'TREE', typeName: 'Trees' }, false],
  ['no object', { code: 'TREE', typeName: null }, true],
  ['without a code', { code: ' ', typeName: 'Trees' }, true],
  ['without a type', { code: 'WALL', typeName: '' }, true],
])('objects are made when every rule is whole: %s', async (_, rule, isDisabled) => {
  const types: FieldBookTypes = { typeName: 'Points', codes: [rule] };
  const point = { name: '1', code: 'TREE', position: [12.5, 41.9] };
  const { container } = await servicesWith({ types });
  render(
    <ServicesProvider container={container}>
      <Accept result={{ points: [point] } as unknown as FieldBookResult} />
    </ServicesProvider>,
  );
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: /^Make/ });
  expect(button.disabled).toBe(isDisabled);
});

it('objects are counted with the lines that codes make, and without points that the code list leaves out', async () => {
  const codes = [{ code: 'FENCE', pointType: null, line: null, color: null, attributes: [] }];
  const list = { ...EMPTY_CODE_LIST, codes, version: 1 };
  const line = { positions: [[12.5, 41.9]] };
  const lines = { lines: [line, { ...line, positions: null }], problems: [], problemCount: 0 } as never;
  const { container } = await servicesWith({}, undefined, { list, lines });
  const points = ['FENCE B', 'FENCE2', 'TREE'].map((code, i) => ({
    name: String(i),
    code,
    position: [12, 41],
  }));
  render(
    <ServicesProvider container={container}>
      <Accept result={{ points } as unknown as FieldBookResult} />
    </ServicesProvider>,
  );
  // The tree and one line with a place.
  await screen.findByRole('button', { name: 'Make 2 objects' });
});
