import { cleanup, render, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { API } from '#core/api';
import { AppError } from '#core/kernel';
import {
  createAttribute,
  deleteAttribute,
  listAttributes,
  listProjects,
  updateAttribute,
  type ObjectType,
  type TypeObjects,
} from '#core/protocol';
import { fetchParts, ServicesProvider } from '#core/react';
import { field, servicesOf } from '#core/testing';
import { TOASTS } from '#core/toasts';
import { ObjectTypes } from '../model/object-types.ts';
import { DeleteTypeDialog } from './DeleteTypeDialog.tsx';
import { GeneralTab } from './GeneralTab.tsx';
import NewTypeDialog from './NewTypeDialog.tsx';
import { TypeList } from './TypeList.tsx';
import { useFirstProject } from './useFirstProject.ts';

afterEach(cleanup);

const BENCH: ObjectType = {
  id: '6d0a2c39-3a76-4c5e-9a5b-0d6b1a6a0c01',
  name: 'bench',
  title: { en: 'Benches', it: 'Panchine' },
  geometryType: 'Point',
  fields: [field('code')],
  style: { stroke: '#112233', width: 2 },
  icon: null,
  images: [],
  projectIds: [],
  version: 4,
};
const NOTHING: TypeObjects = { count: 0, projects: [], elsewhere: 0 };

async function opened(objects: TypeObjects = NOTHING) {
  const call = vi.fn((spec: object, _request?: object) =>
    Promise.resolve({
      data: spec === listAttributes ? [BENCH] : 'path' in spec && spec.path === '/attributes/:id/objects' ? objects : BENCH, // prettier-ignore
      total: 1,
    }),
  );
  const types = new ObjectTypes({ call } as never);
  const container = await servicesOf(
    ['object-management'],
    [
      [API, { call }],
      [TOASTS, { show: vi.fn() }],
    ],
  );
  await fetchParts();
  const show = (element: React.ReactNode) =>
    render(<ServicesProvider container={container}>{element}</ServicesProvider>);
  const sent = (spec: object) => call.mock.calls.find(([made]) => made === spec)?.[1];
  return { call, types, show, sent, user: userEvent.setup() };
}
const ignore = () => undefined;

describe('The page of object types', () => {
  it('shows the objects of the first project that has the type', async () => {
    const call = () => Promise.resolve({ data: [{ id: 'demo' }, { id: 'park' }] });
    const container = await servicesOf([], [[API, { call }]]);
    const wrapper = ({ children }: { children: React.ReactNode }) => (
      <ServicesProvider container={container}>{children}</ServicesProvider>
    );
    const { result, rerender } = renderHook((type: ObjectType) => useFirstProject(type), {
      wrapper,
      initialProps: { ...BENCH, projectIds: ['park'] },
    });
    await waitFor(() => expect(result.current).toBe('park'));
    rerender(BENCH);
    await waitFor(() => expect(result.current).toBe('demo'));
  });

  it('tells types of the same name apart by their projects', async () => {
    const data = ['north', 'south'].map((id) => ({ ...BENCH, id, projectIds: [id] }));
    const projects = [
      { id: 'north', projectName: 'North' },
      { id: 'south', projectName: 'South' },
    ];
    const call = (spec: object) =>
      Promise.resolve({ data: spec === listProjects ? projects : data, total: 2 });
    const container = await servicesOf(['object-management'], [[API, { call }]]);
    const types = new ObjectTypes({ call } as never);
    render(
      <ServicesProvider container={container}>
        <TypeList types={types} shown={undefined} onShow={ignore} create={undefined} />
      </ServicesProvider>,
    );
    await screen.findByText('bench · North');
    await screen.findByText('bench · South');
  });

  it('deletes a type with as many objects as it has listed by project, after its name was typed', async () => {
    const { types, show, sent, user } = await opened({
      count: 1200,
      projects: [
        { id: 'a', projectName: 'North', count: 1000 },
        { id: 'b', projectName: 'South', count: 200 },
      ],
      elsewhere: 0,
    });
    show(<DeleteTypeDialog types={types} type={BENCH} onDeleted={ignore} onClose={ignore} />);
    await screen.findByText(/^1,200 objects are deleted with the type/);
    expect(screen.getByRole('list').textContent).toBe('North1,000South200');
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Delete object type' });
    expect(button.disabled).toBe(true);
    await user.type(screen.getByLabelText('Type “bench” to confirm'), 'bench');
    await user.click(button);
    expect(sent(deleteAttribute)).toMatchObject({ query: { objects: 1200 }, ifMatch: '4' });
  });

  it('deletes no type that has objects in projects of others', async () => {
    const { types, show } = await opened({ ...NOTHING, elsewhere: 3 });
    show(<DeleteTypeDialog types={types} type={BENCH} onDeleted={ignore} onClose={ignore} />);
    await screen.findByText(/^3 more objects are in projects that you are not a member of/);
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Delete object type' });
    expect(button.disabled).toBe(true);
  });

  it('duplicates a type with its fields and its style, under another name', async () => {
    const { types, show, sent, user } = await opened();
    show(<NewTypeDialog types={types} original={BENCH} onCreated={ignore} onClose={ignore} />);
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await user.clear(name);
    await user.type(name, 'seat');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    expect(sent(createAttribute)).toEqual({
      body: {
        name: 'seat',
        title: { en: 'Benches copy', it: 'Panchine copy' },
        geometryType: 'Point',
        icon: null,
        projectIds: [],
        fields: BENCH.fields,
        style: BENCH.style,
      },
    });
  });

  it('saves titles, a missing one as the other, and says that someone else was faster', async () => {
    const { types, call, show, sent, user } = await opened();
    show(<GeneralTab types={types} type={BENCH} mayEdit />);
    await user.clear(screen.getByRole('textbox', { name: 'Title in Italian' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(sent(updateAttribute)).toMatchObject({
      body: { title: { en: 'Benches', it: 'Benches' } },
      ifMatch: '4',
    });
    call.mockRejectedValueOnce(new AppError('stale', 'stale', { status: 412 }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Someone else changed this type.');
  });

  it('does not save a type that is limited to no project', async () => {
    const { types, show, sent, user } = await opened();
    show(<GeneralTab types={types} type={BENCH} mayEdit />);
    await user.click(screen.getByRole('radio', { name: 'Only these projects' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Choose at least one project, or all projects.',
    );
    expect(sent(updateAttribute)).toBeUndefined();
  });
});
