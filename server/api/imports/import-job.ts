import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { ImportResult, Language } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { problemOf } from '../../base/problem-sentences.ts';
import { Findings } from '../../base/problems.ts';
import type { Queries } from '../../platform/db/database.ts';
import { sumUpCounts } from '../../shared/counts/counts.ts';
import { applyExtentChanges } from '../../shared/extents/changes.ts';
import { sweepChanges } from '../../shared/overviews/changes.ts';
import { buildOverviews } from '../../shared/overviews/build.ts';
import { refuseArchived } from '../../http/gate/archived.ts';
import { JobFailure, type JobKind, type Work } from '../../platform/jobs/kind.ts';
import { importerOf } from './caller.ts';
import { ImportReader, type ImportInput } from './import-reader.ts';
import { LayerImport } from './layer-import.ts';
import { forgetUndone } from './redo.ts';
import { removeOldUploads } from './old-uploads.ts';
import { ValueRepeated } from './unique.ts';

const MINUTE = 60_000;

/** Reads an upload; with `commit` writes it to the project in one transaction that can be undone. */
export const importKind: JobKind = {
  timeLimit: 30 * MINUTE,
  run: (work) => new ImportRun(work).run(),
  tidy: async (services) => {
    await removeOldUploads(services);
    await sweepChanges(services.db);
    await applyExtentChanges(services.db);
    await sumUpCounts(services.db);
    await forgetUndone(services.db);
  },
};

class ImportRun {
  #work: Work;
  #input: ImportInput;
  #projectId: string;

  constructor(work: Work) {
    this.#work = work;
    this.#input = work.input as ImportInput;
    this.#projectId = work.projectId!;
  }

  async run(): Promise<ImportResult | undefined> {
    const { services, userId, signal } = this.#work;
    const caller = await importerOf(services.db, userId, this.#projectId);
    if (this.#input.commit) return this.#commit(caller);
    const reader = new ImportReader(this.#work);
    const reading = await reader.read({ mode: 'look' }, signal);
    if (reading.doubtful > 0) await services.db.transaction((tx) => reader.judge(tx, reading, () => {}));
    return reader.result(reading, null, null);
  }

  async #commit(caller: Caller): Promise<undefined> {
    const { services, signal } = this.#work;
    const { db } = services;
    await refuseArchived(db, caller, [this.#projectId]);
    const layers = await this.#layers();
    for (const layer of layers) await layer.prepare(caller);
    refuseSameNewType(layers);
    // Rows are loaded while the rest is still being read; if one side fails, so does the other.
    const stop = new AbortController();
    const ended = AbortSignal.any([signal, stop.signal]);
    let writing: LayerImport | undefined;
    try {
      for (const layer of layers) {
        const reading = layer.read(ended);
        // The embedded engine has one connection, which is not held while a file is read; several layers are read first, too.
        if (db.engine === 'embedded' || layers.length > 1) await reading;
      }
      await db.transaction(async (tx) => {
        const results: ImportResult[] = [];
        for (const layer of layers) {
          writing = layer;
          results.push(await layer.write(tx, caller));
        }
        await this.#finish(tx, results);
      });
    } catch (thrown) {
      throw thrown instanceof ValueRepeated ? await writing!.repeated(thrown.repeated) : thrown;
    } finally {
      stop.abort();
    }
    await services.storage.remove(this.#input.upload).catch(() => {});
    // The import is done; tiles would otherwise be built when first requested. A failure shows there.
    await buildOverviews(db, this.#projectId, signal).catch(() => {});
    return undefined;
  }

  /** The layers that are written: one, or those that were named, each with a folder and a share of the progress. */
  async #layers(): Promise<LayerImport[]> {
    const { layers } = this.#input;
    if (!layers) return [new LayerImport(this.#work)];
    const batch = randomUUID();
    const made: LayerImport[] = [];
    for (const [n, one] of layers.entries()) {
      const folder = path.join(this.#work.folder, String(n));
      await mkdir(folder, { mode: 0o700 });
      const { services, id, userId, projectId, language, signal } = this.#work;
      const progress = (part: number, message: string) =>
        this.#work.progress((n + part) / layers.length, message);
      const input: ImportInput = { ...this.#input, ...one, layers: undefined, mapping: undefined };
      const finish: Work['finish'] = (tx, result) => this.#work.finish(tx, result);
      made.push(
        new LayerImport(
          { id, userId, projectId, input, language, services, folder, signal, progress, finish },
          batch,
        ),
      );
    }
    return made;
  }

  /** Layers without any object were not written, and are named. */
  async #finish(tx: Queries, all: readonly ImportResult[]): Promise<void> {
    const results = all.filter(({ committed }) => committed);
    if (results.length === 0) throw new JobFailure('import.nothing-to-write');
    const empty = all.flatMap(({ committed, layer }) => (committed ? [] : [layer ?? '']));
    const typeNames = [...new Set(results.map(({ typeName }) => typeName!))];
    await this.#work.finish(tx, withEmpty(together(results), empty, this.#work.language));
    await this.#work.services.events.announce(
      tx,
      'geometries',
      { projectId: this.#projectId, typeNames },
      { projectId: this.#projectId, changed: [], removed: [], reload: true },
    );
  }
}

/** Several layers cannot make the same type: values of one could contradict the fields of the other. */
function refuseSameNewType(layers: readonly LayerImport[]): void {
  const made = layers.filter(({ hasType }) => !hasType).map(({ typeName }) => typeName);
  const twice = made.find((name, n) => made.indexOf(name) < n);
  if (twice !== undefined) throw new JobFailure('import.layers-one-type', { name: twice });
}

/** The result of several layers as that of one import; the first names it. */
function together(results: readonly ImportResult[]): ImportResult {
  const [first, ...others] = results as [ImportResult, ...ImportResult[]];
  const written = results.map(({ layer, typeName, geometryTypes }) => ({
    layer: layer ?? '',
    typeName: typeName!,
    count: Object.values(geometryTypes).reduce((sum, count) => sum + count, 0),
  }));
  if (others.length === 0) return { ...first, written };
  const geometryTypes: Record<string, number> = {};
  for (const result of results)
    for (const [type, count] of Object.entries(result.geometryTypes))
      geometryTypes[type] = (geometryTypes[type] ?? 0) + count;
  return {
    ...first,
    written,
    geometryTypes,
    count: results.reduce((sum, { count }) => sum + count, 0),
    problems: results.flatMap(({ problems }) => problems).slice(0, Findings.MAX_LISTED),
    problemCount: results.reduce((sum, { problemCount }) => sum + problemCount, 0),
    extent: results.reduce<ImportResult['extent']>((whole, { extent }) => united(whole, extent), null),
  };
}

function withEmpty(result: ImportResult, layers: readonly string[], language: Language): ImportResult {
  const problems = layers.map((layer) =>
    problemOf({ feature: null, kind: 'layer-empty', values: { layer: layer.slice(0, 80) } }, language),
  );
  return {
    ...result,
    problems: [...problems, ...result.problems].slice(0, Findings.MAX_LISTED),
    problemCount: result.problemCount + problems.length,
  };
}

function united(a: ImportResult['extent'], b: ImportResult['extent']): ImportResult['extent'] {
  if (!a || !b) return a ?? b;
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}
