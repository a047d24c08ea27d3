import { act, cleanup, render, waitFor } from '@testing-library/react';
import { Container } from 'inversify';
import { useLayoutEffect } from 'react';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { BehaviorSubject, of } from 'rxjs';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { I18N, I18nextService } from '#core/i18n';
import { HOST } from '#core/plugin';
import { PROJECTS } from '#core/project';
import { ServicesProvider } from '#core/react';
import { TOASTS, Toasts } from '#core/toasts';
import { TOOLS } from '#core/tools';
import { MAPS } from '../api.ts';
import { Address } from './Address.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const SELECT = { id: 'select', viewer: '2d', group: 'select', route: 'select' };
const AREA = { id: 'area', viewer: '2d', group: 'measure', route: '2dmeasures/area' };
const DISTANCE = { id: 'distance', viewer: '2d', group: 'measure', route: '2dmeasures/distance' };

const i18n = new I18nextService(['en'], () => Promise.resolve({ 'tool.lost': 'Lost with {{plugin}}.' }));
beforeAll(() => i18n.load('map-2d'));

/** A workspace at `path` with the select tool active, or none; `atPath` is called after an address was shown. */
function workspaceAt(
  path: string,
  atPath: (path: string, search: string) => unknown = () => undefined,
  active: typeof SELECT | null = SELECT,
  map?: object,
) {
  window.history.replaceState({}, '', path);
  const active$ = new BehaviorSubject(active);
  const requests: string[] = [];
  const tools = {
    active$,
    get active() {
      return active$.value;
    },
    activate: (id: string) => {
      requests.push(id);
      return Promise.resolve();
    },
  };
  const offered$ = new BehaviorSubject([SELECT, AREA, DISTANCE]);
  const failures$ = new BehaviorSubject<{ plugin: string }[]>([]);
  const host = {
    contributions: () => offered$,
    current: () => offered$.value,
    manifests: [{ id: 'measure', tools: [AREA, DISTANCE] }],
    failures$,
    get failures() {
      return failures$.value;
    },
  };
  const container = new Container();
  container.bind(HOST).toConstantValue(host as never);
  container.bind(TOOLS).toConstantValue(tools as never);
  const project = { archived: false };
  container.bind(PROJECTS).toConstantValue({ current: { project } } as never);
  const toasts = new Toasts();
  container.bind(TOASTS).toConstantValue(toasts);
  container.bind(I18N).toConstantValue(i18n);
  container.bind(MAPS).toConstantValue({ current$: of(map), current: map, addressOf: () => '' } as never);
  function Shown() {
    const { pathname, search } = useLocation();
    useLayoutEffect(() => void atPath(pathname, search), [pathname, search]);
    return null;
  }
  render(
    <BrowserRouter>
      <ServicesProvider container={container}>
        <Shown />
        <Address projectId="1" />
      </ServicesProvider>
    </BrowserRouter>,
  );
  const fail = () => {
    failures$.next([{ plugin: 'measure' }]);
    offered$.next([SELECT]);
  };
  /** The project is archived: the tools that would change it are no longer offered. */
  const archive = () => {
    project.archived = true;
    offered$.next([SELECT]);
  };
  return { toasts, requests, fail, archive, take: (tool: typeof SELECT) => active$.next(tool) };
}

describe('The address of the workspace', () => {
  it('activates the tool that it names', () => {
    const { requests } = workspaceAt('/draw/1/2dmeasures/distance');
    expect(requests).toEqual(['distance']);
  });

  it('follows the active tool without activating it again', async () => {
    const { requests, take } = workspaceAt('/draw/1');
    act(() => take(AREA));
    await waitFor(() => expect(window.location.pathname).toBe('/draw/1/2dmeasures/area'));
    act(() => take(SELECT));
    await waitFor(() => expect(window.location.pathname).toBe('/draw/1'));
    expect(requests).toEqual([]);
  });

  it('does not restore an earlier tool when another is activated while an earlier address is still being shown', async () => {
    let quick = false;
    const { requests, take } = workspaceAt('/draw/1', (path) => {
      if (quick && path === '/draw/1') take(DISTANCE);
    });
    act(() => take(AREA));
    quick = true;
    act(() => take(SELECT));
    await waitFor(() => expect(window.location.pathname).toBe('/draw/1/2dmeasures/distance'));
    expect(requests).toEqual([]);
  });

  it('does not move the map back while an earlier place of it is still being shown', () => {
    vi.useFakeTimers();
    const at = (longitude: number) => ({ center: [longitude, 45], zoom: 17, heading: 0, tilt: 0 });
    const camera$ = new BehaviorSubject(at(9));
    const flights: unknown[] = [];
    const map = {
      kind: '2d',
      camera$,
      get camera() {
        return camera$.value;
      },
      fly: (to: unknown) => flights.push(to),
    };
    /** Until the address has followed. */
    const move = (longitude: number): void => {
      camera$.next(at(longitude));
      vi.advanceTimersByTime(300);
    };
    workspaceAt('/draw/1', (_, search) => search.includes('/9.1/') && move(9.2), SELECT, map);
    act(() => move(9.1));
    expect(window.location.search).toBe('?at=17/45/9.2/0/0');
    expect(flights).toEqual([]);
    // Another address moves it.
    act(() => {
      window.history.replaceState({}, '', '/draw/1?at=17/45/9.3');
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    expect(flights).toEqual([[9.3, 45]]);
  });

  it('stays on the map when the plugin of the tool fails, and selects again', async () => {
    const { fail, take, requests, toasts } = workspaceAt('/draw/1/2dmeasures/distance?at=17/45/9');
    act(() => take(DISTANCE));
    act(() => fail());
    await waitFor(() => expect(window.location.pathname).toBe('/draw/1'));
    expect(window.location.search).toBe('?at=17/45/9');
    expect(toasts.shown.map(({ message }) => message)).toEqual(['Lost with measure.']);
    await waitFor(() => expect(requests.at(-1)).toBe('select'));
  });

  it('stays on the map when the project is archived while a tool is in use', async () => {
    const { archive, take } = workspaceAt('/draw/1/2dmeasures/distance?at=17/45/9');
    act(() => take(DISTANCE));
    act(archive);
    await waitFor(() => expect(window.location.pathname).toBe('/draw/1'));
    expect(window.location.search).toBe('?at=17/45/9');
  });

  it('is not found for a tool that nobody offers', async () => {
    workspaceAt('/draw/1/2dmeasures/nowhere', undefined, null);
    await waitFor(() => expect(window.location.pathname).toBe('/not-found'));
    expect(window.history.state).toMatchObject({ usr: { from: '/draw/1/2dmeasures/nowhere' } });
  });
});
