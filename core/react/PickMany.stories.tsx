import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { PickMany } from './PickMany.tsx';
import type { Option } from './option.tsx';

const meta: Meta = { title: 'Core/PickMany' };
export default meta;

const PEOPLE: readonly Option[] = ['Anna Bianchi', 'Berta Conti', 'Carlo Dossi'].map((title) => ({
  value: title,
  title,
}));

function Crew() {
  const [chosen, setChosen] = useState<readonly Option[]>([PEOPLE[0]!]);
  const find = (text: string) =>
    Promise.resolve(PEOPLE.filter(({ title }) => title.toLowerCase().includes(text.toLowerCase())));
  return <PickMany label="People" find={find} chosen={chosen} onChange={setChosen} />;
}

export const FoundAndTakenOut: StoryObj = {
  render: () => <Crew />,
  play: async ({ canvasElement, step }) => {
    const canvas = within(canvasElement);
    const list = async () => within(await canvas.findByRole('list', { name: 'Selected: People' }));
    await step('typing finds who is not chosen yet', async () => {
      await userEvent.type(await canvas.findByRole('combobox', { name: 'People' }), 'ar');
      await userEvent.click(await within(document.body).findByRole('option', { name: 'Carlo Dossi' }));
      await expect((await list()).getAllByRole('listitem')).toHaveLength(2);
    });
    await step('what was found is gone, and the next name can be typed', async () => {
      await waitFor(() => expect(within(document.body).queryByRole('option')).toBeNull());
      await expect(canvas.getByRole('combobox', { name: 'People' })).toHaveFocus();
    });
    await step('the cross takes one out', async () => {
      await userEvent.click((await list()).getByRole('button', { name: 'Remove Anna Bianchi' }));
      await expect((await list()).getAllByRole('listitem')).toHaveLength(1);
    });
  },
};
