import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { DEFAULT_FORMAT } from '#core/protocol';
import { SETTINGS } from '#core/settings';
import { desk, servicesOf } from '#core/testing';
import { LengthField } from './LengthField.tsx';
import { ServicesProvider } from './services.tsx';

afterEach(cleanup);

it('shows and accepts metres in the unit of the project, and follows it', async () => {
  const { settings } = desk();
  const units = (lengthUnit: 'm' | 'ft' | 'km') =>
    settings.set('units', { ...DEFAULT_FORMAT, angleUnit: 'degree', lengthUnit });
  units('ft');
  const changed = vi.fn<(metres: number | undefined) => void>();
  function Height() {
    const [value, setValue] = useState<number | undefined>(3.048);
    const change = (next: number | undefined) => {
      changed(next);
      setValue(next);
    };
    return <LengthField label="Height" value={value} onChange={change} min={0} max={30.48} />;
  }
  const container = await servicesOf(['core'], [[SETTINGS, settings]]);
  render(
    <ServicesProvider container={container}>
      <Height />
    </ServicesProvider>,
  );
  const user = userEvent.setup();
  const field = () => screen.getByLabelText<HTMLInputElement>('Height');
  expect(field().value).toBe('10');
  expect(screen.getByText('ft')).toBeDefined();
  await user.clear(field());
  await user.type(field(), '20');
  // 20 × 0.3048 m.
  expect(changed.mock.lastCall![0]).toBeCloseTo(6.096, 12);
  await user.keyboard('0');
  expect(screen.getByText('Enter a number between 0 and 100.')).toBeDefined();
  expect(changed.mock.lastCall![0]).toBeCloseTo(6.096, 12);
  act(() => units('km'));
  expect(field().value).toBe('0.006096');
  await user.click(field());
  // A thousandth of a kilometre.
  await user.keyboard('{ArrowUp}');
  expect(changed.mock.lastCall![0]).toBeCloseTo(7.096, 9);
});
