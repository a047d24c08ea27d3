import { BehaviorSubject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { AppError } from '#core/kernel';
import { OpenViews, type Gesture, type MapView } from '#core/mapview';
import type { Contribution } from '#core/plugin';
import type { OpenProject } from '#core/project';
import {
  matchesKeys,
  parseKeys,
  printKeys,
  ViewerTools,
  type Tool,
  type ToolSession,
  type ToolState,
} from './index.ts';

const PLAIN = { shift: false, alt: false, ctrl: false };
const IDLE: ToolState = { hint: 'x:idle', canComplete: false, busy: false };

class TestView {
  heard: ((gesture: Gesture) => boolean | void)[] = [];
  constructor(readonly kind: '2d' | '3d' = '2d') {}
  listen(hear: (gesture: Gesture) => boolean | void) {
    this.heard.push(hear);
    return { dispose: () => void (this.heard = this.heard.filter((other) => other !== hear)) };
  }
  gesture(kind: Gesture['kind']) {
    return this.heard.map((hear) =>
      hear({ kind, pixel: [0, 0], position: [0, 0], pointer: 'mouse', ...PLAIN }),
    );
  }
}

class TestSession implements ToolSession {
  readonly state$ = new BehaviorSubject<ToolState>(IDLE);
  readonly log: string[] = [];
  throws: Error | undefined;
  work: string | undefined;
  get state() {
    return this.state$.value;
  }
  gesture({ kind }: Gesture): boolean {
    if (this.throws) throw this.throws;
    this.log.push(kind);
    return kind === 'down';
  }
  key({ key }: { key: string }): boolean {
    if (key !== 'Backspace') return false;
    this.log.push('key Backspace');
    return true;
  }
  complete() {
    this.log.push('complete');
    this.state$.next(IDLE);
  }
  cancel() {
    this.log.push('cancel');
    this.state$.next(IDLE);
  }
  handOver() {
    return this.work;
  }
  takeOver(work: string) {
    this.log.push(`goes on with ${work}`);
  }
  dispose() {
    this.log.push('dispose');
  }
}

function bench() {
  const tool = (id: string, group: 'select' | 'draw', viewer: '2d' | '3d' = '2d') =>
    ({ id, plugin: 'p', viewer, group, icon: 'x', title: 'x', order: 0, route: id }) as Contribution<'tools'>;
  const tools$ = new BehaviorSubject([
    tool('p.select', 'select'),
    tool('p.line', 'draw'),
    tool('p.solid', 'draw', '3d'),
    { ...tool('p.path', 'draw'), also: { '3d': '3d/path' } },
  ]);
  const sessions: { id: string; session: TestSession }[] = [];
  const reported: [string, string][] = [];
  const shown: string[] = [];
  const loads = { hold: undefined as Promise<void> | undefined };
  const views = new OpenViews();
  const project$ = new BehaviorSubject<OpenProject | undefined>({ project: { id: '1' } } as OpenProject);
  const tools = new ViewerTools({
    host: {
      current: (() => tools$.value) as never,
      contributions: (() => tools$) as never,
      service: (async (_: string, id: string) => {
        await loads.hold;
        return {
          start: () => {
            const session = new TestSession();
            sessions.push({ id, session });
            return session;
          },
        } satisfies Tool;
      }) as never,
      report: (plugin, error) => reported.push([plugin, (error as Error).message]),
    },
    views,
    notify: (sentence) => shown.push(sentence),
    projects: {
      current$: project$,
      get current() {
        return project$.value;
      },
    } as never,
  });
  const view = new TestView();
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  const last = () => sessions.at(-1)!.session;
  return { tools, tools$, sessions, reported, shown, loads, views, project$, view, settled, last, tool };
}
const press = (key: string) => ({ key, ...PLAIN });

describe('The active tool', () => {
  it('is the select tool of a viewer that opens', async () => {
    const { tools, views, view, settled } = bench();
    views.register(view as unknown as MapView);
    await settled();
    expect(tools.active?.id).toBe('p.select');
    expect(view.heard).toHaveLength(1);
  });

  it('is replaced by the one activated; the earlier one is put away first', async () => {
    const { tools, views, view, settled, sessions } = bench();
    views.register(view as unknown as MapView);
    await settled();
    const seen: (string | undefined)[] = [];
    tools.active$.subscribe((active) => seen.push(active?.id));
    await tools.activate('p.line');
    expect(sessions[0]!.session.log).toEqual(['dispose']);
    expect(tools.active?.id).toBe('p.line');
    expect(seen).toEqual(['p.select', undefined, 'p.line']);
    expect(view.gesture('down')).toEqual([true]);
    expect(view.heard).toHaveLength(1);
  });

  it('receives values typed while its code was loading, but no shortcuts', async () => {
    const { tools, views, view, settled, loads, last } = bench();
    views.register(view as unknown as MapView);
    await settled();
    let arrive = () => {};
    loads.hold = new Promise((resolve) => (arrive = resolve));
    const starting = tools.activate('p.line');
    expect(['1', 'Backspace', 'Enter', 'a', 'ArrowUp', 'Escape'].map((key) => tools.key(press(key)))).toEqual(
      [true, true, true, false, false, false],
    );
    expect(last().log).toEqual([]);
    arrive();
    await starting;
    expect(last().log).toEqual(['key Backspace']);
    tools.key(press('Backspace'));
    expect(last().log).toEqual(['key Backspace', 'key Backspace']);
  });

  it('receives nothing of what was typed for a tool that did not start', async () => {
    const { tools, views, view, settled, loads, last } = bench();
    views.register(view as unknown as MapView);
    await settled();
    loads.hold = Promise.reject(new TypeError('Failed to fetch'));
    const starting = tools.activate('p.line');
    tools.key(press('Backspace'));
    await expect(starting).rejects.toThrow('Failed to fetch');
    expect(last().log).toEqual([]);
    tools.key(press('Backspace'));
    expect(last().log).toEqual(['key Backspace']);
  });

  it('waits for its viewer, so that a URL can name it; the newest call wins', async () => {
    const { tools, views, view, settled } = bench();
    const first = tools.activate('p.line');
    const second = tools.activate('p.select');
    views.register(view as unknown as MapView);
    await Promise.all([first, second]);
    await settled();
    expect(tools.active?.id).toBe('p.select');
  });

  it('cannot be one that is not available; the error lists the choices', async () => {
    await expect(bench().tools.activate('p.saw')).rejects.toThrow(
      'There is no tool "p.saw" here. The tools you may use are: p.select, p.line, p.solid, p.path.',
    );
  });

  it('completes with Enter, cancels with Esc, and is put away by another Esc', async () => {
    const { tools, views, view, settled, last } = bench();
    views.register(view as unknown as MapView);
    await tools.activate('p.line');
    expect(tools.key(press('Enter'))).toBe(false);
    last().state$.next({ ...IDLE, canComplete: true, busy: true });
    expect(tools.key(press('Enter'))).toBe(true);
    last().state$.next({ ...IDLE, busy: true });
    expect(tools.key(press('Escape'))).toBe(true);
    expect(tools.key(press('Backspace'))).toBe(true);
    expect(last().log).toEqual(['complete', 'cancel', 'key Backspace']);
    expect(tools.key(press('Escape'))).toBe(true);
    await settled();
    expect(tools.active?.id).toBe('p.select');
    expect(tools.key(press('Escape'))).toBe(false);
  });

  it('is put away when it throws, and its plugin is reported', async () => {
    const { tools, views, view, settled, last, reported } = bench();
    views.register(view as unknown as MapView);
    await settled();
    await tools.activate('p.line');
    last().throws = new Error('The tool broke.');
    expect(() => view.gesture('move')).not.toThrow();
    expect(reported).toEqual([['p', 'The tool broke.']]);
    expect(tools.active).toBeUndefined();
  });

  it('stays in use when it throws a problem that the person can solve, which is shown', async () => {
    const { tools, views, view, settled, last, reported, shown } = bench();
    views.register(view as unknown as MapView);
    await settled();
    await tools.activate('p.line');
    last().throws = new AppError('no-line', 'There is no line here.');
    view.gesture('move');
    expect(shown).toEqual(['There is no line here.']);
    expect(reported).toEqual([]);
    expect(tools.active?.id).toBe('p.line');
  });

  it('ends with its viewer, its project and the permission for it', async () => {
    const { tools, tools$, views, view, settled, project$, last } = bench();
    const registered = views.register(view as unknown as MapView);
    await settled();
    await tools.activate('p.line');
    const line = last();
    tools$.next(tools$.value.filter(({ id }) => id !== 'p.line'));
    await settled();
    expect(line.log).toContain('dispose');
    expect(tools.active?.id).toBe('p.select');
    const select = last();
    project$.next(undefined);
    expect(select.log).toContain('dispose');
    project$.next({ project: { id: '2' } } as OpenProject);
    await settled();
    expect(tools.active?.id).toBe('p.select');
    registered.dispose();
    expect(tools.active).toBeUndefined();
    expect(view.heard).toHaveLength(0);
  });

  it('exists once per viewer: a tool of the 3D viewer activates it and leaves the other tool', async () => {
    const { tools, views, view, settled } = bench();
    views.register(view as unknown as MapView);
    const solid = new TestView('3d');
    views.register(solid as unknown as MapView);
    await settled();
    await tools.activate('p.solid');
    expect(views.active?.kind).toBe('3d');
    expect(tools.active?.id).toBe('p.solid');
    views.activate(view as unknown as MapView);
    expect(tools.active?.id).toBe('p.select');
  });
});

describe('A tool that works on several kinds of viewers', () => {
  it('continues its work on the viewer that replaces another', async () => {
    const { tools, views, view, settled, last } = bench();
    const flat = views.register(view as unknown as MapView);
    await tools.activate('p.path');
    last().work = 'three vertices';
    flat.dispose();
    views.register(new TestView('3d') as unknown as MapView);
    await tools.activate('p.path');
    await settled();
    expect(tools.active?.id).toBe('p.path');
    expect(last().log).toEqual(['goes on with three vertices']);
  });

  it('follows with its work to another open viewer; the one left returns to its select tool', async () => {
    const { tools, tools$, tool, views, view, settled, last, sessions } = bench();
    tools$.next([...tools$.value, tool('p.select-solid', 'select', '3d')]);
    const solid = new TestView('3d') as unknown as MapView;
    views.register(view as unknown as MapView);
    views.register(solid);
    await tools.activate('p.path');
    last().work = 'three vertices';
    views.activate(solid);
    expect(tools.active?.id).toBe('p.path');
    expect(last().log).toEqual(['goes on with three vertices']);
    await settled();
    expect(tools.active?.id).toBe('p.path');
    views.activate(view as unknown as MapView);
    expect(tools.active?.id).toBe('p.path');
    // One active tool at a time: each session that was left has been put away.
    const paths = sessions
      .filter(({ id }) => id === 'p.path')
      .map(({ session }) => session.log.includes('dispose'));
    expect(paths).toEqual([true, true, false]);
  });

  it('stays on its viewer if it does not work on the other, or if another tool is activated', async () => {
    const { tools, views, view, settled } = bench();
    const solid = new TestView('3d') as unknown as MapView;
    views.register(view as unknown as MapView);
    views.register(solid);
    await tools.activate('p.line');
    views.activate(solid);
    await settled();
    expect(tools.active).toBeUndefined();
    views.activate(view as unknown as MapView);
    await tools.activate('p.path');
    await tools.activate('p.solid');
    expect([views.active, tools.active?.id]).toEqual([solid, 'p.solid']);
    views.activate(view as unknown as MapView);
    expect(tools.active?.id).toBe('p.path');
  });

  it('starts again in another project, and where there was no unfinished work', async () => {
    const { tools, views, view, settled, last, project$ } = bench();
    const flat = views.register(view as unknown as MapView);
    await tools.activate('p.path');
    last().work = 'three vertices';
    flat.dispose();
    project$.next({ project: { id: '2' } } as OpenProject);
    views.register(new TestView('3d') as unknown as MapView);
    await tools.activate('p.path');
    await settled();
    expect(last().log).toEqual([]);
  });
});

describe('Shortcuts', () => {
  it('are parsed as written in manifests', () => {
    expect(parseKeys('Ctrl+Shift+Z')).toEqual({ key: 'z', ctrl: true, shift: true, alt: false });
    expect(parseKeys('Esc').key).toBe('Escape');
    expect(parseKeys('Ctrl+plus')).toMatchObject({ key: '+', ctrl: true });
    expect(parseKeys('+').key).toBe('+');
    expect(() => parseKeys('Hyper+X')).toThrow(
      '"Hyper+X" is no shortcut; write it like D, Shift+D or Ctrl+Shift+Z.',
    );
  });

  it('match the pressed keys including Shift, except for characters that are typed with it', () => {
    expect(matchesKeys('D', { key: 'd', ...PLAIN })).toBe(true);
    expect(matchesKeys('D', { key: 'd', ...PLAIN, shift: true })).toBe(false);
    expect(matchesKeys('Ctrl+Z', { key: 'z', ...PLAIN, ctrl: true, shift: true })).toBe(false);
    expect(matchesKeys('?', { key: '?', ...PLAIN, shift: true })).toBe(true);
    expect(matchesKeys('1', { key: '1', ...PLAIN, shift: true })).toBe(false);
  });

  it('are printed as on the keys', () => {
    expect(printKeys('ctrl+shift+z')).toBe('Ctrl+Shift+Z');
    expect(printKeys('Ctrl+Shift+Z', true)).toBe('⌘⇧Z');
    expect(printKeys('Escape')).toBe('Esc');
  });
});
