import { act, cleanup, render, screen } from '@testing-library/react';
import { Container } from 'inversify';
import { Link, MemoryRouter, Navigate, useLocation } from 'react-router-dom';
import { BehaviorSubject, of } from 'rxjs';
import { afterEach, expect, it } from 'vitest';
import { HOST } from '#core/plugin';
import { ServicesProvider } from '#core/react';
import { SETTINGS } from '#core/settings';
import { useFirstMap } from './useFirstMap.ts';

afterEach(cleanup);

function Opened() {
  const to = useFirstMap('7');
  const { pathname, search } = useLocation();
  if (to) return <Navigate to={to} replace />;
  return (
    <>
      <output>{pathname + search}</output>
      <Link to="/draw/7">To the flat map</Link>
    </>
  );
}

function shownAt(address: string, first: '2d' | '3d', viewers = ['2d', '3d']): () => string {
  const offered = viewers.map((viewer) => ({ viewer }));
  const container = new Container();
  container.bind(HOST).toConstantValue({ contributions: () => of(offered), current: () => offered } as never);
  const value$ = new BehaviorSubject(first);
  container.bind(SETTINGS).toConstantValue({ get: () => first, observe: () => value$ } as never);
  render(
    <MemoryRouter initialEntries={[address]}>
      <ServicesProvider container={container}>
        <Opened />
      </ServicesProvider>
    </MemoryRouter>,
  );
  return () => screen.getByRole('status').textContent;
}

it('opens a project on the globe when the settings say so, and lets people switch to the flat map', () => {
  const shown = shownAt('/draw/7', '3d');
  expect(shown()).toBe('/draw/7/3d');
  act(() => screen.getByRole('link').click());
  expect(shown()).toBe('/draw/7');
});

it.each([
  ['/draw/7', '2d', '/draw/7/3d'],
  ['/draw/7/?at=17/42.9/12.6', '2d', '/draw/7/3d?at=17/42.9/12.6'],
  ['/draw/7', '3d', '/draw/7/3d'],
] as const)('opens %s on the globe for who may not use the flat map', (address, first, shown) => {
  expect(shownAt(address, first, ['3d'])()).toBe(shown);
});

it.each([
  ['a place', '/draw/7?at=17/42.9/12.6', '3d', ['2d', '3d']],
  ['a tool', '/draw/7/2dmeasures/area', '3d', ['2d', '3d']],
  ['nothing, for who wants the flat map', '/draw/7', '2d', ['2d', '3d']],
  ['nothing, for who may not see the globe', '/draw/7', '3d', ['2d']],
] as const)('opens what names %s where it is', (_, address, first, viewers) => {
  expect(shownAt(address, first, [...viewers])()).toBe(address);
});
