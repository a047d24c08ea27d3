import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Api } from '#core/api';
import type { ObjectType } from '#core/protocol';
import { fetchParts, ServicesProvider } from '#core/react';
import type { Session } from '#core/session';
import { SETTINGS } from '#core/settings';
import { desk, field, memoryStorage, servicesOf } from '#core/testing';
import type { FinishedPath } from '../api.ts';
import { FINISH_DRAW, FinishDraw } from '../model/finish-draw.ts';
import { RecentTypes } from '../model/recent-types.ts';
import FinishDialog from './FinishDialog.tsx';

afterEach(cleanup);

const TYPES = [
  {
    name: 'pole',
    title: { en: 'Pole', it: 'Palo' },
    geometryType: 'Point',
    fields: [field('code', { required: true })],
  },
  { name: 'stone', title: { en: 'Stone', it: 'Cippo' }, geometryType: 'Point', fields: [] },
  { name: 'wall', title: { en: 'Wall', it: 'Muro' }, geometryType: 'LineString', fields: [] },
  { name: 'front', title: { en: 'Front', it: 'Facciata' }, geometryType: 'Polygon', fields: [] },
] as unknown as ObjectType[];

const POLE: Omit<FinishedPath, 'project'> = { kind: 'point', vertices: [[12.61, 42.94]] };
/** An upright wall, 0.0001° of the meridian at 42.94° wide, 11.1 m, and 6 m high; and another one. */
const WALLS: Omit<FinishedPath, 'project'> = {
  kind: 'ring',
  vertices: [[12.61, 42.94, 250], [12.61, 42.9401, 250], [12.61, 42.9401, 256], [12.61, 42.94, 256]], // prettier-ignore
  more: [[[12.61, 42.94, 250], [12.62, 42.94, 250], [12.62, 42.94, 256]]], // prettier-ignore
};

async function openDialog(types = TYPES, authorizations = ['attributes.write'], drawn = POLE) {
  const { project, settings } = desk([], types);
  const call = vi.fn();
  const session = { me: { authorizations } } as unknown as Session;
  const finish = new FinishDraw({ call } as unknown as Api, session, new RecentTypes(memoryStorage()));
  await fetchParts();
  const container = await servicesOf(
    ['draw'],
    [
      [SETTINGS, settings],
      [FINISH_DRAW, finish],
    ],
  );
  const saved = finish.ask({ project, ...drawn });
  render(
    <ServicesProvider container={container}>
      <FinishDialog />
    </ServicesProvider>,
  );
  await screen.findByRole('dialog');
  return {
    project,
    finish,
    call,
    saved,
    user: userEvent.setup(),
    made: () => [...project.document.values()][0],
  };
}

const save = (user: ReturnType<typeof userEvent.setup>): Promise<void> =>
  user.click(screen.getByRole('button', { name: 'Save' }));

describe('The finish-draw dialog', () => {
  it('saves the values entered', async () => {
    const { user, saved, made } = await openDialog();
    await user.type(screen.getByLabelText(/code/), 'P7');
    await save(user);
    expect(await saved).toBe(true);
    expect(made()).toMatchObject({ typeName: 'pole', properties: { code: 'P7' } });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('fills in defaults, which can be cleared, and computed values, which cannot be entered', async () => {
    const fields = [
      field('kind', { default: 'oak' }),
      field('height', { type: 'number', default: 4 }),
      field('twice', { type: 'number', computed: 'height * 2' }),
      field('area', { type: 'number', computed: '$area' }),
    ];
    const { user, made } = await openDialog([{ ...TYPES[1]!, fields }]);
    const twice = screen.getByLabelText<HTMLInputElement>(/twice/);
    expect([twice.value, twice.readOnly]).toEqual(['8', true]);
    await user.clear(screen.getByLabelText(/kind/));
    await user.clear(screen.getByLabelText(/height/));
    await user.type(screen.getByLabelText(/height/), '5');
    expect(screen.getByLabelText<HTMLInputElement>(/twice/).value).toBe('10');
    await save(user);
    expect(made()?.properties).toEqual({ height: 5, twice: 10 });
  });

  it('saves nothing while a required value is missing, and names it', async () => {
    const { user, project } = await openDialog();
    await save(user);
    expect(screen.getByRole('dialog')).toBeDefined();
    expect(screen.getByLabelText(/code/).getAttribute('aria-invalid')).toBe('true');
    expect(project.document.size).toBe(0);
  });

  it('asks for required images and relations, and for no others', async () => {
    const fields = [
      field('photo', { type: 'image', required: true }),
      field('owner', { type: 'relation', required: true }),
      field('plan', { type: 'image' }),
      field('near', { type: 'relation' }),
    ];
    const { user, made, project } = await openDialog([{ ...TYPES[1]!, fields }]);
    expect([screen.queryByLabelText(/plan/), screen.queryByLabelText(/near/)]).toEqual([null, null]);
    await save(user);
    expect(project.document.size).toBe(0);
    await user.type(screen.getByLabelText(/photo/), 'front.jpg');
    await user.type(screen.getByLabelText(/owner/), 'o-1');
    await save(user);
    expect(made()?.properties).toEqual({ photo: 'front.jpg', owner: 'o-1' });
  });

  it('says that a required value is missing once it is cleared', async () => {
    const { user } = await openDialog();
    const code = screen.getByLabelText(/code/);
    expect(screen.queryByText('Enter a value.')).toBeNull();
    await user.type(code, 'P');
    await user.clear(code);
    expect(screen.getByText('Enter a value.')).toBeDefined();
  });

  it('says how a shape was constructed', async () => {
    const { finish, project } = await openDialog([{ ...TYPES[1]!, geometryType: null }]);
    const vertices: [number, number][] = [[12, 42], [12.1, 42], [12, 42.1]]; // prettier-ignore
    const as = { parameters: { shape: 'circle' }, text: 'as a circle of radius 5 m' };
    act(() => void finish.ask({ project, kind: 'ring', vertices, as }));
    expect(screen.getByText(/polygon of 3 vertices · .* · as a circle of radius 5 m · /)).toBeDefined();
  });

  it('stores the height entered', async () => {
    const { user, made } = await openDialog();
    await user.type(screen.getByLabelText(/code/), 'P7');
    await user.type(screen.getByLabelText('Height'), '251,5');
    await save(user);
    expect(made()?.location.coordinates).toEqual([12.61, 42.94, 251.5]);
  });

  it('offers the height with which a point was drawn, and stores what becomes of it', async () => {
    const onGround = { ...POLE, vertices: [[12.61, 42.94, 251.5] as [number, number, number]] };
    const { user, made } = await openDialog(TYPES.slice(1), [], onGround);
    const height = screen.getByLabelText<HTMLInputElement>('Height');
    expect(height.value).toBe('251.5');
    await user.clear(height);
    await user.type(height, '252');
    await save(user);
    expect(made()?.location.coordinates).toEqual([12.61, 42.94, 252]);
  });

  it('saves nothing when the drawing is discarded', async () => {
    const { user, saved, project } = await openDialog();
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(await saved).toBe(false);
    expect(project.document.size).toBe(0);
  });

  it('saves at once where the type has no required fields', async () => {
    const { user, made } = await openDialog(TYPES.slice(1));
    await save(user);
    expect(made()).toMatchObject({ typeName: 'stone', properties: {} });
  });

  it('creates a new type where none fits and the person has the right to', async () => {
    const { user, call } = await openDialog(TYPES.slice(2));
    call.mockResolvedValue({ data: { name: 'tree' } });
    await user.type(screen.getByLabelText(/Type name/), 'tree{Enter}');
    expect(call.mock.calls[0]![1]).toMatchObject({ body: { name: 'tree', geometryType: 'Point' } });
  });

  it('says what to do where none fits and the person lacks the right', async () => {
    await openDialog(TYPES.slice(2), []);
    expect(screen.getByText(/Ask an administrator/)).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  });

  it('shows heights and the size of upright areas, and saves all objects in one step', async () => {
    const { project, saved, user } = await openDialog(TYPES, [], WALLS);
    // 0.0001° of a meridian of 6,365.1 km radius, and 253 m above it: 11.1096 m; by 6 m.
    const sentence = 'Will be stored: 2 objects, the first: polygon of 4 vertices · area in space 66.66 m² · from 250.000 m to 256.000 m above the ellipsoid'; // prettier-ignore
    const plain = screen.getByText(/^2 objects|area in space/).textContent.replaceAll('\u00a0', ' ');
    expect(plain).toBe(sentence);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await saved).toBe(true);
    expect([...project.document.values()]).toHaveLength(2);
    project.history.undo();
    expect([...project.document.values()]).toHaveLength(0);
  });
});
