import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BehaviorSubject } from 'rxjs';
import { afterEach, describe, expect, it } from 'vitest';
import { loadProjections, project as inCrs } from '#core/geodesy';
import { ServicesProvider } from '#core/react';
import { SETTINGS } from '#core/settings';
import { planeIn } from '#core/sketch';
import { desk, drawingOn, servicesOf } from '#core/testing';
import { TOOLS } from '#core/tools';
import { EntryPanel } from './EntryPanel.tsx';

afterEach(cleanup);

const CRS = 'EPSG:32633';
/** Easting and northing. */
const START = [305_000, 4_757_000] as const;

async function opened() {
  await loadProjections();
  const context = desk([]);
  context.settings.set('measureCRS', CRS);
  context.settings.set('workingCrs', CRS);
  const { session, finished } = drawingOn(context, { metric: () => planeIn(CRS) });
  const active = { id: 'line', session };
  const container = await servicesOf(
    ['draw'],
    [
      [SETTINGS, context.settings],
      [TOOLS, { active, active$: new BehaviorSubject(active) }],
    ],
  );
  render(
    <ServicesProvider container={container}>
      <EntryPanel />
    </ServicesProvider>,
  );
  return { session, finished, user: userEvent.setup() };
}

describe('Exact values', () => {
  it('adds segment after segment by keyboard, in the plane it names, and finishes', async () => {
    const { session, finished, user } = await opened();
    await user.type(screen.getByLabelText(/^Coordinates/), `${START.join(' ')}{Enter}`);
    expect(screen.getByText(`In the plane of ${CRS}`)).toBeDefined();
    await user.click(screen.getByLabelText('Distance'));
    await user.keyboard('30{Tab}90{Enter}40{Tab}180{Enter}');
    const [east, north] = START;
    // 30 m to grid east, then 40 m to grid south.
    const placed = session.path.vertices.map((vertex) => inCrs(CRS, vertex));
    for (const [i, at] of [
      [east, north],
      [east + 30, north],
      [east + 30, north - 40],
    ].entries()) {
      expect(placed[i]![0]).toBeCloseTo(at[0]!, 4);
      expect(placed[i]![1]).toBeCloseTo(at[1]!, 4);
    }
    await user.keyboard('{Enter}');
    expect(finished).toHaveLength(1);
  });

  it('reports what cannot be read, and adds nothing', async () => {
    const { session, user } = await opened();
    await user.type(screen.getByLabelText(/^Coordinates/), `${START.join(' ')}{Enter}`);
    await user.click(screen.getByLabelText('Distance'));
    await user.keyboard('thirty{Tab}90{Enter}');
    expect(screen.getByText('Not a valid length. Enter it like 12.50 m.')).toBeDefined();
    expect(session.path.vertices).toHaveLength(1);
  });
});
