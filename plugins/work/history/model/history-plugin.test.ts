import { describe, expect, it } from 'vitest';
import { ObjectDocument, type MapObject } from '#core/document';
import { DocumentHistory } from '#core/history';
import { AppError } from '#core/kernel';
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
    i18n: { t: (key: string, values?: object) => `${key} ${JSON.stringify(values ?? {})}` },
    toasts: { show: (_: string, text: string) => (messages.push(text), { dispose: () => undefined }) },
  };
  const projects = { current: project as OpenProject | undefined };
  return {
    document,
    history,
    calls,
    received,
    server,
    projects,
    api,
    told: messages,
    telling: notices,
    autosave,
  };
}

describe('The undo command', () => {
  it('says that there is nothing to undo, and undoes what there is', async () => {
    const { document, history, projects, telling: notices } = opened();
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

  it('names a step that it cannot undo, because others changed it since', async () => {
    const { document, history, projects, telling: notices, told: messages } = opened();
    history.perform(() => [{ id: A, before: undefined, after: pole(1) }], { label: 'x:made', code: 'x' });
    document.apply([{ id: A, before: document.get(A), after: pole(2) }], 'remote');
    await stepCommand('undo', projects, notices).run();
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain('elsewhere.undo');
    expect(messages[0]).toContain('x:made');
    expect(document.get(A)?.properties.value).toBe(2);
  });

  it('is disabled outside a project', () => {
    const { projects, telling: notices } = opened();
    projects.current = undefined;
    expect(stepCommand('undo', projects, notices).disabled?.()).toBe('nothing.undo');
  });
});

describe('The save command', () => {
  it('sends at once, and confirms when all is saved', async () => {
    const { projects, telling: notices, told: messages, calls, autosave } = opened();
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
      transactionsCommand(new Transactions(api, projects), { ids }).disabled?.();
    expect([command([]), command([A]), command([A, A])]).toEqual([
      'transactions.select-one',
      undefined,
      'transactions.select-one',
    ]);
  });
});
