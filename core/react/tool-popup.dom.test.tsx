import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { servicesOf } from '#core/testing';
import { ServicesProvider } from './services.tsx';
import { ToolPopup } from './ToolPopup.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function shown(isNarrow: boolean, isOptional = false) {
  const list = { matches: isNarrow, addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('matchMedia', () => list);
  render(
    <ServicesProvider container={await servicesOf(['core'], [])}>
      <ToolPopup title="Rotate" aside="2 objects" onEscape={() => undefined} isOptional={isOptional}>
        <input aria-label="Angle" />
      </ToolPopup>
    </ServicesProvider>,
  );
}

it('can be folded on a phone, and keeps what was typed', async () => {
  await shown(true);
  const user = userEvent.setup();
  await user.type(screen.getByRole('textbox', { name: 'Angle' }), '12');
  await user.click(screen.getByRole('button', { name: 'Collapse Rotate' }));
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Expand Rotate' }));
  expect(screen.getByRole('textbox')).toHaveProperty('value', '12');
});

it('starts folded on a phone if its values are usually right', async () => {
  await shown(true, true);
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.getByRole('button', { name: 'Expand Rotate' })).toBeDefined();
});

it('cannot be folded where there is room', async () => {
  await shown(false);
  expect(screen.queryByRole('button')).toBeNull();
});
