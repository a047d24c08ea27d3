import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError, type Disposable } from '#core/kernel';
import type { MapView } from '#core/mapview';
import type { Contribution } from '#core/plugin';
import { listenForShortcuts, type Shortcuts } from './keys.ts';

const run = vi.fn<(id: string) => Promise<string | undefined>>();
const activate = vi.fn<(id: string) => Promise<void>>();
const toolKey = vi.fn<() => boolean>();
const notify = vi.fn<Shortcuts['notify']>();
const commands = [
  { id: 'history.undo', keys: 'Ctrl+Z', workspace: true, title: 'x', plugin: 'history' },
  { id: 'projects.new', keys: 'N', title: 'x', plugin: 'projects' },
] as const satisfies Contribution<'commands'>[];
const tools = [
  { id: 'cloud.distance', viewer: 'cloud', keys: 'D' },
  { id: 'measure.distance', viewer: '2d', route: 'measure/distance', keys: 'D' },
] as unknown as Contribution<'tools'>[];
const FLAT = { kind: '2d' } as MapView;
let inWorkspace: boolean;
let listening: Disposable;

beforeEach(() => {
  for (const mock of [run, activate, toolKey, notify]) mock.mockReset();
  run.mockResolvedValue(undefined);
  activate.mockResolvedValue();
  toolKey.mockReturnValue(false);
  inWorkspace = true;
  document.body.innerHTML =
    '<input id="field"><input id="box" type="checkbox"><div role="dialog"><button id="ok">OK</button></div><div role="tree" tabindex="0" id="tree"></div>';
  listening = listenForShortcuts(window, {
    host: {
      current: ((point: string) => (point === 'commands' ? commands : tools)) as never,
      run,
    },
    tools: { activate, key: toolKey },
    inWorkspace: () => inWorkspace,
    views: { active: FLAT, open: [FLAT] },
    notify,
  });
});
afterEach(() => listening.dispose());

function press(
  key: string,
  { on = 'body', ...more }: KeyboardEventInit & { on?: string } = {},
): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
  document.querySelector(on)!.dispatchEvent(event);
  return event;
}

describe('shortcuts', () => {
  it('run commands, Cmd counting as Ctrl', () => {
    expect(press('z', { ctrlKey: true }).defaultPrevented).toBe(true);
    press('z', { metaKey: true });
    expect(run.mock.calls).toEqual([['history.undo'], ['history.undo']]);
  });

  it('activate the tool of the active viewer', () => {
    press('d');
    expect(activate.mock.calls).toEqual([['measure.distance']]);
  });

  it('run outside a workspace only commands that work there', () => {
    inWorkspace = false;
    press('z', { ctrlKey: true });
    press('d');
    press('n');
    expect(run.mock.calls).toEqual([['projects.new']]);
    expect(activate).not.toHaveBeenCalled();
    expect(toolKey).not.toHaveBeenCalled();
  });

  it('go to the active tool first', () => {
    toolKey.mockReturnValue(true);
    expect(press('n').defaultPrevented).toBe(true);
    expect(run).not.toHaveBeenCalled();
  });

  it.each([
    ['a field', '#field'],
    ['a dialog', '#ok'],
    ['a tree, whose entries letters look for', '#tree'],
  ])('ignore letters typed in %s', (_, on) => {
    expect(press('n', { on }).defaultPrevented).toBe(false);
    expect(run).not.toHaveBeenCalled();
  });

  it('leave undo to a text field that has the focus, but not to a checkbox', () => {
    press('z', { ctrlKey: true, on: '#field' });
    expect(run).not.toHaveBeenCalled();
    press('z', { ctrlKey: true, on: '#box' });
    expect(run).toHaveBeenCalledOnce();
  });

  it('ignore keys that were already handled', () => {
    document.body.addEventListener('keydown', (event) => event.preventDefault(), { once: true });
    press('n');
    expect(run).not.toHaveBeenCalled();
  });

  it('repeat undo while the key is held down, but open nothing twice', () => {
    press('z', { ctrlKey: true, repeat: true });
    press('n', { repeat: true });
    expect(run.mock.calls).toEqual([['history.undo']]);
  });

  it('say why a command did not run', async () => {
    run.mockResolvedValueOnce('history:nothing');
    press('z', { ctrlKey: true });
    await vi.waitFor(() => expect(notify).toHaveBeenCalledWith({ key: 'history:nothing' }));
    run.mockRejectedValueOnce(new AppError('http', 'The server refused it.'));
    press('z', { ctrlKey: true });
    await vi.waitFor(() => expect(notify).toHaveBeenCalledWith({ sentence: 'The server refused it.' }));
  });

  it('stop when the page is closed', () => {
    listening.dispose();
    press('n');
    expect(run).not.toHaveBeenCalled();
  });
});
