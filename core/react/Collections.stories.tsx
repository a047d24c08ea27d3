import type { Meta, StoryObj } from '@storybook/react-vite';
import { Eye, FolderOpen } from 'lucide-react';
import { useState } from 'react';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import { ServerList } from '#core/api';
import { Badge } from './Badge.tsx';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';
import { IconButton } from './IconButton.tsx';
import { ListSearch, PagedTable } from './PagedTable.tsx';
import { Table, type Sort, type TableProps } from './Table.tsx';
import { Tree } from './Tree.tsx';

const meta: Meta = { title: 'Core/Collections' };
export default meta;
type Story = StoryObj;

interface Parcel {
  id: string;
  name: string;
  area: number;
  state: string;
}
const PARCELS: readonly Parcel[] = [
  { id: 'a', name: 'Parcel 12', area: 1204.5, state: 'Surveyed' },
  { id: 'b', name: 'Parcel 13', area: 88.25, state: 'Open' },
  { id: 'c', name: 'Parcel 14', area: 23001, state: 'Open' },
];
const open = fn();

function Parcels(props: Partial<TableProps<Parcel>>) {
  const [sort, setSort] = useState<Sort>({ column: 'name', order: 'asc' });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const factor = sort.order === 'asc' ? 1 : -1;
  const rows = [...(props.rows ?? PARCELS)].sort(
    (a, b) => factor * (sort.column === 'area' ? a.area - b.area : a.name.localeCompare(b.name)),
  );
  return (
    <Table
      label="Parcels"
      columns={[
        { id: 'name', title: 'Name', sortable: true, cell: ({ name }) => name },
        { id: 'area', title: 'Area (m²)', sortable: true, align: 'end', cell: ({ area }) => area.toFixed(2) },
        { id: 'state', title: 'State', secondary: true, cell: ({ state }) => <Badge>{state}</Badge> },
      ]}
      rowId={({ id }) => id}
      rowText={({ name }) => name}
      sort={sort}
      onSort={setSort}
      selection="multiple"
      selected={selected}
      onSelect={setSelected}
      onOpen={open}
      {...props}
      rows={rows}
    />
  );
}

export const SortedAndSelected: Story = {
  render: () => <Parcels />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('columnheader', { name: /Area/ }));
    const rows = canvas.getAllByRole('row');
    await expect(rows[1]).toHaveTextContent('88.25');
    await userEvent.click(within(rows[1]!).getByRole('checkbox'));
    await expect(rows[1]).toHaveAttribute('aria-selected', 'true');
    await userEvent.keyboard('{ArrowDown} ');
    await expect(canvas.getAllByRole('row')[2]).toHaveAttribute('aria-selected', 'true');
  },
};

export const OpenedByEnter: Story = {
  render: () => <Parcels selection={undefined} />,
  play: async () => {
    open.mockClear();
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(open).toHaveBeenCalledWith(expect.objectContaining({ id: 'b' })));
  },
};

export const Loading: Story = { render: () => <Parcels rows={[]} isLoading /> };
export const Nothing: Story = {
  render: () => (
    <Parcels
      rows={[]}
      empty={
        <EmptyState
          icon={<FolderOpen />}
          title="No parcels yet"
          action={<Button variant="primary">Import</Button>}
        >
          Draw one, or import a shapefile.
        </EmptyState>
      }
    />
  ),
};
const retry = fn();
export const FailedCanBeRetried: Story = {
  render: () => <Parcels error={new Error('The server cannot be reached.')} onRetry={retry} />,
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Try again' }));
    await expect(retry).toHaveBeenCalled();
  },
};

/** Like a server: filtered, sorted by name and split into pages of two. */
const paged = () =>
  new ServerList<Parcel>(
    ({ search = '', order, page, paginate }) => {
      const found = PARCELS.filter(({ name }) => name.includes(search));
      const sorted = order === 'desc' ? found.toReversed() : found;
      const data = sorted.slice((page - 1) * paginate, page * paginate);
      return Promise.resolve({ data, total: found.length, version: undefined, status: 200 });
    },
    { paginate: 2 },
  );
function Paged() {
  const [list] = useState(paged);
  return (
    <>
      <ListSearch label="Find a parcel" list={list} />
      <PagedTable
        label="Parcels"
        list={list}
        rowId={({ id }) => id}
        sort={{ column: 'name', order: 'asc' }}
        columns={[{ id: 'name', title: 'Name', sortable: true, cell: ({ name }) => name }]}
      />
    </>
  );
}
export const PageByPage: Story = {
  render: () => <Paged />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByText('Parcel 12');
    await userEvent.click(canvas.getByRole('button', { name: 'Next page' }));
    await canvas.findByText('Parcel 14');
    await userEvent.click(canvas.getByRole('columnheader', { name: 'Name' }));
    // The reverse order starts on its first page: 14 and 13, without 12.
    await canvas.findByText('Parcel 13');
    await expect(canvas.queryByText('Parcel 12')).toBeNull();
    await userEvent.type(canvas.getByRole('searchbox'), '12');
    await canvas.findByText('Parcel 12');
    await expect(canvas.queryByRole('button', { name: 'Next page' })).toBeNull();
  },
};

const MANY: readonly Parcel[] = Array.from({ length: 10_000 }, (_, i) => ({
  id: String(i),
  name: `Parcel ${String(i).padStart(5, '0')}`,
  area: i * 1.5,
  state: 'Open',
}));
export const TenThousandRows: Story = {
  render: () => (
    <div style={{ display: 'grid', blockSize: 320, inlineSize: 480 }}>
      <Parcels rows={MANY} isVirtual />
    </div>
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByText('Parcel 00003');
    // 320 pixels with rows of 36, and some beyond the edge.
    await expect(canvas.getAllByRole('row').length).toBeLessThan(60);
    const widths = canvas.getAllByRole('columnheader').map((header) => header.getBoundingClientRect().width);
    await expect(widths.reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(480);
  },
};

interface DemoLayer {
  id: string;
  name: string;
  below?: readonly DemoLayer[];
}
function Layers() {
  const [layers, setLayers] = useState<readonly DemoLayer[]>([
    { id: 'points', name: 'Points' },
    { id: 'lines', name: 'Lines' },
    { id: 'areas', name: 'Areas' },
  ]);
  return (
    <Tree
      label="Layers"
      items={layers}
      itemId={({ id }) => id}
      itemText={({ name }) => name}
      row={({ name }) => (
        <>
          <span style={{ flex: 1 }}>{name}</span>
          <IconButton size="s" label={`Hide ${name}`} icon={<Eye />} />
        </>
      )}
      onMove={([id], place) => {
        const moved = layers.filter((layer) => layer.id === id);
        const rest = layers.filter((layer) => layer.id !== id);
        const at = rest.findIndex((layer) => layer.id === place.id) + (place.position === 'after' ? 1 : 0);
        setLayers([...rest.slice(0, at), ...moved, ...rest.slice(at)]);
      }}
    />
  );
}

export const OrderedByKeyboard: Story = {
  render: () => (
    <div style={{ inlineSize: 280 }}>
      <Layers />
    </div>
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const names = () => canvas.getAllByRole('row').map((row) => row.textContent);
    await expect(names()).toEqual(['Points', 'Lines', 'Areas']);
    await userEvent.tab();
    // The first key loads what sorting needs; the focus stays where it was.
    await canvas.findByRole('button', { name: 'Move Points' });
    await waitFor(() => expect(canvas.getByRole('row', { name: 'Points' })).toHaveFocus());
    await userEvent.keyboard('{ArrowRight}');
    await expect(canvas.getByRole('button', { name: 'Move Points' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await waitFor(() => expect(names()).not.toEqual(['Points', 'Lines', 'Areas']));
  },
};

export const Nested: Story = {
  render: () => (
    <Tree<DemoLayer>
      label="Groups"
      items={[
        { id: 'base', name: 'Base', below: [{ id: 'sea', name: 'Sea' }] },
        { id: 'parcels', name: 'Parcels' },
      ]}
      itemId={({ id }) => id}
      itemText={({ name }) => name}
      childrenOf={({ below }) => below}
      row={({ name }) => name}
      selection="single"
    />
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvas.queryByRole('row', { name: 'Sea' })).toBeNull();
    await userEvent.tab();
    await userEvent.keyboard('{ArrowRight}');
    await expect(await canvas.findByRole('row', { name: 'Sea' })).toBeVisible();
  },
};
