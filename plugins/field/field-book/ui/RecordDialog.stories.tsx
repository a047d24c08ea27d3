import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test';
import type { FieldBookRecord } from '#core/protocol';
import { BOOK_DESK, type BookDesk } from '../model/book-desk.ts';
import { RecordDialog } from './RecordDialog.tsx';

const record: FieldBookRecord = {
  ordinal: 4,
  kind: 'observation',
  line: 13,
  used: true,
  original: null,
  changedAt: null,
  changedBy: null,
  name: '100',
  purpose: 'sideshot',
  face: 1,
  circle: 94.5,
  zenith: 90,
  slope: 25.594,
  horizontal: null,
  vertical: null,
  targetHeight: 1.6,
  instrumentHeight: null,
  prism: null,
  ppm: null,
  backsight: null,
  azimuth: null,
  east: null,
  north: null,
  height: null,
  code: 'TREE',
};
const correct = fn(() => Promise.resolve());
const desk = { correct } as unknown as BookDesk;

const meta = {
  component: RecordDialog,
  parameters: {
    namespaces: ['field-book'],
    services: (container: Container) => container.bind(BOOK_DESK).toConstantValue(desk),
  },
  args: { record, unit: 'dms', onClose: fn() },
} satisfies Meta<typeof RecordDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

export const AsRead: Story = {
  async play({ args }) {
    const circle = await screen.findByRole('textbox', { name: 'Horizontal circle' });
    await expect(circle).toHaveValue('94°30′00.0″');
    await userEvent.clear(circle);
    await userEvent.type(circle, '12 60 00');
    await expect(await screen.findByText(/Type an angle from 0 to 360/)).toBeInTheDocument();
    await expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
    await userEvent.clear(circle);
    await userEvent.type(circle, '12 30 00');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(args.onClose).toHaveBeenCalled());
    await expect(correct).toHaveBeenCalledWith(4, { set: { circle: 12.5 }, used: true });
  },
};

export const Unchanged: Story = {
  async play({ args }) {
    correct.mockClear();
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
    await waitFor(() => expect(args.onClose).toHaveBeenCalled());
    await expect(correct).not.toHaveBeenCalled();
  },
};

export const Corrected: Story = {
  args: {
    record: {
      ...record,
      original: { ...record, slope: 35.594 },
      changedAt: '2026-05-04T10:00:00Z',
      changedBy: 'Anna',
    },
  },
  async play() {
    const said = await screen.findByText(/The file says 35.59400\sm/);
    // The dialog fades in.
    await waitFor(() => expect(said).toBeVisible());
    await expect(screen.getByText(/corrected by Anna/)).toBeVisible();
    await expect(screen.getByRole('button', { name: 'Restore what the file says' })).toBeVisible();
  },
};
