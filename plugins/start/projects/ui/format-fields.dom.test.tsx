import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { DEFAULT_FORMAT, type DisplayFormat } from '#core/protocol';
import { ServicesProvider } from '#core/react';
import { servicesOf } from '#core/testing';
import { FormatFields } from './FormatFields.tsx';

afterEach(cleanup);

it('chooses a unit with the decimals usual for it, and other decimals', async () => {
  const changed = vi.fn<(format: DisplayFormat) => void>();
  const shown = () => changed.mock.lastCall?.[0];
  function Fields() {
    const [format, setFormat] = useState(DEFAULT_FORMAT);
    const change = (next: DisplayFormat) => {
      changed(next);
      setFormat(next);
    };
    return <FormatFields format={format} onChange={change} />;
  }
  const container = await servicesOf(['core', 'projects'], []);
  render(
    <ServicesProvider container={container}>
      <Fields />
    </ServicesProvider>,
  );
  const user = userEvent.setup();
  const choose = async (label: RegExp, option: string) => {
    await user.click(await screen.findByRole('button', { name: label }));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  await choose(/Lengths and heights/, 'US survey foot (ftUS)');
  expect(shown()).toEqual({ ...DEFAULT_FORMAT, lengthUnit: 'ftUS', lengthDigits: 2 });
  await choose(/Eastings and northings/, '0.0001');
  expect(shown()?.coordinateDigits).toBe(4);
  expect(screen.queryByRole('button', { name: /Seconds/ })).toBeNull();
  await choose(/Angles/, 'Degrees, minutes, seconds');
  expect(shown()).toMatchObject({ angleUnit: 'dms', angleDigits: 1 });
  expect(screen.getByRole('button', { name: /Seconds rounded to/ })).toBeDefined();
  await choose(/Angles/, 'As each person has set');
  expect(shown()).toMatchObject({ angleUnit: null, angleDigits: null });
});
