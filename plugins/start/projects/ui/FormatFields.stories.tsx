import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { DEFAULT_FORMAT, type DisplayFormat } from '#core/protocol';
import { FormatFields } from './FormatFields.tsx';

function Fields({ format }: { format: DisplayFormat }) {
  const [shown, setShown] = useState(format);
  return <FormatFields format={shown} onChange={setShown} />;
}

export default {
  component: Fields,
  parameters: { namespaces: ['projects'] },
} satisfies Meta<typeof Fields>;
type Story = StoryObj<typeof Fields>;

export const Default: Story = { args: { format: DEFAULT_FORMAT } };
export const Feet: Story = {
  args: {
    format: {
      ...DEFAULT_FORMAT,
      lengthUnit: 'ftUS',
      lengthDigits: 2,
      areaUnit: 'acUS',
      areaDigits: 4,
      angleUnit: 'dms',
      angleDigits: 1,
    },
  },
};
