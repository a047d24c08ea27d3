import type { Meta, StoryObj } from '@storybook/react-vite';
import { Layers, Plus, Settings } from 'lucide-react';
import { expect, fn, userEvent, within } from 'storybook/test';
import { Badge } from './Badge.tsx';
import { Button } from './Button.tsx';
import { Disclosure } from './Disclosure.tsx';
import { EmptyState } from './EmptyState.tsx';
import { ErrorPanel } from './ErrorPanel.tsx';
import { FileDrop } from './FileDrop.tsx';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import { ICONS } from './icons.ts';
import { Kbd } from './Kbd.tsx';
import { Panel } from './Panel.tsx';
import { ProgressBar } from './ProgressBar.tsx';
import { Skeleton } from './Skeleton.tsx';
import { Tabs } from './Tabs.tsx';

const meta: Meta = { title: 'Core/Places' };
export default meta;
type Story = StoryObj;

const close = fn();
export const DockedPanel: Story = {
  render: () => (
    <div style={{ blockSize: 360, inlineSize: 320, border: '1px solid var(--line)' }}>
      <Panel
        title="Layers"
        icon={<Layers aria-hidden="true" />}
        actions={<IconButton size="s" label="Add layer" icon={<Plus />} />}
        onClose={close}
        footer={<Button size="s">Save style</Button>}
      >
        <Disclosure title="Style" isExpanded>
          <Skeleton lines={3} />
        </Disclosure>
        <Disclosure title="Legend">Parcels</Disclosure>
      </Panel>
    </div>
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvas.queryByText('Parcels')).not.toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Legend' }));
    await expect(canvas.getByText('Parcels')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Close panel' }));
    await expect(close).toHaveBeenCalled();
  },
};

export const TabsByKeyboard: Story = {
  render: () => (
    <Tabs
      label="Administration"
      tabs={[
        { id: 'users', title: 'Users', content: <p>People</p> },
        {
          id: 'roles',
          title: 'Roles',
          icon: <Settings aria-hidden="true" />,
          content: <p>What they may do</p>,
        },
      ]}
    />
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.tab();
    await userEvent.keyboard('{ArrowRight}');
    await expect(canvas.getByRole('tab', { name: 'Roles' })).toHaveAttribute('aria-selected', 'true');
    await expect(canvas.getByRole('tabpanel')).toHaveTextContent('What they may do');
  },
};

export const States: Story = {
  render: () => (
    <div style={{ display: 'grid', gap: 16, maxInlineSize: 440 }}>
      <ProgressBar label="Importing parcels" value={0.42} />
      <ProgressBar label="Connecting" value={undefined} />
      <div style={{ display: 'flex', gap: 8 }}>
        <Badge>Draft</Badge>
        <Badge kind="accent">12</Badge>
        <Badge kind="success">Saved</Badge>
        <Badge kind="warning">3 unsent</Badge>
        <Badge kind="danger">Conflict</Badge>
      </div>
      <ErrorPanel
        title="The projects could not be read."
        error={new Error('The server cannot be reached.')}
        onRetry={fn()}
      />
      <EmptyState icon={<Layers />} title="No layers yet">
        Import a file or draw something.
      </EmptyState>
      <p>
        <Kbd keys="Ctrl+Shift+Z" /> <Kbd keys="?" />
      </p>
    </div>
  ),
};

const files = fn();
export const FilesThatFit: Story = {
  render: () => (
    <FileDrop label="Shapefile (.zip) or GeoJSON" accept={['.zip', '.geojson']} onFiles={files} />
  ),
  play: async ({ canvasElement }) => {
    files.mockClear();
    const input = canvasElement.querySelector('input[type=file]') as HTMLInputElement;
    const zip = new File(['PK'], 'Parcels.ZIP');
    await userEvent.upload(input, zip);
    await expect(files).toHaveBeenCalledWith([zip]);
  },
};

export const IconSet: Story = {
  render: () => (
    <div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, 104px)', gap: 12 }}>
      {Object.keys(ICONS).map((name) => (
        <figure key={name} style={{ display: 'grid', justifyItems: 'center', gap: 4 }}>
          <Icon name={name} size={20} />
          <figcaption className="g-muted">{name}</figcaption>
        </figure>
      ))}
      <figure>
        <Icon name={{ path: 'M4 20 20 4M4 4h16v16' }} size={20} />
        <figcaption className="g-muted">of a plugin</figcaption>
      </figure>
    </div>
  ),
};
