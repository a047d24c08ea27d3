import { Subject, BehaviorSubject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { ApiResponse, Api, Live } from '#core/api';
import { AppError } from '#core/kernel';
import type { OpenProject } from '#core/project';
import { IMPORT_FORMATS, type ImportResult, type Job } from '#core/protocol';
import { desk } from '#core/testing';
import type { Importer, ImportRequest } from '../api.ts';
import manifest from '../manifest.ts';
import { recordImport, type Imported } from './import-step.ts';
import { importerFor } from './pick-importer.ts';
import { ImportWizard } from './wizard.ts';

const RESULT: ImportResult = {
  count: 3,
  geometryTypes: { Polygon: 2 },
  crs: 'EPSG:4326',
  encoding: 'utf-8',
  fields: [
    { name: 'name', title: { en: 'name', it: 'name' }, type: 'text', required: false },
    { name: 'area', title: { en: 'area', it: 'area' }, type: 'number', required: false },
  ],
  problems: [
    { feature: 2, kind: 'null-geometry', message: 'The feature has no geometry. It is not imported.' },
  ],
  problemCount: 1,
  extent: [11, 46, 12, 47],
  committed: false,
  layers: [{ name: 'parcels', count: 3, geometryType: 'Polygon' }],
  layer: 'parcels',
  preview: { type: 'FeatureCollection', features: [] },
  sample: [],
  importId: null,
  typeName: null,
  options: {},
  columns: [],
};

/** A simulated server with live events. */
class SimulatedServer {
  readonly sent: ImportRequest[] = [];
  readonly cancelled: string[] = [];
  /** The imports in the history. */
  readonly recorded: Imported[] = [];
  readonly jobs = new Map<string, Job>();
  readonly events = new Subject<Job>();
  readonly importer: Importer = {
    send: (request) => {
      this.sent.push(request);
      const id = `job-${this.sent.length}`;
      this.jobs.set(id, this.#job(id, 'running'));
      return Promise.resolve(id);
    },
  };
  readonly wizard = new ImportWizard(
    {
      call: (call: { id: string }, { params }: { params: { id: string } }) => {
        if (call.id === 'jobs.cancel') this.cancelled.push(params.id);
        const data =
          call.id === 'shapefiles.undo' ? { removed: 2, kept: [], keptCount: 0 } : this.jobs.get(params.id);
        return Promise.resolve({ data } as ApiResponse<unknown>);
      },
    } as unknown as Api,
    { on: () => this.events, state$: new BehaviorSubject('connected') } as unknown as Live,
    (imported) => (this.recorded.push(imported), { dispose: () => void this.recorded.pop() }),
  );

  #job(id: string, state: Job['state'], more: Partial<Job> = {}): Job {
    const at = '2026-01-01T00:00:00Z';
    return { id, kind: 'import', state, progress: 0, message: '', createdAt: at, projectId: null, ...more };
  }

  async ends(id: string, state: Job['state'], more: Partial<Job> = {}): Promise<void> {
    await settled();
    this.jobs.set(id, this.#job(id, state, { result: null, ...more }));
    this.events.next(this.#job(id, state));
    await settled();
  }

  sends(id: string, progress: number): void {
    this.events.next(this.#job(id, 'running', { progress, message: 'Reading the file' }));
  }
}

/** Waits until all pending promises have settled. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

async function looked(result: Partial<ImportResult> = {}): Promise<SimulatedServer> {
  const bench = new SimulatedServer();
  bench.wizard.open('project');
  void bench.wizard.choose(new File(['x'], 'parcels.zip'), bench.importer);
  await bench.ends('job-1', 'done', { result: { ...RESULT, ...result } });
  return bench;
}

describe('the import wizard', () => {
  it('uploads a file, follows the job by events and shows what was found', async () => {
    const bench = new SimulatedServer();
    bench.wizard.open('project');
    void bench.wizard.choose(new File(['x'], 'parcels.zip'), bench.importer);
    expect(bench.wizard.step).toBe('sending');
    await settled();
    bench.sends('job-1', 0.4);
    expect([bench.wizard.step, bench.wizard.progress, bench.wizard.message]).toEqual([
      'looking',
      0.4,
      'Reading the file',
    ]);
    await bench.ends('job-1', 'done', { result: RESULT });
    expect([bench.wizard.step, bench.wizard.typeName, bench.wizard.objects]).toEqual(['look', 'parcels', 2]);
    expect(bench.wizard.missing).toBeUndefined();
  });

  it('imports the file that the server stores, with the chosen names', async () => {
    const bench = await looked();
    bench.wizard.setTypeName(' Particelle ');
    bench.wizard.setField(1, { isIncluded: false });
    void bench.wizard.commit();
    await settled();
    expect(bench.sent[1]).toEqual({
      projectId: 'project',
      upload: 'job-1',
      commit: true,
      typeName: 'Particelle',
      mapping: { name: 'name', area: null },
      layer: 'parcels',
      crs: undefined,
      encoding: undefined,
    });
    await bench.ends('job-2', 'done', { result: { ...RESULT, committed: true, importId: 'import-1' } });
    expect([bench.wizard.step, bench.wizard.written]).toEqual(['done', 2]);
    expect(bench.recorded).toEqual([
      { id: 'import-1', projectId: 'project', fileName: 'parcels.zip', count: 2 },
    ]);
    await bench.wizard.undo();
    expect(bench.wizard.undone).toEqual({ removed: 2, kept: 0 });
    expect(bench.recorded).toEqual([]);
  });

  it('closes for the map to show the imported objects', async () => {
    const bench = await looked();
    bench.wizard.show();
    expect([bench.wizard.projectId, bench.wizard.toShow]).toEqual([undefined, [11, 46, 12, 47]]);
  });

  it('records an import that continues after the dialog was closed', async () => {
    const bench = await looked();
    void bench.wizard.commit();
    await settled();
    bench.wizard.close();
    await bench.ends('job-2', 'done', { result: { ...RESULT, committed: true, importId: 'import-1' } });
    expect(bench.recorded).toMatchObject([{ id: 'import-1', projectId: 'project' }]);
  });

  it('cannot continue without a reference system, and reloads the preview when it is chosen', async () => {
    const bench = await looked({ crs: null, preview: null, extent: null });
    expect(bench.wizard.missing).toBe('missing.crs');
    void bench.wizard.again({ crs: 'EPSG:3003' });
    // The earlier preview stays visible, but cannot be imported.
    expect([bench.wizard.isLooked, bench.wizard.missing]).toEqual([true, 'missing.look']);
    await bench.ends('job-2', 'done', { result: { ...RESULT, crs: 'EPSG:3003' } });
    expect(bench.sent[1]).toMatchObject({ upload: 'job-1', crs: 'EPSG:3003', commit: false });
    expect(bench.wizard.missing).toBeUndefined();
  });

  it.each([
    ['no object', { geometryTypes: {} }, 'missing.objects'],
    ['no layer name', { layer: null }, 'missing.type'],
  ])('cannot continue with %s', async (_what, result, missing) => {
    expect((await looked(result)).wizard.missing).toBe(missing);
  });

  it('cannot give two fields the same name, or an empty one', async () => {
    const { wizard } = await looked();
    wizard.setField(1, { target: 'name' });
    expect(wizard.missing).toBe('missing.twice');
    wizard.setField(1, { target: ' ' });
    expect(wizard.missing).toBe('missing.target');
  });

  it('says why a file cannot be read, and accepts another', async () => {
    const bench = new SimulatedServer();
    bench.wizard.open('project');
    void bench.wizard.choose(new File(['x'], 'parcels.zip'), bench.importer);
    await bench.ends('job-1', 'failed', { error: 'The file is empty.' });
    expect([bench.wizard.step, bench.wizard.error]).toEqual(['choose', 'The file is empty.']);
  });

  it('keeps the first preview when a second one fails', async () => {
    const bench = await looked();
    void bench.wizard.again({ encoding: 'cp850' });
    await bench.ends('job-2', 'failed', {
      error: 'The uploaded file is no longer available. Upload it again.',
    });
    expect([bench.wizard.step, bench.wizard.result?.crs]).toEqual(['look', 'EPSG:4326']);
  });

  it('cancels the job when it is closed during the preview', async () => {
    const bench = new SimulatedServer();
    bench.wizard.open('project');
    void bench.wizard.choose(new File(['x'], 'parcels.zip'), bench.importer);
    await settled();
    bench.wizard.close();
    expect(bench.cancelled).toEqual(['job-1']);
  });

  it('shows the network error when the file cannot be sent', async () => {
    const bench = new SimulatedServer();
    bench.importer.send = () => Promise.reject(new AppError('http', 'The server cannot be reached.'));
    bench.wizard.open('project');
    await bench.wizard.choose(new File(['x'], 'parcels.zip'), bench.importer);
    expect([bench.wizard.step, bench.wizard.error]).toEqual(['choose', 'The server cannot be reached.']);
  });
});

describe('an import as a step of the history', () => {
  const imported = { id: 'import-1', fileName: 'parcels.zip', count: 2 };
  function opened() {
    const { project } = desk();
    const calls: string[] = [];
    const autosave = { flush: async () => void calls.push('flush') };
    const open = { ...project, autosave } as unknown as OpenProject;
    const services = {
      api: {
        call: (call: { id: string }, { params }: { params: { id: string } }) => {
          calls.push(`${call.id} ${params.id}`);
          return Promise.resolve({
            data: { removed: 1, restored: 1, kept: [{ id: 'a', reason: 'changed' }], keptCount: 1 },
          });
        },
      } as unknown as Api,
      projects: { current: open },
      i18n: { t: (key: string, values?: object) => `${key} ${JSON.stringify(values)}`, number: String },
      toasts: { show: (_: string, text: string) => (calls.push(text), { dispose: () => undefined }) },
    };
    return { open, calls, services };
  }

  it('is undone by the server, after unsent changes are sent, says what stays, and is redone', async () => {
    const { open, calls, services } = opened();
    recordImport({ ...imported, projectId: open.project.id }, services);
    expect(open.history.undo()).toBe(true);
    await open.history.settled();
    expect(calls).toEqual([
      'flush',
      'shapefiles.undo import-1',
      'import:undone.text {"count":1,"objects":"1"} import:undone.kept {"count":1}',
    ]);
    expect(open.history.undoObstacle()).toEqual({ reason: 'nothing' });
    expect(open.history.redo()).toBe(true);
    await open.history.settled();
    expect(calls.slice(3)).toEqual(['shapefiles.redo import-1', 'import:redone {"count":1,"objects":"1"}']);
    expect(open.history.state.done).toHaveLength(1);
  });

  it('is none when another project is open', () => {
    const { open, services } = opened();
    recordImport({ ...imported, projectId: 'another' }, services);
    expect(open.history.state.done).toEqual([]);
  });
});

describe('the importer of a file', () => {
  const zip = { id: 'zip', title: 'a', extensions: ['.zip'], service: 'a' };
  const shp = { id: 'shp', title: 'a', extensions: ['.shp.zip'], service: 'a' };
  it('is the one with the longest matching extension, ignoring case', () => {
    expect(importerFor('A.ZIP', [shp, zip])).toBe(zip);
    expect(importerFor('a.shp.zip', [zip, shp])).toBe(shp);
    expect(importerFor('a.dwg', [zip, shp])).toBeUndefined();
  });
});

it('Every format that the server reads is offered, with its endings', () => {
  const offered = (manifest.importers ?? []).flatMap(({ extensions }) => extensions);
  expect([...offered].sort()).toEqual(Object.values(IMPORT_FORMATS).flat().sort());
});
