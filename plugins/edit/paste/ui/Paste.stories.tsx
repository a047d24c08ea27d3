import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import type { ObjectType } from '#core/protocol';
import { desk, performsAtOnce } from '#core/testing';
import { Paste, PASTE } from '../model/paste.ts';
import PasteDialog from './PasteDialog.tsx';

const TYPES = [
  { name: 'tree', title: { en: 'Tree', it: 'Albero' }, geometryType: 'Point', fields: [] },
] as unknown as ObjectType[];

function pasted(text: string) {
  return {
    services: (container: Container) => {
      const { project } = desk([], TYPES);
      const paste = new Paste({
        projects: { current: project },
        selection: { set: () => undefined },
        views: { active: undefined },
        isLocked: () => false,
        newValues: performsAtOnce,
      });
      void paste.open(() => Promise.resolve(text));
      container.bind(PASTE).toConstantValue(paste);
    },
  };
}

const meta: Meta = {
  title: 'Paste/Dialog',
  parameters: { namespaces: ['paste'] },
  render: () => <PasteDialog />,
};
export default meta;
type Story = StoryObj;

export const Empty: Story = { parameters: pasted('') };
export const WithLosses: Story = {
  parameters: pasted(
    '{"type":"Feature","geometry":{"type":"Point","coordinates":[12.61,42.94]},"properties":{"typeName":"tree","colour":"green"}}',
  ),
};
export const WithoutType: Story = {
  parameters: pasted('POINT (12.61 42.94)\nPOINT (12.62 42.95)'),
  globals: { language: 'it', theme: 'dark' },
};
export const Refused: Story = { parameters: pasted('POINT (500000 4600000)') };
