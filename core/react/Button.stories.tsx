import type { Meta, StoryObj } from '@storybook/react-vite';
import { Plus, Ruler } from 'lucide-react';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import { Button } from './Button.tsx';
import { IconButton } from './IconButton.tsx';
import { Link } from './Link.tsx';
import { Spinner } from './Spinner.tsx';
import { ToggleButton } from './ToggleButton.tsx';
import { Toolbar, ToolbarSeparator } from './Toolbar.tsx';

const meta: Meta<typeof Button> = {
  title: 'Core/Buttons',
  component: Button,
  args: { onPress: fn(), children: 'Create project' },
};
export default meta;
type Story = StoryObj<typeof Button>;

const row = { display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' } as const;

export const Variants: Story = {
  render: (args) => (
    <div style={row}>
      <Button {...args} variant="primary" icon={<Plus />} />
      <Button {...args}>Cancel</Button>
      <Button {...args} variant="quiet">
        More
      </Button>
      <Button {...args} variant="danger">
        Delete project
      </Button>
      <Button {...args} size="s">
        Small
      </Button>
      <Button {...args} isDisabled>
        Disabled
      </Button>
      <Button {...args} isPending>
        Saving
      </Button>
      <Link href="/projectList" button="secondary">
        Projects
      </Link>
      <Link href="/projectList">Projects</Link>
      <Spinner />
    </div>
  ),
};

export const PressedByKeyboard: Story = {
  args: { variant: 'primary' },
  play: async ({ canvasElement, args }) => {
    await userEvent.tab();
    await expect(within(canvasElement).getByRole('button', { name: 'Create project' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await userEvent.keyboard(' ');
    await expect(args.onPress).toHaveBeenCalledTimes(2);
  },
};

export const WorkingTakesNoPress: Story = {
  args: { isPending: true },
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByRole('button'));
    await expect(args.onPress).not.toHaveBeenCalled();
  },
};

export const IconNamesItselfAndItsKey: Story = {
  render: () => (
    <div style={{ padding: 48 }}>
      <IconButton label="Measure distance" keys="D" icon={<Ruler />} />
    </div>
  ),
  play: async () => {
    await userEvent.tab();
    const tip = await within(document.body).findByRole('tooltip');
    await expect(tip).toHaveTextContent('Measure distance');
    await expect(tip).toHaveTextContent('D');
  },
};

export const UnavailableSaysWhy: Story = {
  render: (args) => (
    <div style={{ padding: 48 }}>
      <IconButton
        label="Merge"
        disabledReason="Select two objects of one type."
        icon={<Ruler />}
        onPress={args.onPress}
      />
    </div>
  ),
  play: async ({ canvasElement, args }) => {
    await userEvent.tab();
    const button = within(canvasElement).getByRole('button', { name: /Select two objects/ });
    await expect(button).toHaveFocus();
    await waitFor(() =>
      expect(within(document.body).getByRole('tooltip')).toHaveTextContent('Select two objects'),
    );
    await userEvent.keyboard('{Enter}');
    await expect(args.onPress).not.toHaveBeenCalled();
  },
};

export const ToolbarIsOneStop: Story = {
  render: () => (
    <Toolbar label="Draw">
      <ToggleButton label="Point" icon={<Plus />} keys="1" />
      <ToggleButton label="Line" icon={<Ruler />} keys="2" defaultSelected />
      <ToolbarSeparator />
      <ToggleButton label="Snapping" icon={<Plus />} showLabel />
    </Toolbar>
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.tab();
    await expect(canvas.getByRole('button', { name: 'Point' })).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    await expect(canvas.getByRole('button', { name: 'Snapping' })).toHaveFocus();
    await userEvent.keyboard(' ');
    await expect(canvas.getByRole('button', { name: 'Snapping' })).toHaveAttribute('aria-pressed', 'true');
  },
};
