import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Container } from 'inversify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { inverse } from '#core/geodesy';
import { I18N, I18nextService } from '#core/i18n';
import { ServicesProvider } from '#core/react';
import { SETTINGS } from '#core/settings';
import { desk, drawingOn } from '#core/testing';
import Fields from './Fields.tsx';

afterEach(cleanup);

async function drawing() {
  const context = desk();
  const { view, settings } = context;
  const finished = vi.fn();
  const i18n = new I18nextService(['en']);
  await i18n.load('drafting', 'core');
  const { session, pointer } = drawingOn(context, { finished });
  pointer.click(500, 500);
  const container = new Container();
  container.bind(I18N).toConstantValue(i18n);
  container.bind(SETTINGS).toConstantValue(settings);
  const closed = vi.fn();
  render(
    <ServicesProvider container={container}>
      <Fields session={session} view={view} onClose={closed} />
    </ServicesProvider>,
  );
  return { session, pointer, finished, closed, user: userEvent.setup() };
}

describe('The fields at the cursor', () => {
  it('set the next vertex to typed values, one after the other, and finish', async () => {
    const { session, finished, user } = await drawing();
    await user.keyboard('120,5{Tab}90{Enter}');
    const [from, to] = session.path.vertices;
    expect(inverse(from!, to!)).toMatchObject({
      distance: expect.closeTo(120.5, 8) as number,
      azimuth: expect.closeTo(90, 8) as number,
    });
    // The next segment starts at the first field again.
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /Distance/ }));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Distance/ }).value).toBe('');
    await user.keyboard('{Enter}');
    expect(finished).toHaveBeenCalledOnce();
  });

  it('accept an angle from the last segment on request', async () => {
    const { session, user } = await drawing();
    await user.keyboard('100{Tab}90{Enter}');
    await user.click(screen.getByRole('button', { name: 'Angle from the last segment' }));
    await user.type(screen.getByRole('textbox', { name: /Distance/ }), '50');
    await user.type(screen.getByRole('textbox', { name: /Deflection/ }), '90{Enter}');
    const [, before, last] = session.path.vertices;
    expect(inverse(before!, last!).azimuth).toBeCloseTo(180, 6);
  });

  it('say when no place matches the values, and add nothing', async () => {
    const { session, user } = await drawing();
    await user.keyboard('10');
    await user.type(screen.getByRole('textbox', { name: /Longitude/ }), '5{Enter}');
    expect(screen.getByRole('status').textContent).toBe('No point matches these values.');
    expect(session.path.vertices).toHaveLength(1);
  });

  it('close on Esc, which releases the locks', async () => {
    const { session, closed, user } = await drawing();
    await user.keyboard('10');
    expect(session.path.locked).toBe(true);
    await user.keyboard('{Escape}');
    expect(session.path.locked).toBe(false);
    expect(closed).toHaveBeenCalledOnce();
  });
});
