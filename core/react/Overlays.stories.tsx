import type { Meta, StoryObj } from '@storybook/react-vite';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import { TOASTS } from '#core/toasts';
import { AlertDialog, Dialog, Menu, Popover } from './lazy-components.tsx';
import { Button } from './Button.tsx';
import { IconButton } from './IconButton.tsx';
import { useService } from './services.tsx';
import { TextField } from './TextField.tsx';
import { ToastRegion } from './ToastRegion.tsx';

const meta: Meta = { title: 'Core/Overlays' };
export default meta;
type Story = StoryObj;

function Rename() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>Rename</Button>
      <Dialog
        title="Rename project"
        isOpen={open}
        onClose={() => setOpen(false)}
        size="s"
        footer={
          <>
            <Button onPress={() => setOpen(false)}>Cancel</Button>
            <Button variant="primary" onPress={() => setOpen(false)}>
              Rename
            </Button>
          </>
        }
      >
        <TextField label="Name" defaultValue="Bridge over the Orcia" autoFocus />
      </Dialog>
    </>
  );
}

export const DialogReturnsTheFocus: Story = {
  render: () => <Rename />,
  play: async ({ canvasElement }) => {
    const opener = within(canvasElement).getByRole('button', { name: 'Rename' });
    await userEvent.click(opener);
    const dialog = await within(document.body).findByRole('dialog', { name: 'Rename project' });
    await expect(within(dialog).getByLabelText('Name')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(within(document.body).queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(opener).toHaveFocus());
  },
};

function Delete({ onAction }: { onAction: () => Promise<void> }) {
  const [open, setOpen] = useState(true);
  return (
    <AlertDialog
      title="Delete project?"
      isOpen={open}
      onClose={() => setOpen(false)}
      action="Delete project"
      onAction={onAction}
    >
      <p>
        “Bridge over the Orcia” goes with its 1,204 objects, for all of its members. It cannot be undone here.
      </p>
    </AlertDialog>
  );
}

export const DeletingStartsOnCancelAndShowsRefusals: Story = {
  render: () => (
    <Delete onAction={() => Promise.reject(new Error('The project was changed by someone else.'))} />
  ),
  play: async () => {
    const dialog = await within(document.body).findByRole('alertdialog');
    await expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete project' }));
    await expect(await within(dialog).findByRole('alert')).toHaveTextContent('changed by someone else');
  },
};

const rename = fn();
export const MenuByKeyboard: Story = {
  render: () => (
    <Menu
      label="Project"
      trigger={<IconButton label="Actions" icon={<Ellipsis />} />}
      entries={[
        { id: 'rename', title: 'Rename', keys: 'F2', onAction: rename },
        { id: 'members', title: 'Members', detail: '3 people' },
        'separator',
        {
          id: 'theme',
          title: 'Theme',
          selected: 'light',
          onSelect: fn(),
          choices: [
            { id: 'light', title: 'Light' },
            { id: 'dark', title: 'Dark' },
          ],
        },
        'separator',
        { id: 'delete', title: 'Delete', danger: true },
      ]}
    />
  ),
  play: async () => {
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    const menu = await within(document.body).findByRole('menu');
    await waitFor(() => expect(within(menu).getByRole('menuitem', { name: /Rename/ })).toHaveFocus());
    await expect(within(menu).getByRole('menuitemradio', { name: 'Light' })).toBeChecked();
    await userEvent.keyboard('{Enter}');
    await expect(rename).toHaveBeenCalled();
    await waitFor(() => expect(within(document.body).getByRole('button', { name: 'Actions' })).toHaveFocus());
  },
};

export const PopoverClosesByEsc: Story = {
  render: () => (
    <Popover label="Style" trigger={<Button>Style</Button>}>
      <TextField label="Width" defaultValue="2" />
    </Popover>
  ),
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Style' }));
    await within(document.body).findByRole('dialog', { name: 'Style' });
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(within(document.body).queryByRole('dialog')).toBeNull());
  },
};

const undo = fn();
function ToastButton() {
  const toasts = useService(TOASTS);
  return (
    <>
      <Button
        onPress={() => {
          toasts.show('success', 'Copied.');
          toasts.show('error', 'The server cannot be reached; your changes are kept and sent later.');
          toasts.show('info', '12 objects deleted.', { title: 'Undo', run: undo });
        }}
      >
        Tell
      </Button>
      <ToastRegion />
    </>
  );
}

export const MessagesAreReadAndActedOn: Story = {
  render: () => <ToastButton />,
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Tell' }));
    const region = await within(document.body).findByRole('region', { name: /Messages/ });
    await within(region).findByText(/cannot be reached/);
    await userEvent.click(within(region).getByRole('button', { name: 'Undo' }));
    await expect(undo).toHaveBeenCalledOnce();
    await waitFor(() => expect(within(region).queryByText('12 objects deleted.')).toBeNull());
  },
};
