import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, userEvent, within } from 'storybook/test';
import { Checkbox } from './Checkbox.tsx';
import { ComboBox, Select, Slider } from './lazy-components.tsx';
import { RadioGroup } from './RadioGroup.tsx';
import type { Option } from './option.tsx';
import { Switch } from './Switch.tsx';

const meta: Meta = { title: 'Core/Choices' };
export default meta;
type Story = StoryObj;

const column = { display: 'grid', gap: 16, maxInlineSize: 320 } as const;
const CRS: readonly Option[] = [
  { value: 'EPSG:7791', title: 'RDN2008 / UTM zone 32N', detail: 'EPSG:7791' },
  { value: 'EPSG:7792', title: 'RDN2008 / UTM zone 33N', detail: 'EPSG:7792' },
  { value: 'EPSG:3003', title: 'Monte Mario / Italy zone 1', detail: 'EPSG:3003' },
];

function ChooseUnit() {
  const [unit, setUnit] = useState<string | null>('degree');
  return (
    <Select
      label="Angle unit"
      options={[
        { value: 'degree', title: 'Degree' },
        { value: 'gradian', title: 'Gradian' },
        { value: 'radian', title: 'Radian' },
      ]}
      value={unit}
      onChange={setUnit}
    />
  );
}
function ChooseCrs({ remote }: { remote?: boolean }) {
  const [crs, setCrs] = useState<string | null>(null);
  const find = (text: string) =>
    Promise.resolve(
      CRS.filter(({ title, value }) => `${title} ${value}`.toLowerCase().includes(text.toLowerCase())),
    );
  return (
    <>
      <ComboBox
        label="Reference system"
        value={crs}
        onChange={setCrs}
        {...(remote ? { find } : { options: CRS })}
      />
      <output data-testid="crs">{crs}</output>
    </>
  );
}

export const All: Story = {
  render: () => (
    <div style={column}>
      <ChooseUnit />
      <ChooseCrs />
      <Checkbox defaultSelected description="Vertices and edges of what is there attract the pointer.">
        Snapping
      </Checkbox>
      <Checkbox isIndeterminate>Some of them</Checkbox>
      <Checkbox isDisabled>Not now</Checkbox>
      <Switch defaultSelected description="Changes are sent by themselves.">
        Autosave
      </Switch>
      <Switch>Off</Switch>
      <RadioGroup
        label="Theme"
        defaultValue="auto"
        options={[
          { value: 'auto', title: 'System' },
          { value: 'light', title: 'Light' },
          { value: 'dark', title: 'Dark' },
        ]}
      />
      <Slider
        label="Opacity"
        defaultValue={0.6}
        minValue={0}
        maxValue={1}
        step={0.05}
        formatOptions={{ style: 'percent' }}
      />
    </div>
  ),
};

export const SelectByKeyboard: Story = {
  render: () => <ChooseUnit />,
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole('button');
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    const list = await within(document.body).findByRole('listbox');
    await expect(within(list).getByRole('option', { name: 'Degree' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect(within(canvasElement).getByRole('button')).toHaveTextContent('Gradian');
  },
};

export const FoundElsewhere: Story = {
  render: () => <ChooseCrs remote />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(await canvas.findByRole('combobox'), '7792');
    const option = await within(document.body).findByRole('option', { name: /zone 33N/ });
    await userEvent.click(option);
    await expect(canvas.getByTestId('crs')).toHaveTextContent('EPSG:7792');
  },
};

export const SliderByKeyboard: Story = {
  render: () => (
    <Slider
      label="Opacity"
      defaultValue={0.5}
      minValue={0}
      maxValue={1}
      step={0.1}
      formatOptions={{ style: 'percent' }}
    />
  ),
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole('slider');
    await userEvent.tab();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    // 50 % and two steps of 10 %
    await expect(within(canvasElement).getByRole('slider')).toHaveAttribute('aria-valuetext', '70%');
  },
};
