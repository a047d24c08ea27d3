import { firstValueFrom } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ObjectType, Style } from '#core/protocol';
import { memoryStorage } from '#core/testing';
import { EditedStyle } from './edited-style.ts';
import { OwnStyles } from './own-styles.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const STYLE: Style = { stroke: '#112233', width: 2 };
const TYPE = { id: 't1', name: 'plot', style: STYLE } as ObjectType;
const SOURCE = { document: {} as never, reloadTypes: () => Promise.resolve() };

/** A server with the styles of one person; every page that opens the project asks it. */
function serverOf(styles: Record<string, Style> = {}) {
  const server = { styles, offline: false };
  const call = async (
    { method }: { method: string },
    request: { body?: { typeName: string; style: Style | null } },
  ) => {
    await Promise.resolve();
    if (server.offline) throw new Error('offline');
    if (method === 'POST') {
      const { typeName, style } = request.body!;
      const { [typeName]: _, ...others } = server.styles;
      server.styles = style ? { ...others, [typeName]: style } : others;
    }
    return { data: { styles: server.styles } };
  };
  return Object.assign(server, { api: { call } as never });
}

function editing(storage = memoryStorage(), server?: ReturnType<typeof serverOf>) {
  const onLost = vi.fn();
  const onUnsent = vi.fn();
  const edited = new EditedStyle(
    () => 'p1',
    vi.fn(),
    storage,
    onLost,
    async (projectId, local) => {
      if (!server) return undefined;
      const own = new OwnStyles({ api: server.api, storage, projectId, local, onUnsent });
      await own.start();
      return own;
    },
  );
  edited.open(TYPE, SOURCE);
  const shown = () => firstValueFrom(edited.styles$('p1')).then((styles) => styles.get('plot'));
  return { edited, shown, storage, onLost, onUnsent };
}

describe('The edited style', () => {
  it('is shown on the map while it differs, and undone step by step', async () => {
    const { edited, shown } = editing();
    expect(await shown()).toBeUndefined();
    edited.change({ width: 3 }, 'width');
    // Quick changes of one part are one step.
    edited.change({ width: 4 }, 'width');
    vi.advanceTimersByTime(1_000);
    edited.change({ width: 5 }, 'width');
    expect(await shown()).toEqual({ stroke: '#112233', width: 5 });
    edited.undo();
    expect(await shown()).toEqual({ stroke: '#112233', width: 4 });
    edited.undo();
    expect([edited.canUndo, edited.canRedo, await shown()]).toEqual([false, true, undefined]);
    edited.redo();
    // After undo or redo a change is a step of its own.
    edited.change({ width: 6 }, 'width');
    edited.undo();
    expect(edited.draft?.width).toBe(4);
  });

  it('has a version only with what older versions do not know', () => {
    const { edited } = editing();
    edited.change({ filter: 'a = 1' }, 'filter');
    expect(edited.draft).toEqual({ ...STYLE, version: 2, filter: 'a = 1' });
    edited.change({ filter: undefined }, 'filter');
    expect(edited.draft).toEqual(STYLE);
  });

  it('is stored for this person only, until the style of all is chosen again', async () => {
    const { edited, storage } = editing();
    const own: Style = { ...STYLE, width: 9 };
    edited.setPersonal('plot', own);
    const { edited: later, shown } = editing(storage);
    await vi.waitFor(() => expect(later.draft).toEqual(own));
    expect(await shown()).toEqual(own);
    later.setPersonal('plot', undefined);
    expect(await shown()).toBeUndefined();
    expect(editing(storage).edited.draft).toEqual(STYLE);
  });

  it('follows the person to other devices, and what was changed offline is sent later', async () => {
    const server = serverOf();
    const own: Style = { ...STYLE, width: 9 };
    const office = editing(memoryStorage(), server);
    office.edited.setPersonal('plot', own);
    await vi.waitFor(() => expect(server.styles).toEqual({ plot: own }));
    const field = editing(memoryStorage(), server);
    await vi.waitFor(async () => expect(await field.shown()).toEqual(own));
    server.offline = true;
    const wide: Style = { ...STYLE, width: 12 };
    field.edited.setPersonal('plot', wide);
    await vi.waitFor(() => expect(field.onUnsent).toHaveBeenCalledOnce());
    server.offline = false;
    expect(server.styles).toEqual({ plot: own });
    editing(field.storage, server);
    await vi.waitFor(() => expect(server.styles).toEqual({ plot: wide }));
    // Removed there, it is gone here at the next opening.
    const again = editing(office.storage, server);
    await vi.waitFor(async () => expect(await again.shown()).toEqual(wide));
    again.edited.setPersonal('plot', undefined);
    await vi.waitFor(() => expect(server.styles).toEqual({}));
    const last = editing(field.storage, server);
    await vi.waitFor(async () => expect(await last.shown()).toBeUndefined());
  });

  it('does not come back when it is removed while the stored styles are read', async () => {
    const { edited, storage } = editing();
    edited.setPersonal('plot', { ...STYLE, width: 9 });
    edited.setPersonal('road', { ...STYLE, width: 7 });
    const { edited: later, shown } = editing(storage);
    later.setPersonal('plot', undefined);
    await vi.waitFor(async () =>
      expect((await firstValueFrom(later.styles$('p1'))).get('road')?.width).toBe(7),
    );
    expect(await shown()).toBeUndefined();
  });

  it('is said to be lost when the code that reads it cannot be loaded', async () => {
    vi.doMock('./read-styles.ts', () => {
      throw new Error('No network.');
    });
    const { edited, storage } = editing();
    edited.setPersonal('plot', { ...STYLE, width: 9 });
    const { onLost } = editing(storage);
    await vi.waitFor(() => expect(onLost).toHaveBeenCalledOnce());
    vi.doUnmock('./read-styles.ts');
  });
});
