import type { Meta, StoryObj } from '@storybook/react-vite';
import { desk, drawingOn } from '#core/testing';
import Fields from './Fields.tsx';

/** The fields beside a line with one segment. */
function AtTheCursor() {
  const context = desk();
  const { session, pointer } = drawingOn(context);
  pointer.click(500, 500).click(600, 480);
  const nothing = () => undefined;
  return <Fields session={session} view={context.view} onClose={nothing} />;
}

const meta: Meta = {
  title: 'Exact values/At the cursor',
  parameters: { namespaces: ['drafting'] },
  render: () => <AtTheCursor />,
};
export default meta;
type Story = StoryObj;

export const SecondLeg: Story = {};
export const InItalian: Story = { globals: { language: 'it', theme: 'dark' } };
