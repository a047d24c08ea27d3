import { act, cleanup, render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, expect, it } from 'vitest';
import { HOST } from '#core/plugin';
import { ServicesProvider } from '#core/react';
import { servicesOf } from '#core/testing';
import { LAYOUT } from '../api.ts';
import { SplitLayout } from '../model/layout.ts';
import { Panes } from './Panes.tsx';

afterEach(cleanup);

/** How often each map was opened and closed. */
const log: string[] = [];
function mapOf(name: string) {
  return function TestMap() {
    useEffect(() => {
      log.push(`${name} opened`);
      return () => void log.push(`${name} closed`);
    }, []);
    return <output>{name}</output>;
  };
}

it('opens the globe beside the flat map, which keeps its state, and closes it again', async () => {
  const viewers = [viewer('flat', '2d'), viewer('globe', '3d')];
  const maps: Record<string, unknown> = { flat: mapOf('flat'), globe: mapOf('globe') };
  const layout = new SplitLayout();
  const host = { service: (_: string, name: string) => Promise.resolve(maps[name]), report: () => undefined };
  const container = await servicesOf([], [[HOST, host], [LAYOUT, layout]]); // prettier-ignore
  render(
    <ServicesProvider container={container}>
      <Panes viewers={viewers} alone={viewers[0]!} />
    </ServicesProvider>,
  );
  await screen.findByText('flat');
  act(() => layout.divide(0.3));
  await screen.findByText('globe');
  const width = (name: string) => screen.getByText(name).parentElement!.style.inlineSize;
  expect([width('flat'), width('globe')]).toEqual(['30%', '70%']);
  act(() => layout.divide(undefined));
  expect(screen.queryByText('globe')).toBeNull();
  expect(width('flat')).toBe('');
  expect(log).toEqual(['flat opened', 'globe opened', 'globe closed']);
});

function viewer(id: string, kind: '2d' | '3d') {
  return { id, plugin: id, viewer: kind, render: id, title: id, icon: 'map', order: 0 } as const;
}
