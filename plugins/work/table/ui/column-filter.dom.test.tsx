import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { DEFAULT_FORMAT } from '#core/protocol';
import { fetchParts, ServicesProvider } from '#core/react';
import { SETTINGS } from '#core/settings';
import { desk, servicesOf } from '#core/testing';
import { columnsOf } from '../model/columns.ts';
import { ColumnFilterForm } from './ColumnFilterForm.tsx';

afterEach(cleanup);

it.each([
  ['area', 'ha', 20_000],
  ['perimeter', 'km', 2_000],
] as const)('The filter of the %s is in the unit of the project', async (kind, unit, stored) => {
  const column = columnsOf({ fields: [], geometryType: 'Polygon' }).find((each) => each.kind === kind)!;
  const { settings } = desk();
  settings.set('units', { ...DEFAULT_FORMAT, angleUnit: 'degree', areaUnit: 'ha', lengthUnit: 'km' });
  const container = await servicesOf(['table'], [[SETTINGS, settings]]);
  await fetchParts();
  const onApply = vi.fn();
  render(
    <ServicesProvider container={container}>
      <ColumnFilterForm column={column} filter={{ kind: 'range', from: stored }} onApply={onApply} />
    </ServicesProvider>,
  );
  expect(screen.getByRole('textbox', { name: 'From' })).toHaveProperty('value', '2');
  expect(screen.getAllByText(unit)).toHaveLength(2);
  const user = userEvent.setup();
  await user.type(screen.getByRole('textbox', { name: 'To' }), '3');
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(onApply).toHaveBeenCalledWith({ kind: 'range', from: stored, to: 1.5 * stored });
});
