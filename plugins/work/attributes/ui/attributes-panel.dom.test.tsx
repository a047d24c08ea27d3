import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BehaviorSubject } from 'rxjs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { API } from '#core/api';
import type { MapObject } from '#core/document';
import { VIEWS } from '#core/mapview';
import type { ObjectType } from '#core/protocol';
import { fetchParts, ServicesProvider } from '#core/react';
import { SETTINGS } from '#core/settings';
import { atWork, desk, field, object, servicesOf } from '#core/testing';
import { TOASTS } from '#core/toasts';
import { SELECTION, SERVER_CHANGES } from '#plugins/work/selection/api';
import { LAST_VALUES } from '../api.ts';
import { StoredLastValues } from '../model/last-values.ts';
import AttributesPanel from './AttributesPanel.tsx';

afterEach(cleanup);

const TYPES = [
  {
    name: 'pole',
    title: { en: 'Pole', it: 'Palo' },
    geometryType: 'Point',
    style: { stroke: '#000000', width: 1 },
    fields: [
      field('code', { required: true, pattern: '[A-Z]\\d+' }),
      field('height', { type: 'number', min: 0, max: 30 }),
      field('lit', { type: 'boolean' }),
      field('beside', { type: 'relation' }),
      field('wood', { type: 'choice', choices: [{ value: 'oak', title: { en: 'Oak', it: 'Quercia' } }] }),
    ],
  },
] as unknown as ObjectType[];
const pole = (id: string, properties: Record<string, unknown>): MapObject =>
  object(id, { type: 'Point', coordinates: [12.61, 42.94, 215.5] }, { typeName: 'pole', properties });

async function opened(
  objects: MapObject[],
  selected: string[],
  authorizations = ['geometries.write'],
  missing = 0,
  types = TYPES,
  project = desk(objects, types).project,
) {
  const change = vi.fn(() => Promise.resolve(true));
  const { settings } = desk();
  const place = {
    kind: 'object',
    name: 'A7',
    context: 'Pole',
    position: [0, 0],
    extent: null,
    source: 'project',
  };
  const results = [{ ...place, objectId: '00000000-0000-4000-8000-0000000000a7' }];
  const api = { call: vi.fn(() => Promise.resolve({ data: { results, notice: null } })) };
  const ids$ = new BehaviorSubject<readonly string[]>(selected);
  const container = await servicesOf(
    ['attributes'],
    [
      ...atWork(project, authorizations),
      [API, api],
      [SETTINGS, settings],
      [
        SELECTION,
        { ids$, ids: selected, missing, typeOf: () => 'pole', set: (ids: string[]) => ids$.next(ids) },
      ],
      [SERVER_CHANGES, { change }],
      [VIEWS, { active: { fly: vi.fn() } }],
      [TOASTS, { show: vi.fn() }],
      [LAST_VALUES, new StoredLastValues(localStorage)],
    ],
  );
  render(
    <ServicesProvider container={container}>
      <AttributesPanel />
    </ServicesProvider>,
  );
  return { project, ids$, change, api, user: userEvent.setup() };
}
const propertiesOf = (project: Awaited<ReturnType<typeof opened>>['project'], id: string) =>
  project.document.get(id)?.properties;

describe('The attributes panel', () => {
  it('says what to do while nothing is selected', async () => {
    await opened([], []);
    expect(screen.getByText('Nothing selected')).toBeDefined();
  });

  it('commits text on Enter as one step, and reverts it on Esc', async () => {
    const { project, user } = await opened([pole('a', { code: 'A1' })], ['a']);
    const code = screen.getByLabelText(/code/);
    await user.clear(code);
    await user.type(code, 'B22');
    expect(propertiesOf(project, 'a')).toEqual({ code: 'A1' });
    await user.keyboard('{Enter}');
    expect(propertiesOf(project, 'a')).toEqual({ code: 'B22' });
    expect(project.history.state.done.map(({ code: kind }) => kind)).toEqual(['attributes.set']);
    await user.type(code, '9');
    await user.keyboard('{Escape}');
    expect(screen.getByLabelText<HTMLInputElement>(/code/).value).toBe('B22');
    expect(project.history.state.done).toHaveLength(1);
  });

  it('groups fields, and shows one while its condition or that of its group holds', async () => {
    const [type] = TYPES as [ObjectType];
    const title = { en: 'Lamp', it: 'Lampada' };
    const fields = [...type.fields, field('watts', { group: 'lamp' }), field('led', { when: 'height > 5' })];
    const grouped = { ...type, fields, groups: [{ name: 'lamp', title, when: 'lit' }] };
    const { user } = await opened([pole('a', { code: 'A1', height: 3 })], ['a'], undefined, 0, [grouped]);
    expect(screen.queryByRole('region', { name: 'Lamp' })).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: 'lit' }));
    expect(within(screen.getByRole('region', { name: 'Lamp' })).getByLabelText('watts')).toBeDefined();
    expect(screen.queryByLabelText('led')).toBeNull();
    const height = screen.getByLabelText(/height/);
    await user.clear(height);
    await user.type(height, '8{Enter}');
    expect(screen.getByLabelText('led')).toBeDefined();
  });

  it('sets values of objects that are not all loaded on the server, without showing those of a part', async () => {
    const ids = ['a', 'b', 'c'];
    const { change, project, user } = await opened([pole('a', { code: 'A1', height: 3 })], ids, undefined, 2);
    expect(screen.getByText('3 objects selected. Changes apply to all of them.')).toBeDefined();
    const height = screen.getByLabelText<HTMLInputElement>(/height/);
    expect(height.value).toBe('');
    await user.type(height, '7{Enter}');
    expect(change).toHaveBeenCalledWith(
      { ids, set: { height: 7 } },
      { label: 'attributes:step.set', values: { field: 'height', count: 3 }, code: 'attributes.set' },
    );
    expect(propertiesOf(project, 'a')).toEqual({ code: 'A1', height: 3 });
  });

  it('reverts a number on Esc, and keeps the focus', async () => {
    const { project, user } = await opened([pole('a', { code: 'A1', height: 3 })], ['a']);
    const height = () => screen.getByLabelText<HTMLInputElement>(/height/);
    await user.type(height(), '1,5');
    expect(height().value).toBe('31,5');
    await user.keyboard('{Escape}');
    expect(height().value).toBe('3');
    expect(document.activeElement).toBe(height());
    await user.tab();
    expect(propertiesOf(project, 'a')).toEqual({ code: 'A1', height: 3 });
  });

  it('clears a choice', async () => {
    await fetchParts();
    const { project, user } = await opened([pole('a', { code: 'A1', wood: 'oak' })], ['a']);
    await user.click(await screen.findByRole('button', { name: /wood/ }));
    await user.click(await screen.findByRole('option', { name: 'None' }));
    expect(propertiesOf(project, 'a')).toEqual({ code: 'A1' });
  });

  it('reports an invalid value and keeps the object unchanged until it is corrected', async () => {
    const { project, user } = await opened([pole('a', { code: 'A1' })], ['a']);
    const code = screen.getByLabelText(/code/);
    await user.clear(code);
    await user.tab();
    expect(screen.getByText('Enter a value.')).toBeDefined();
    await user.type(code, 'wrong');
    expect(screen.getByText(/does not match the pattern/)).toBeDefined();
    expect(propertiesOf(project, 'a')).toEqual({ code: 'A1' });
    await user.clear(code);
    await user.type(code, 'C3');
    await user.tab();
    expect(propertiesOf(project, 'a')).toEqual({ code: 'C3' });
  });

  it('accepts a decimal comma, and commits a checkbox at once', async () => {
    const { project, user } = await opened([pole('a', { code: 'A1' })], ['a']);
    await user.type(screen.getByLabelText(/height/), '12,5');
    await user.tab();
    await user.click(screen.getByRole('checkbox', { name: 'lit' }));
    expect(propertiesOf(project, 'a')).toEqual({ code: 'A1', height: 12.5, lit: true });
  });

  it('shows values restored by undo', async () => {
    const { project, user } = await opened([pole('a', { code: 'A1' })], ['a']);
    const code = screen.getByLabelText(/code/);
    await user.clear(code);
    await user.type(code, 'B2{Enter}');
    project.history.undo();
    expect(await screen.findByDisplayValue('A1')).toBeDefined();
  });

  it('changes several objects in one step and shows where they differ', async () => {
    const objects = [pole('a', { code: 'A1', height: 3 }), pole('b', { code: 'B1', height: 4 })];
    const { project, user } = await opened(objects, ['a', 'b']);
    expect(screen.getByText('2 objects selected. Changes apply to all of them.')).toBeDefined();
    const height = screen.getByLabelText<HTMLInputElement>(/height/);
    expect([height.value, height.placeholder]).toEqual(['', 'Multiple values']);
    await user.type(height, '7{Enter}');
    expect([propertiesOf(project, 'a'), propertiesOf(project, 'b')]).toEqual([
      { code: 'A1', height: 7 },
      { code: 'B1', height: 7 },
    ]);
    project.history.undo();
    expect(propertiesOf(project, 'b')).toEqual({ code: 'B1', height: 4 });
  });

  it('offers the value last entered for the next object', async () => {
    const { project, ids$, user } = await opened(
      [pole('a', { code: 'A1' }), pole('b', { code: 'B1' })],
      ['a'],
    );
    await user.type(screen.getByLabelText(/height/), '8{Enter}');
    ids$.next(['b']);
    await user.click(await screen.findByRole('button', { name: 'Use “8” again' }));
    expect(propertiesOf(project, 'b')).toEqual({ code: 'B1', height: 8 });
  });

  it('is read only without the right to write', async () => {
    await opened([pole('a', { code: 'A1' })], ['a'], ['geometries.read']);
    expect(screen.getByText(/^Read-only/)).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>(/code/).readOnly).toBe(true);
  });

  it('shows the type of the geometry and its position', async () => {
    await opened([pole('a', { code: 'A1' })], ['a']);
    expect(screen.getByText('Point')).toBeDefined();
    expect(screen.getByText('42.94000000° N, 12.61000000° E, 215.500 m')).toBeDefined();
  });

  it('says what a related object is called that was not loaded', async () => {
    const far = '00000000-0000-4000-8000-0000000000a9';
    const labelled = TYPES.map((type) => ({
      ...type,
      style: { stroke: '#112233', width: 2, label: 'code' },
    }));
    const { project } = desk([pole('a', { code: 'A1', beside: far })], labelled);
    const loadObjects = vi.fn((): Promise<string[]> => {
      project.document.apply([{ id: far, before: undefined, after: pole(far, { code: 'A9' }) }], 'load');
      return Promise.resolve([]);
    });
    await opened([], ['a'], undefined, 0, labelled, Object.assign(project, { loadObjects }));
    await screen.findByRole('button', { name: 'Pole A9' });
    expect(loadObjects).toHaveBeenCalledExactlyOnceWith([far], expect.anything());
  });

  it('picks related objects by their attributes, and takes them away again', async () => {
    await fetchParts();
    const { project, user, api } = await opened([pole('a', { code: 'A1' })], ['a']);
    const group = within(screen.getByRole('group', { name: 'beside' }));
    await user.type(group.getByRole('combobox'), 'A7');
    await user.click(await screen.findByRole('option', { name: /A7/ }));
    const found = '00000000-0000-4000-8000-0000000000a7';
    expect(propertiesOf(project, 'a')).toMatchObject({ beside: found });
    expect(api.call).toHaveBeenLastCalledWith(
      expect.anything(),
      expect.objectContaining({ query: { text: 'A7' } }),
      expect.anything(),
    );
    await user.click(await group.findByRole('button', { name: /^End/ }));
    expect(propertiesOf(project, 'a')).toEqual({ code: 'A1' });
  });
});
