import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { AppError } from '#core/kernel';
import { Button } from './Button.tsx';
import { Form } from './Form.tsx';
import { TextField } from './TextField.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('A form scrolls its error message into view', async () => {
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView');
  const refuse = () => Promise.reject(new AppError('outgoing', '127.0.0.1 is not on the public internet.'));
  render(
    <Form onSubmit={refuse}>
      <Button type="submit">Add</Button>
    </Form>,
  );
  expect(shown).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button'));
  const alert = await screen.findByText('127.0.0.1 is not on the public internet.');
  expect(shown.mock.contexts).toEqual([alert]);
});

it('A form forgets its error when a field is changed', async () => {
  render(
    <Form onSubmit={() => Promise.reject(new AppError('files', '“..” is not a valid folder.'))}>
      <TextField label="Folder" />
      <Button type="submit">Add</Button>
    </Form>,
  );
  await userEvent.click(screen.getByRole('button'));
  await screen.findByText('“..” is not a valid folder.');
  await userEvent.type(screen.getByRole('textbox'), 'Permits');
  expect(screen.queryByRole('alert')).toBeNull();
});
