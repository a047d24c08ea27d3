import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { BehaviorSubject, of } from 'rxjs';
import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '#core/kernel';
import { fetchParts, ServicesProvider } from '#core/react';
import { SESSION } from '#core/session';
import { servicesOf } from '#core/testing';
import { SHOW_SIGNS, type AnnotationSigns } from '#plugins/cloud/cloud-annotate/api';
import { OPEN_LONE_CLOUD, type LoneCloudRequest } from '#plugins/cloud/point-cloud/api';
import { MobileCloudPage } from './MobileCloudPage.tsx';

afterEach(cleanup);

const LINK = '/mobilecloud/c#link=gromalink_secret';

const CRACK = { id: 'crack', title: 'Crack', text: 'Two centimetres', category: 'Damage', updatedBy: 'Ada' };

/** A view of 1,234 points that remembers how its camera was moved. */
function cloudOf(moves: unknown[], taps: ((gesture: unknown) => void)[] = []) {
  const mode$ = new BehaviorSubject('orbit');
  const clouds = [{ state: 'drawn' }];
  const look = { colour: 'rgb' };
  return {
    name: 'Quarry',
    isPlaced: true,
    placeAt: undefined as string | undefined,
    colours: ['rgb', 'height'],
    stage: { clouds, clouds$: of(clouds), look, look$: of(look), change: (by: unknown) => moves.push(by) },
    view: {
      mode$,
      mode: 'orbit',
      crs: 'EPSG:32633',
      unit: 1,
      first: [1, 2, 3, 4],
      camera: {},
      drawn$: of({ points: 1234, spacing: 1 }),
      setMode: (mode: string) => mode$.next(mode),
      fly: (...to: unknown[]) => moves.push(to),
      pan: (...by: unknown[]) => moves.push(by),
      show: () => {},
      listen: (listener: (gesture: unknown) => void) => {
        taps.push(listener);
        return { dispose: () => {} };
      },
      pointAt: () => ({ position: [12, 42, 7] }),
    },
    annotations: () => Promise.resolve([CRACK]),
    annotate: (content: object) => {
      moves.push(content);
      return Promise.resolve({ ...CRACK, ...content, id: 'new' });
    },
    dispose: () => moves.push('disposed'),
  };
}

async function open(path: string, failure?: Error) {
  const asked: LoneCloudRequest[] = [];
  const moves: unknown[] = [];
  const kept: string[] = [];
  const session = { me: undefined, me$: of(undefined), keepRedirection: (to: string) => kept.push(to) };
  const lone = (request: LoneCloudRequest) => {
    asked.push(request);
    return failure ? Promise.reject(failure) : Promise.resolve(() => cloudOf(moves, taps));
  };
  const taps: ((gesture: unknown) => void)[] = [];
  const shown: { title: string }[][] = [];
  let choose: (annotation: unknown) => void = () => {};
  const showSigns = (_view: unknown, chosen: typeof choose): AnnotationSigns => {
    choose = chosen;
    return { show: (list) => void shown.push([...list]), dispose: () => {} };
  };
  await fetchParts();
  const container = await servicesOf(
    ['mobile-cloud', 'point-cloud'],
    [
      [SESSION, session],
      [OPEN_LONE_CLOUD, lone],
      [SHOW_SIGNS, showSigns],
    ],
  );
  render(
    <ServicesProvider container={container}>
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          <Route path="/mobilecloud/:id" element={<MobileCloudPage />} />
          <Route path="/login" element="Sign in" />
        </Routes>
      </MemoryRouter>
    </ServicesProvider>,
  );
  return { user: userEvent.setup(), asked, moves, kept, taps, shown, choose: () => act(() => choose(CRACK)) };
}

describe('A point cloud on a phone', () => {
  it('opens by a link without a session, and shows all of it', async () => {
    const { asked, moves } = await open(LINK);
    await screen.findByText('1,234 points');
    expect(asked).toMatchObject([{ id: 'c', key: 'gromalink_secret' }]);
    expect(moves).toEqual([[[1, 2, 3, 4], { heading: 0, tilt: 45, animate: false }]]);
  });

  it('asks to sign in without a link, and comes back', async () => {
    const { asked, kept } = await open('/mobilecloud/c');
    await screen.findByText('Sign in');
    expect([asked, kept]).toEqual([[], ['/mobilecloud/c']]);
  });

  it.each([
    [401, 'This link no longer opens anything.'],
    [404, 'There is no such point cloud here.'],
    [500, 'The point cloud could not be opened.'],
  ])('says what is wrong when the server answers %i, and why', async (status, title) => {
    await open(LINK, new AppError('http', 'The reason of the server.', { status }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(title);
    expect(alert.textContent).toContain('The reason of the server.');
  });

  it('says so when the graphics card is gone, and opens again when it is given back', async () => {
    const { asked, moves } = await open(LINK);
    await screen.findByText('1,234 points');
    asked[0]!.stopped();
    await screen.findByText(/took the graphics card away/);
    screen.getByRole('application').dispatchEvent(new Event('webglcontextrestored'));
    await screen.findByText('1,234 points');
    expect(asked).toHaveLength(2);
    expect(moves).toContain('disposed');
  });

  it('walks by buttons, which only walking shows', async () => {
    const { user, moves } = await open(LINK);
    await user.click(await screen.findByRole('button', { name: 'Walk' }));
    await user.click(screen.getByRole('button', { name: 'Ahead' }));
    expect(moves.at(-1)).toEqual([0, -1]);
    await user.click(screen.getByRole('button', { name: 'Orbit' }));
    expect(screen.queryByRole('button', { name: 'Ahead' })).toBeNull();
  });

  it('is coloured by what its points have', async () => {
    const { user, moves } = await open(LINK);
    await user.click(await screen.findByRole('button', { name: 'Colour' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Height' }));
    expect(moves.at(-1)).toEqual({ colour: 'height' });
  });

  it('shows the annotations, and keeps one that is written at a tapped point', async () => {
    const { user, moves, taps, shown, choose } = await open(LINK);
    await screen.findByText('1,234 points');
    await waitFor(() => expect(shown.at(-1)).toMatchObject([{ title: 'Crack' }]));
    choose();
    await screen.findByText('Two centimetres');
    await user.click(screen.getByRole('button', { name: 'Annotate' }));
    act(() => taps.at(-1)!({ kind: 'click', pixel: [5, 5] }));
    await user.type(await screen.findByRole('textbox', { name: /Title/ }), 'Leak');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByRole('heading', { name: 'Leak' });
    expect(moves.at(-1)).toEqual({
      title: 'Leak',
      text: '',
      category: '',
      position: [12, 42, 7],
      camera: null,
    });
    expect(shown.at(-1)).toMatchObject([{ title: 'Crack' }, { title: 'Leak' }]);
  });
});
