import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import type { FileCount, ObjectType } from '#core/protocol';
import { desk, field, object } from '#core/testing';
import { Deletion, DELETION } from '../model/deletion.ts';
import DeleteDialog from './DeleteDialog.tsx';

const TYPES = [
  {
    name: 'parcel',
    title: { en: 'Parcel', it: 'Particella' },
    fields: [field('number', { title: { en: 'Number', it: 'Numero' } })],
  },
] as unknown as ObjectType[];
const parcels = Array.from({ length: 14 }, (_, i) =>
  object(
    `018f3a52-0000-7000-8000-0000000000${10 + i}`,
    {
      type: 'Polygon',
      coordinates: [
        [
          [12.61, 42.94],
          [12.611, 42.94],
          [12.611, 42.941],
          [12.61, 42.94],
        ],
      ],
    },
    { typeName: 'parcel', properties: { number: `${i + 112}/A` } },
  ),
);

/** The objects to delete, and the server's count of their files. */
function deleting(count: number, attached: () => Promise<FileCount>) {
  return {
    services: (container: Container) => {
      const { project } = desk(parcels, TYPES);
      const deletion = new Deletion(attached, { change: () => Promise.resolve(true) });
      const skipped = count > 1 ? { count: 2, reason: 'selection:problem.locked' } : undefined;
      deletion.ask({ project, objects: parcels.slice(0, count), isLoaded: true, skipped });
      container.bind(DELETION).toConstantValue(deletion);
    },
  };
}

const meta: Meta = {
  title: 'Modifying/Delete',
  parameters: { namespaces: ['modify', 'selection'] },
  render: () => <DeleteDialog />,
};
export default meta;
type Story = StoryObj;

const files = (photos: number, documents: number) => () =>
  Promise.resolve({ photos, documents, keptDays: 30 });
export const OneObject: Story = { parameters: deleting(1, files(3, 1)) };
export const ManyObjects: Story = {
  parameters: deleting(12, files(0, 1)),
  globals: { language: 'it', theme: 'dark' },
};
export const ServerAway: Story = {
  parameters: deleting(1, () => Promise.reject(new Error('away'))),
};
