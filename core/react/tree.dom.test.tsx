import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Button } from './Button.tsx';
import { Popover } from './lazy-components.tsx';
import { servicesOf } from '#core/testing';
import { ServicesProvider } from './services.tsx';
import { Tree } from './Tree.tsx';

afterEach(cleanup);

/** A slow network. */
const slow = vi.hoisted(() => {
  const later = () => {
    let come = (): void => undefined;
    const here = new Promise<void>((resolve) => (come = resolve));
    return { here, come };
  };
  return { box: later(), ordering: later() };
});
vi.mock(import('./Popover.tsx'), async (load) => {
  await slow.box.here;
  return load();
});
vi.mock(import('./OrderedTree.tsx'), async (load) => {
  await slow.ordering.here;
  return load();
});

const LAYERS = ['Points', 'Lines', 'Areas'].map((id) => ({ id }));
const idOf = ({ id }: { id: string }): string => id;

async function list(row: (layer: { id: string }) => ReactNode) {
  render(
    <ServicesProvider container={await servicesOf([], [])}>
      <Tree label="Layers" items={LAYERS} itemId={idOf} itemText={idOf} row={row} onMove={() => undefined} />
    </ServicesProvider>,
  );
}

const inUse = (button: HTMLElement): boolean =>
  button === document.activeElement || button.getAttribute('aria-expanded') === 'true';

// In this order: the code for sorting is loaded once, by the first event of the first test.
describe('A list that can be sorted', () => {
  it('keeps the popover opened by the first tap, although the code for sorting arrives at the same time', async () => {
    await list(({ id }) => (
      <Popover label={`Settings of ${id}`} trigger={<Button>{`Set ${id}`}</Button>}>
        {id}
      </Popover>
    ));
    const button = () => screen.getByRole('button', { name: 'Set Lines', hidden: true });
    await userEvent.click(button());
    // Until it is loaded, its button is expanded and the row is not replaced.
    expect(button().getAttribute('aria-expanded')).toBe('true');
    // Nor is its button, drawn again by the popover, out of use for a moment.
    let wasFree = false;
    const watch = new MutationObserver(() => (wasFree ||= !inUse(button())));
    watch.observe(document.body, { childList: true, subtree: true });
    slow.ordering.come();
    slow.box.come();
    await screen.findByRole('dialog', { name: 'Settings of Lines' });
    watch.disconnect();
    expect(wasFree).toBe(false);
    expect(screen.queryByRole('button', { name: 'Move Lines', hidden: true })).toBeNull();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('keeps the focus on its row when the code for sorting has arrived', async () => {
    await list(idOf);
    const row = () => screen.getByRole('row', { name: 'Lines' });
    row().focus();
    await userEvent.keyboard('{Shift}');
    await screen.findByRole('button', { name: 'Move Lines' });
    await waitFor(() => expect(document.activeElement).toBe(row()));
  });
});
