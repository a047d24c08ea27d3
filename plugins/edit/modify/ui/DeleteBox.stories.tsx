import type { Meta, StoryObj } from '@storybook/react-vite';
import type { FileCount, ObjectType } from '#core/protocol';
import { desk, field, object } from '#core/testing';
import { Deletion } from '../model/deletion.ts';
import DeleteBox from './DeleteBox.tsx';

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
function Asked({ count, attached }: { count: number; attached: () => Promise<FileCount> }) {
  const { project } = desk(parcels, TYPES);
  const deletion = new Deletion(attached);
  const skipped = count > 1 ? { count: 2, reason: 'selection:problem.locked' } : undefined;
  deletion.ask({ project, objects: parcels.slice(0, count), skipped });
  return <DeleteBox request={deletion.request!} deletion={deletion} />;
}

const meta: Meta<typeof Asked> = {
  title: 'Modifying/Delete',
  component: Asked,
  parameters: { namespaces: ['modify', 'selection'] },
};
export default meta;
type Story = StoryObj<typeof Asked>;

const files = (photos: number, documents: number) => () =>
  Promise.resolve({ photos, documents, keptDays: 30 });
export const OneObject: Story = { args: { count: 1, attached: files(3, 1) } };
export const ManyObjects: Story = {
  args: { count: 12, attached: files(0, 1) },
  globals: { language: 'it', theme: 'dark' },
};
export const ServerAway: Story = { args: { count: 1, attached: () => Promise.reject(new Error('away')) } };
