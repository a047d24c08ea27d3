import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { inverse } from '#core/geodesy';
import type { ObjectType, Position } from '#core/protocol';
import { ServicesProvider } from '#core/react';
import { SETTINGS } from '#core/settings';
import {
  atWork,
  desk,
  memoryStorage,
  object,
  performsAtOnce,
  selectionOf,
  servicesOf,
  targetsOf,
} from '#core/testing';
import { Rules } from '../model/rules.ts';
import { Splitting, SPLITTING } from '../model/splitting.ts';
import SplitPanel from './SplitPanel.tsx';

afterEach(cleanup);

const START: Position = [12.61, 42.94];
const END: Position = [12.62, 42.95];
const field = { name: 'width', title: { en: 'Width', it: 'Larghezza' }, type: 'number', required: false };
const road = object('road', { type: 'LineString', coordinates: [START, END] }, { typeName: 'road' });
const type = { name: 'road', title: { en: 'Road', it: 'Strada' }, fields: [field] } as unknown as ObjectType;

async function shown() {
  const { project, settings } = desk([road], [type]);
  const selection = selectionOf();
  const rules = new Rules(memoryStorage());
  const container = await servicesOf(
    ['split'],
    [
      ...atWork(project),
      [SETTINGS, settings],
      [SPLITTING, new Splitting(targetsOf(project, selection), rules, performsAtOnce)],
    ],
  );
  render(
    <ServicesProvider container={container}>
      <SplitPanel />
    </ServicesProvider>,
  );
  return {
    project,
    rules,
    select: (...ids: string[]) => act(() => selection.set(ids)),
    user: userEvent.setup(),
  };
}

describe('The split panel', () => {
  it('says what to select', async () => {
    await shown();
    expect(screen.getByText('No line or polygon selected')).toBeDefined();
  });

  it('splits the selected line at a typed distance, also from its end', async () => {
    const { project, select, user } = await shown();
    select('road');
    await user.click(screen.getByRole('checkbox', { name: 'From the end of the line' }));
    await user.type(screen.getByLabelText('Split at'), '100,25 m{Enter}');
    const parts = [...project.document.values()].map(({ location }) => location.coordinates as Position[]);
    expect(parts.map((run) => run.length)).toEqual([2, 2]);
    expect(inverse(parts[1]![0]!, END).distance).toBeCloseTo(100.25, 6);
    expect(project.history.state.done).toHaveLength(1);
  });

  it('reports invalid input', async () => {
    const { project, select, user } = await shown();
    select('road');
    const box = screen.getByLabelText('Split at');
    await user.type(box, 'far{Enter}');
    expect(screen.getByText(/This is no distance or share/)).toBeDefined();
    await user.clear(box);
    await user.type(box, '100 %{Enter}');
    expect(screen.getByText(/This is not between the ends/)).toBeDefined();
    expect(project.document.size).toBe(1);
  });

  it('remembers the rule chosen for a field', async () => {
    const { rules, select, user } = await shown();
    select('road');
    await user.click(await screen.findByRole('button', { name: /Width/ }));
    await user.click(await screen.findByRole('option', { name: 'Divide by length or area' }));
    expect(rules.of('road', type.fields[0]!)).toBe('divide');
  });
});
