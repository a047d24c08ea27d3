import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { servicesOf } from '#core/testing';
import { Dialog, fetchParts, ServicesProvider } from './index.ts';

afterEach(cleanup);

it('Escape closes a dialog also in the moment in which nothing has the focus', async () => {
  await fetchParts();
  const container = await servicesOf([], []);
  const onClose = vi.fn();
  render(
    <ServicesProvider container={container}>
      <Dialog title="Wells" isOpen onClose={onClose}>
        <p>On</p>
      </Dialog>
    </ServicesProvider>,
  );
  await screen.findByText('On');
  // As when the button that was pressed is replaced.
  (document.activeElement as HTMLElement).blur();
  expect(document.activeElement).toBe(document.body);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledOnce();
});
