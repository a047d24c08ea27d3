import { Container } from 'inversify';
import { page } from 'vitest/browser';
import { act } from 'react';
import { BehaviorSubject, of } from 'rxjs';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { I18N, I18nextService } from '#core/i18n';
import { OpenViews, VIEWS } from '#core/mapview';
import { HOST, type PluginHost } from '#core/plugin';
import { SESSION, type Session } from '#core/session';
import { SETTINGS } from '#core/settings';
import { desk } from '#core/testing';
import { TOASTS, Toasts } from '#core/toasts';
import { TOOLS, type ActiveTool, type Tools } from '#core/tools';
import { ServicesProvider } from '#core/react';
import { openStage, type MapStage } from '#tests/map-stage';
import { MeasureTool } from '../map/measure-tool.ts';
import { pictureOf } from '../model/picture.ts';
import type { MeasureKind } from '../model/kinds.ts';
import type { MeasurePartProps } from '../api.ts';
import { MEASURE_STORAGE, Measures, MEASURES } from '../model/measures.ts';
import { Bubbles } from './Bubbles.tsx';

let stage: MapStage;
let root: Root;
let session: ReturnType<MeasureTool['start']>;
const measures = new Measures();
const toasts = new Toasts();
const { settings, project } = desk();
const keeping = {
  mayKeep: () => true,
  keep: (id: string, stored: boolean) => measures.setStored(id, stored),
};
const phase$ = new BehaviorSubject<ActiveTool | undefined>(undefined);
const host = document.createElement('div');
/** What another plugin says of lengths only. */
const LENGTH_PART = {
  id: 'cost.length',
  plugin: 'cost',
  kinds: ['distance'],
  render: 'cost.Length',
  order: 1,
};
const AREA_PART = { ...LENGTH_PART, id: 'cost.area', kinds: ['area'], render: 'cost.Area' };
const parts = [AREA_PART, LENGTH_PART];
const plugins = {
  contributions: () => of(parts),
  current: () => parts,
  service: (_plugin: string, name: string) =>
    Promise.resolve(({ vertices }: MeasurePartProps) => <p>{`${name} of ${vertices.length} vertices`}</p>),
};

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  await page.viewport(1000, 800);
  stage = await openStage();
  const i18n = new I18nextService(['en']);
  await i18n.load('measure-2d', 'core', 'sketch');
  const views = new OpenViews();
  views.register(stage.view);
  views.activate(stage.view);
  const container = new Container();
  container.bind(I18N).toConstantValue(i18n);
  container.bind(SETTINGS).toConstantValue(settings);
  container.bind(HOST).toConstantValue(plugins as unknown as PluginHost);
  container.bind(TOASTS).toConstantValue(toasts);
  container.bind(VIEWS).toConstantValue(views);
  container.bind(TOOLS).toConstantValue({ active$: phase$ } as unknown as Tools);
  container.bind(MEASURES).toConstantValue(measures);
  container.bind(MEASURE_STORAGE).toConstantValue(keeping);
  container.bind(SESSION).toConstantValue({ me$: of(undefined), me: undefined } as unknown as Session);
  document.body.append(host);
  root = createRoot(host);
  act(() =>
    root.render(
      <ServicesProvider container={container}>
        <Bubbles />
      </ServicesProvider>,
    ),
  );
  start('distance');
  function start(kind: MeasureKind): void {
    session = new MeasureTool(kind, measures, settings, i18n).start({ view: stage.view, project });
    stage.view.listen((gesture) => session.gesture(gesture));
    phase$.next({ id: `measure-2d.${kind}`, isSelectTool: false, session });
  }
});
afterEach(() => {
  session.dispose();
  act(() => root.unmount());
  measures.empty();
  stage.dispose();
});

const frame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => resolve()));
const settled = (): Promise<void> =>
  act(async () => {
    for (let i = 0; i < 4; i++) await frame();
  });
const bubbles = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.measure-bubble')];
async function measure(...pixels: [number, number][]): Promise<void> {
  for (const pixel of pixels) stage.click(pixel);
  // The bubbles' code loads with the first measurement.
  await act(async () => {
    session.complete();
    await import('./PlacedBubbles.tsx');
  });
  await vi.waitFor(async () => {
    await settled();
    expect(bubbles().length).toBe(measures.list.length);
  });
}
const button = (name: string): HTMLElement =>
  document.querySelector<HTMLElement>(`.measure-bubble [aria-label="${name}"]`)!;

describe('the bubble of a measurement', () => {
  it('shows the geodesic length and names the method, at the end of the line', async () => {
    await measure([200, 300], [500, 300]);
    const [bubble] = bubbles();
    // 300 pixels at 0.8377 m each (2π · 6378137 m / 256 / 2^17 · cos 45.46°) on the sphere: 251.3 m; on the ellipsoid,
    // N cos φ = 6378137 m / √(1 − 0.00669438 · sin² 45.46°) · cos 45.46° makes 251.74 m of it.
    expect(bubble!.textContent).toMatch(/251\.7\d{2}\u00a0m.*Geodesic on WGS84/);
    const { left, top } = bubble!.getBoundingClientRect();
    expect(Math.hypot(left - 500, top - 300)).toBeLessThan(120);
  });

  it('has the parts that other plugins contribute to its kind', async () => {
    await measure([200, 300], [500, 300]);
    await vi.waitFor(async () => {
      await settled();
      expect(bubbles()[0]!.textContent).toContain('cost.Length of 2 vertices');
    });
    expect(bubbles()[0]!.textContent).not.toContain('cost.Area');
  });

  it('stays at its place when the map moves', async () => {
    await measure([200, 300], [500, 300]);
    const before = bubbles()[0]!.getBoundingClientRect();
    stage.view.pan(50, 0);
    await stage.drawn();
    await settled();
    const after = bubbles()[0]!.getBoundingClientRect();
    expect(after.left - before.left).toBeCloseTo(-50, 0);
  });

  it('is dragged by its header and by arrow keys, and keeps a leader to its place', async () => {
    await measure([200, 300], [500, 300]);
    const before = bubbles()[0]!.getBoundingClientRect();
    const grip = button('Move the bubble with the arrow keys');
    // A real pointer can be captured; a scripted one cannot.
    grip.setPointerCapture = () => undefined;
    const at = { bubbles: true, pointerId: 5, button: 0 };
    act(() => {
      grip.dispatchEvent(new PointerEvent('pointerdown', { ...at, clientX: 520, clientY: 250 }));
      grip.dispatchEvent(new PointerEvent('pointermove', { ...at, clientX: 560, clientY: 200 }));
      grip.dispatchEvent(new PointerEvent('pointerup', { ...at, clientX: 560, clientY: 200 }));
    });
    await settled();
    const dragged = bubbles()[0]!.getBoundingClientRect();
    expect([dragged.left - before.left, dragged.top - before.top]).toEqual([40, -50]);
    act(() => void grip.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true })));
    await settled();
    expect(bubbles()[0]!.getBoundingClientRect().left - dragged.left).toBe(8);
    expect(document.querySelector('.measure-leader line')).not.toBeNull();
  });

  it('is copied as a whole, and confirms it', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await measure([200, 300], [500, 300], [500, 200]);
    await act(async () => {
      button('Copy').click();
      await frame();
    });
    expect(write.mock.calls[0]![0]).toMatch(/^Distance 335\.\d+\u00a0m\nGeodesic on WGS84\n1\. .*\n2\. /);
    expect(toasts.shown).toMatchObject([{ kind: 'success', message: 'Measurement copied.' }]);
  });

  it('removes its measurement when it is closed', async () => {
    await measure([200, 300], [500, 300]);
    act(() => button('Close').click());
    expect(bubbles()).toHaveLength(0);
    expect(pictureOf(measures)).toBeUndefined();
  });

  it('saves its measurement with the project, and confirms it', async () => {
    await measure([200, 300], [500, 300]);
    act(() => button('Save to project').click());
    expect(measures.list[0]!.stored).toBe(true);
    const saved = button('Saved to the project: visible to everyone who opens it');
    expect(saved.getAttribute('aria-pressed')).toBe('true');
    act(() => saved.click());
    expect(measures.list[0]!.stored).toBe(false);
  });

  it('follows the measurement when a vertex is dragged on the map', async () => {
    await measure([200, 300], [500, 300]);
    act(() => stage.drag([500, 300], [350, 300]));
    await settled();
    expect(bubbles()[0]!.textContent).toMatch(/125\.8\d/);
  });

  it('does not cover another bubble at the same place', async () => {
    await measure([200, 300], [500, 300]);
    await measure([200, 500], [502, 305]);
    const [a, b] = bubbles().map((bubble) => bubble.getBoundingClientRect());
    const apart = a!.right <= b!.left || b!.right <= a!.left || a!.bottom <= b!.top || b!.bottom <= a!.top;
    expect(apart).toBe(true);
  });
});

describe('bubbles that are in the way', () => {
  /** Whether a click on the middle of this element is the bubble's. */
  const takesClicks = (element: Element): boolean => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('.measure-bubble') != null;
  };
  const value = () => document.querySelector('.measure-value')!;

  it('leave clicks to the tool in hand, except those on their buttons', async () => {
    await measure([200, 300], [500, 300]);
    expect([takesClicks(value()), takesClicks(button('Copy'))]).toEqual([false, true]);
    expect(takesClicks(document.querySelector('.measure-grip > svg')!)).toBe(true);
    act(() => phase$.next(undefined));
    expect(takesClicks(value())).toBe(true);
  });

  it('fold and leave all clicks to a tool that captures', async () => {
    await measure([200, 300], [500, 300]);
    const { height } = bubbles()[0]!.getBoundingClientRect();
    act(() => stage.click([600, 400]));
    await settled();
    expect(bubbles()[0]!.getBoundingClientRect().height).toBeLessThan(height);
    expect(bubbles()[0]!.textContent).toMatch(/^251\.7\d{2}\u00a0m$/);
    expect(takesClicks(bubbles()[0]!)).toBe(false);
    act(() => session.cancel());
    await settled();
    expect(bubbles()[0]!.getBoundingClientRect().height).toBe(height);
  });

  it('begin folded when they come with the project, and unfold', async () => {
    await measure([200, 300], [500, 300]);
    const [mine] = measures.list;
    act(() => measures.empty());
    act(() => measures.bring([{ ...mine!, stored: true }]));
    await settled();
    expect(bubbles()[0]!.textContent).not.toContain('Geodesic');
    act(() => button('Show all values').click());
    expect(bubbles()[0]!.textContent).toContain('Geodesic');
  });

  it('are hidden while their place is out of sight', async () => {
    await measure([200, 300], [500, 300]);
    const shown = () => getComputedStyle(bubbles()[0]!).visibility;
    expect(shown()).toBe('visible');
    stage.view.pan(600, 0);
    await stage.drawn();
    await settled();
    expect(shown()).toBe('hidden');
    expect(document.querySelector('.measure-leader')).toBeNull();
  });
});
