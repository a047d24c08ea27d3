import { of } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { ObjectDocument, type Extent, type MapObject } from '#core/document';
import { DocumentHistory } from '#core/history';
import type { I18n } from '#core/i18n';
import { AppError } from '#core/kernel';
import type { MapView } from '#core/mapview';
import type { OpenProject } from '#core/project';
import type { GeometryObject } from '#core/protocol';
import { saveCommand, stepCommand, transactionsCommand } from './commands.ts';
import { Transactions } from './transactions.ts';

const A = '00000000-0000-4000-8000-000000000001';
function pole(value: number): MapObject {
  return {
    id: A,
    typeName: 'pole',
    location: { type: 'Point', coordinates: [9, 45] },
    properties: { value },
    relatesTo: [],
  };
}
function saved(value: number, version: number): GeometryObject {
  const at = '2026-01-01T00:00:00Z';
  return {
    ...pole(value),
    relatesTo: [],
    properties: { value },
    projectId: A,
    transactions: [],
    metadata: { version, createdAt: at, createdBy: 'u', updatedAt: at, updatedBy: 'u', source: null },
  };
}

function opened() {
  const document = new ObjectDocument('p');
  const history = new DocumentHistory(document);
  const calls: string[] = [];
  const received: unknown[] = [];
  const server = { fails: undefined as unknown, undoStatus: 200 };
  const autosave = { state: { queued: 1 }, flush: async () => void calls.push('flush') };
  const project = {
    types: new Map(),
    document,
    history,
    autosave,
    receive: (...given: unknown[]) => received.push(given),
  } as unknown as OpenProject;
  const api = {
    call: (async (spec: { id: string }) => {
      calls.push(spec.id);
      if (server.fails) throw server.fails as Error;
      if (spec.id === 'geometries.transactions')
        return {
          data: [
            {
              id: '2',
              at: '2026-01-02T00:00:00Z',
              by: 'Ada',
              kind: 'update',
              before: saved(1, 1),
              after: saved(2, 2),
            },
          ],
        };
      return { data: saved(1, 3), status: server.undoStatus };
    }) as never,
  };
  const messages: string[] = [];
  const notices = {
    i18n: {
      language: 'en',
      t: (key: string, values?: object) => `${key} ${JSON.stringify(values ?? {})}`,
    } as unknown as I18n,
    toasts: { show: (_: string, text: string) => (messages.push(text), { dispose: () => undefined }) },
    views: { active: undefined as MapView | undefined },
  };
  const projects = { current: project as OpenProject | undefined };
  return { document, history, calls, received, server, projects, api, messages, notices, autosave };
}

describe('The undo command', () => {
  it('says that there is nothing to undo, and undoes what there is', async () => {
    const { document, history, projects, notices } = opened();
    const undo = stepCommand('undo', projects, notices);
    const redo = stepCommand('redo', projects, notices);
    expect([undo.disabled?.(), redo.disabled?.()]).toEqual(['nothing.undo', 'nothing.redo']);
    history.perform(() => [{ id: A, before: undefined, after: pole(1) }], { label: 'x:made', code: 'x' });
    expect(undo.disabled?.()).toBeUndefined();
    await undo.run();
    expect(document.size).toBe(0);
    await redo.run();
    expect(document.size).toBe(1);
  });

  it('names its step, and says what it has changed outside the view', async () => {
    const { history, projects, notices, messages } = opened();
    const undo = stepCommand('undo', projects, notices);
    const seen = (extent: Extent) => (notices.views.active = { camera: { extent } } as unknown as MapView);
    for (const value of [1, 2])
      history.perform((document) => [{ id: A, before: document.get(A), after: pole(value) }], {
        label: `x:made-${value}`,
        code: 'x',
      });
    expect(undo.detail?.()).toContain('x:made-2');
    seen([8, 44, 10, 46]);
    await undo.run();
    expect(messages).toEqual([]);
    seen([20, 44, 21, 46]);
    await undo.run();
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain('away.undo');
    expect(messages[0]).toContain('x:made-1');
    expect(undo.detail?.()).toBeUndefined();
  });

  it('names a step that it cannot undo, because others changed it since', async () => {
    const { document, history, projects, notices, messages } = opened();
    history.perform(() => [{ id: A, before: undefined, after: pole(1) }], { label: 'x:made', code: 'x' });
    document.apply([{ id: A, before: document.get(A), after: pole(2) }], 'remote');
    await stepCommand('undo', projects, notices).run();
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain('elsewhere.undo');
    expect(messages[0]).toContain('x:made');
    expect(document.get(A)?.properties.value).toBe(2);
  });

  it('says why the server did not undo its step, and waits while it does', async () => {
    const { history, projects, notices, messages } = opened();
    const command = stepCommand('undo', projects, notices);
    history.record({ label: 'x:made', code: 'x', undo: () => Promise.reject(new Error('Not reached.')) });
    const undoing = command.run();
    expect(command.disabled?.()).toBe('running');
    await undoing;
    expect(messages).toEqual(['Not reached.']);
    expect(command.disabled?.()).toBeUndefined();
  });

  it('is disabled outside a project', () => {
    const { projects, notices } = opened();
    projects.current = undefined;
    expect(stepCommand('undo', projects, notices).disabled?.()).toBe('nothing.undo');
  });
});

describe('The save command', () => {
  it('sends at once, and confirms when all is saved', async () => {
    const { projects, notices, messages, calls, autosave } = opened();
    const save = saveCommand(projects, notices);
    expect(save.disabled?.()).toBeUndefined();
    autosave.flush = async () => {
      calls.push('flush');
      autosave.state.queued = 0;
    };
    await save.run();
    expect(calls).toEqual(['flush']);
    expect(messages[0]).toContain('save.done');
    expect(save.disabled?.()).toBe('save.nothing');
  });
});

describe("An object's history", () => {
  it('is loaded from the server, newest first, with the states before and after', async () => {
    const { api, projects, calls } = opened();
    const transactions = new Transactions(api, projects);
    await transactions.open(A);
    // The server does not know the object yet: unsaved changes go first.
    expect(calls).toEqual(['flush', 'geometries.transactions']);
    expect(transactions.list).toMatchObject([
      { by: 'Ada', kind: 'update', before: { properties: { value: 1 } } },
    ]);
    expect(transactions.isLoading).toBe(false);
  });

  it('says why it cannot be loaded, and can be reloaded', async () => {
    const { api, projects, server } = opened();
    const transactions = new Transactions(api, projects);
    server.fails = new AppError('http', 'The server cannot be reached.');
    await transactions.open(A);
    expect(transactions.error).toBe(server.fails);
    server.fails = undefined;
    await transactions.reload();
    expect(transactions.error).toBeUndefined();
    expect(transactions.list).toHaveLength(1);
  });

  it('shows the result of undo and restore at once', async () => {
    const { api, projects, received, document, server } = opened();
    document.acknowledge(A, { version: 2 });
    const transactions = new Transactions(api, projects);
    await transactions.open(A);
    await transactions.undoLast();
    await transactions.restoreAt(transactions.list[0]!);
    expect(received).toMatchObject([[[{ metadata: { version: 3 } }]], [[{ metadata: { version: 3 } }]]]);
    server.undoStatus = 204;
    await transactions.undoLast();
    expect(received.at(-1)).toEqual([[], [{ id: A, version: 3 }]]);
  });

  it('is that of the selected object', () => {
    const { api, projects } = opened();
    const command = (ids: string[]) =>
      transactionsCommand(new Transactions(api, projects), { ids, ids$: of(ids) }).disabled?.();
    expect([command([]), command([A]), command([A, A])]).toEqual([
      'transactions.select-one',
      undefined,
      'transactions.select-one',
    ]);
  });
});
