import { act, cleanup, render, waitFor } from '@testing-library/react';
import { Container } from 'inversify';
import { useLayoutEffect } from 'react';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { BehaviorSubject, of } from 'rxjs';
import { afterEach, describe, expect, it } from 'vitest';
import { HOST } from '#core/plugin';
import { ServicesProvider } from '#core/react';
import { TOOLS } from '#core/tools';
import { MAPS } from '../api.ts';
import { Address } from './Address.tsx';

afterEach(cleanup);

const SELECT = { id: 'select', viewer: '2d', group: 'select', route: 'select' };
const AREA = { id: 'area', viewer: '2d', group: 'measure', route: '2dmeasures/area' };
const DISTANCE = { id: 'distance', viewer: '2d', group: 'measure', route: '2dmeasures/distance' };

/** A workspace at `path` with the select tool active; `atPath` is called after a path was shown. */
function workspaceAt(path: string, atPath: (path: string) => void = () => undefined) {
  window.history.replaceState({}, '', path);
  const active$ = new BehaviorSubject(SELECT);
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
  const offered = [SELECT, AREA, DISTANCE];
  const container = new Container();
  container.bind(HOST).toConstantValue({ contributions: () => of(offered), current: () => offered } as never);
  container.bind(TOOLS).toConstantValue(tools as never);
  container.bind(MAPS).toConstantValue({ current$: of(undefined), current: undefined, addressOf: () => '' });
  function Shown() {
    const { pathname } = useLocation();
    useLayoutEffect(() => atPath(pathname), [pathname]);
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
  return { asked: requests, take: (tool: typeof SELECT) => active$.next(tool) };
}

describe('The address of the workspace', () => {
  it('activates the tool that it names', () => {
    const { asked: requests } = workspaceAt('/draw/1/2dmeasures/distance');
    expect(requests).toEqual(['distance']);
  });

  it('follows the active tool without activating it again', async () => {
    const { asked: requests, take } = workspaceAt('/draw/1');
    act(() => take(AREA));
    await waitFor(() => expect(window.location.pathname).toBe('/draw/1/2dmeasures/area'));
    act(() => take(SELECT));
    await waitFor(() => expect(window.location.pathname).toBe('/draw/1'));
    expect(requests).toEqual([]);
  });

  it('does not restore an earlier tool when another is activated while an earlier address is still being shown', async () => {
    let quick = false;
    const { asked: requests, take } = workspaceAt('/draw/1', (path) => {
      if (quick && path === '/draw/1') take(DISTANCE);
    });
    act(() => take(AREA));
    quick = true;
    act(() => take(SELECT));
    await waitFor(() => expect(window.location.pathname).toBe('/draw/1/2dmeasures/distance'));
    expect(requests).toEqual([]);
  });
});
