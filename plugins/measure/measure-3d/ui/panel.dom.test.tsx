import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { ServicesProvider } from '#core/react';
import { SETTINGS } from '#core/settings';
import { desk, servicesOf } from '#core/testing';
import { GROUND } from '#plugins/globe/map-3d/api';
import { SPACE_MEASURES } from '../model/measures.ts';
import Panel from './Panel.tsx';
import { HILL, measuresOver } from './testing/hill.ts';

afterEach(cleanup);

async function shown() {
  const measures = measuresOver(HILL);
  const { settings } = desk();
  const container = await servicesOf(
    ['measure-3d'],
    [
      [SETTINGS, settings],
      [SPACE_MEASURES, measures],
      [GROUND, HILL],
    ],
  );
  render(
    <ServicesProvider container={container}>
      <Panel />
    </ServicesProvider>,
  );
  return { measures, settings, user: userEvent.setup() };
}

describe('The panel of 3D measurements', () => {
  it('draws a profile; arrow keys move along it, mark the position on the globe and read it out', async () => {
    const { measures, user } = await shown();
    measures.add('profile', [[0, 0], [0.001, 0]], false); // prettier-ignore
    const chart = await screen.findByRole('img', { name: /^Profile/ });
    // The wire hangs at half of the way: 48 + (320 − 48 − 10) / 2 pixels.
    expect(Number(chart.querySelector('circle')!.getAttribute('cx'))).toBeCloseTo(179, 6);
    chart.focus();
    await user.keyboard('{ArrowRight}');
    // The top of the hill: 100 m and 40 m.
    expect(measures.pointed).toEqual([0, 0, 140]);
    expect(screen.getByText('At 0.000 m: 140.000 m')).toBeDefined();
    await user.keyboard('{ArrowRight}');
    expect(measures.pointed![0]).toBeGreaterThan(0);
    await user.tab();
    expect(measures.pointed).toBeUndefined();
  });

  it('computes volumes again over another base', async () => {
    const { measures, user } = await shown();
    const square = [[-0.0001, -0.0001], [0.0001, -0.0001], [0.0001, 0.0001], [-0.0001, 0.0001]] as [number, number][]; // prettier-ignore
    measures.add('volume', square, false);
    const net = () => measures.list[0]!.reading?.values.find(({ quantity }) => quantity === 'net')?.amount;
    await expect.poll(net).toBeDefined();
    const before = net()!;
    await user.type(screen.getByLabelText(/^Base of volumes/), '100');
    await user.tab();
    // All of it is above 100 m; over the plane of its outline only the top is.
    await expect.poll(net).toBeGreaterThan(10 * before);
  });

  it('follows a change of the units of the project, in its list and in its fields', async () => {
    const { measures, settings } = await shown();
    measures.add('distance', [[0, 0, 10], [0, 0, 35]], false); // prettier-ignore
    expect(await screen.findByText(/25\.000\sm/)).toBeDefined();
    act(() => settings.set('units', { ...settings.get('units'), lengthUnit: 'ft', lengthDigits: 2 }));
    // 25 m ÷ 0.3048.
    expect(screen.getByText(/82\.02\sft/)).toBeDefined();
    expect(screen.queryByText('m')).toBeNull();
    expect(screen.getAllByText('ft')).toHaveLength(4);
  });

  it('removes one measurement, and all', async () => {
    const { measures, user } = await shown();
    measures.add('distance', [[0, 0, 10], [0, 0, 35]], false); // prettier-ignore
    await user.click(await screen.findByRole('button', { name: /^Remove Measure a distance/ }));
    expect(measures.list).toEqual([]);
    expect(screen.getByText('No measurements on the globe')).toBeDefined();
  });
});
