import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { within } from 'storybook/test';
import type { ObjectType, Position } from '#core/protocol';
import { bindAll, desk, field, memoryStorage } from '#core/testing';
import { FINISH_DRAW, FinishDraw } from '../model/finish-draw.ts';
import { RecentTypes } from '../model/recent-types.ts';
import FinishDialog from './FinishDialog.tsx';

const PARCEL = {
  name: 'parcel',
  title: { en: 'Parcels', it: 'Particelle' },
  geometryType: 'Polygon',
  fields: [
    field('number', { title: { en: 'Number', it: 'Numero' }, required: true }),
    field('owner', { title: { en: 'Owner', it: 'Proprietario' } }),
  ],
} as unknown as ObjectType;
const FIELD: Position[] = [[12.61, 42.94], [12.612, 42.94], [12.612, 42.942]]; // prettier-ignore

/** A polygon just drawn in a project with these types. */
function drawn(types: readonly ObjectType[], authorizations: readonly string[]) {
  return {
    services: (container: Container) => {
      const { project } = desk([], types);
      const session = { me: { authorizations } } as never;
      const finish = new FinishDraw({} as never, session, new RecentTypes(memoryStorage()));
      void finish.ask({ project, kind: 'ring', vertices: FIELD });
      bindAll(container, [[FINISH_DRAW, finish]]);
    },
  };
}

const meta: Meta = {
  title: 'Drawing/Finish',
  parameters: { namespaces: ['draw'] },
  render: () => <FinishDialog />,
  play: async ({ canvasElement }) => {
    // Its code is loaded on first use.
    await within(canvasElement.ownerDocument.body).findByRole('dialog', {}, { timeout: 10_000 });
  },
};
export default meta;
type Story = StoryObj;

export const AnArea: Story = { parameters: drawn([PARCEL], ['attributes.write']) };
export const NoTypeFits: Story = {
  parameters: drawn([], []),
  globals: { language: 'it', theme: 'dark' },
};
