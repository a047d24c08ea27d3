import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BehaviorSubject } from 'rxjs';
import { afterEach, describe, expect, it } from 'vitest';
import { ServicesProvider } from '#core/react';
import { servicesOf } from '#core/testing';
import type { GlobeMap } from '#plugins/globe/map-3d/api';
import { seeThrough, Underground, UNDERGROUND } from '../model/underground.ts';
import { Opacity } from './Opacity.tsx';

afterEach(cleanup);

const globe = () => ({ outlook: { groundOpacity: 1 } }) as unknown as GlobeMap;

async function shown() {
  const current$ = new BehaviorSubject<GlobeMap | undefined>(globe());
  const globes = {
    current$,
    get current() {
      return current$.value;
    },
  };
  const underground = new Underground(globes);
  const container = await servicesOf(['globe-views'], [[UNDERGROUND, underground]]);
  render(
    <ServicesProvider container={container}>
      <Opacity />
    </ServicesProvider>,
  );
  return { current$, command: seeThrough(underground, globes), user: userEvent.setup() };
}

describe('The transparent ground', () => {
  it('is switched by the command, and set by the slider, also with keys', async () => {
    const { current$, command, user } = await shown();
    expect(screen.queryByRole('slider')).toBeNull();
    await act(async () => command.run());
    expect(current$.value!.outlook.groundOpacity).toBe(0.4);
    const slider = await screen.findByRole('slider');
    act(() => slider.focus());
    await user.keyboard('{ArrowRight}');
    expect(current$.value!.outlook.groundOpacity).toBeCloseTo(0.45, 9);
    await user.click(screen.getByRole('button'));
    expect(current$.value!.outlook.groundOpacity).toBe(1);
    expect(screen.queryByRole('slider')).toBeNull();
  });

  it('ends with the globe, and says that it needs one', async () => {
    const { current$, command } = await shown();
    await act(async () => command.run());
    act(() => current$.next(undefined));
    expect(screen.queryByRole('slider')).toBeNull();
    expect(command.disabled!()).toBe('reason.no-globe');
    const again = globe();
    act(() => current$.next(again));
    expect(again.outlook.groundOpacity).toBe(1);
    expect(command.disabled!()).toBeUndefined();
  });
});
