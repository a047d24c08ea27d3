import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { followJob, type Api, type Live } from '#core/api';
import type { Extent } from '#core/document';
import { isAbort, sentenceOf, serviceToken, type Disposable } from '#core/kernel';
import { cancelJob, undoImport, type ImportResult } from '#core/protocol';
import type { ImportDialog, Importer, ImportQuestion, ImportRequest } from '../api.ts';
import type { Imported } from './import-step.ts';
import { layerChoices, type LayerChoice } from './layer-choice.ts';

/** `choose` a file, `sending`, `looking` (the server reads it), `look` (the person decides), `writing`, `done`. */
export type WizardStep = 'choose' | 'sending' | 'looking' | 'look' | 'writing' | 'done';

/** One row of the attribute mapping. */
export interface FieldMapping {
  name: string;
  isIncluded: boolean;
  target: string;
}

export interface Undone {
  removed: number;
  kept: number;
}

/** The import wizard: one file at a time, from choosing it to undoing the import. */
export class ImportWizard implements ImportDialog {
  /** The project; undefined while closed. */
  projectId: string | undefined;
  step: WizardStep = 'choose';
  /** A file passed on opening, until its format is known. */
  given: File | undefined;
  file: File | undefined;
  /** Progress of the current step, 0 to 1; undefined while unknown. */
  progress: number | undefined;
  message = '';
  error: string | undefined;
  result: ImportResult | undefined;
  layer: string | undefined;
  crs: string | undefined;
  encoding: string | undefined;
  /** What the format asks, and the answers that the person gave. */
  questions: readonly ImportQuestion[] = [];
  options: Readonly<Record<string, string>> | undefined;
  typeName = '';
  /** The object type proposed for every file; empty: the name of its layer. */
  intoType = '';
  fields: FieldMapping[] = [];
  /** The layers of the file that have objects, where there are several. */
  layers: LayerChoice[] = [];
  undone: Undone | undefined;
  /** Objects imported. */
  written = 0;
  /** The extent that the map is to show; undefined once it does. */
  toShow: Extent | undefined;
  #importer: Promise<Importer> | undefined;
  #lookJob: string | undefined;
  #job: string | undefined;
  #running: AbortController | undefined;
  readonly #api: Api;
  readonly #live: Live;
  readonly #record: (imported: Imported) => Disposable | undefined;
  /** The import as a step of the history. */
  #step: Disposable | undefined;

  /** `record` adds an import to the history of the open project. */
  constructor(api: Api, live: Live, record: (imported: Imported) => Disposable | undefined) {
    this.#api = api;
    this.#live = live;
    this.#record = record;
    makeAutoObservable(
      this,
      {
        file: observableRef,
        given: observableRef,
        result: observableRef,
        toShow: observableRef,
        questions: observableRef,
        options: observableRef,
      },
      { autoBind: true },
    );
  }

  get isBusy(): boolean {
    return this.step === 'sending' || this.step === 'looking' || this.step === 'writing';
  }

  /** There is a preview to show, also while the file is previewed again. */
  get isLooked(): boolean {
    return (
      this.result !== undefined &&
      (this.step === 'look' || this.step === 'sending' || this.step === 'looking')
    );
  }

  /** Objects that would be imported, or were. */
  get objects(): number {
    const { chosenLayers } = this;
    if (this.step !== 'done' && chosenLayers.length > 1)
      return chosenLayers.reduce((sum, { count }) => sum + count, 0);
    return Object.values(this.result?.geometryTypes ?? {}).reduce((sum, count) => sum + count, 0);
  }

  /** The layers that are imported together; with one of them, it is the previewed layer that is imported. */
  get chosenLayers(): readonly LayerChoice[] {
    return this.layers.filter(({ isIncluded }) => isIncluded);
  }

  /** Why it cannot be imported yet, as a text key; undefined when it can. */
  get missing(): string | undefined {
    if (this.step !== 'look') return 'missing.look';
    if (this.result?.crs == null) return 'missing.crs';
    if (this.objects === 0) return 'missing.objects';
    if (this.chosenLayers.length > 1) return this.#missingOfLayers();
    if (this.typeName.trim() === '') return 'missing.type';
    const targets = this.fields.filter(({ isIncluded }) => isIncluded).map(({ target }) => target.trim());
    if (targets.includes('')) return 'missing.target';
    return new Set(targets).size < targets.length ? 'missing.twice' : undefined;
  }

  #missingOfLayers(): string | undefined {
    const names = this.chosenLayers.map(({ typeName }) => typeName.trim());
    return names.includes('') ? 'missing.type' : undefined;
  }

  open(projectId: string, file?: File, intoType = ''): void {
    this.intoType = intoType;
    if (this.projectId !== projectId || !this.isBusy) this.reset();
    this.projectId = projectId;
    this.given = file;
  }

  /** Closes it; a preview is cancelled, an import continues. */
  close(): void {
    if (this.step === 'sending' || this.step === 'looking') this.cancel();
    this.projectId = undefined;
  }

  /** Closes it, for the map to show what was imported. */
  show(): void {
    const extent = this.result?.extent;
    this.toShow = extent ? [...extent] : undefined;
    this.close();
  }

  /** The map shows what was imported. */
  shown(): void {
    this.toShow = undefined;
  }

  reset(): void {
    this.#running?.abort();
    this.#importer = this.#lookJob = this.#job = undefined;
    this.step = 'choose';
    this.given = this.file = this.result = this.error = this.progress = this.undone = undefined;
    this.layer = this.crs = this.encoding = this.options = undefined;
    this.questions = [];
    this.typeName = this.intoType;
    this.message = '';
    this.fields = [];
    this.layers = [];
    this.written = 0;
  }

  /** Uploads a file by its importer, whose code may still be loading. */
  choose(file: File, importer: Importer | Promise<Importer>): Promise<void> {
    this.reset();
    this.file = file;
    this.#importer = Promise.resolve(importer);
    return this.#look({ file });
  }

  /** Previews the same file again with another layer, CRS, encoding or answer. */
  again(change: {
    layer?: string;
    crs?: string;
    encoding?: string;
    answer?: [id: string, answer: string];
  }): Promise<void> {
    if (change.layer !== undefined) this.layer = change.layer;
    if (change.crs !== undefined) this.crs = change.crs;
    if (change.encoding !== undefined) this.encoding = change.encoding;
    if (change.answer) {
      this.options = { ...this.options, [change.answer[0]]: change.answer[1] };
      // The layers of the file may be others then.
      this.layer = undefined;
    }
    return this.#look(this.#lookJob === undefined ? { file: this.file! } : { upload: this.#lookJob });
  }

  /** Shows why a file is refused. */
  refuse(reason: string): void {
    this.error = reason;
  }

  setTypeName(name: string): void {
    this.typeName = name;
  }

  setField(index: number, change: Partial<FieldMapping>): void {
    this.fields[index] = { ...this.fields[index]!, ...change };
  }

  /** A layer that is chosen alone is previewed. */
  setLayer(index: number, change: Partial<Pick<LayerChoice, 'isIncluded' | 'typeName'>>): void {
    this.layers[index] = { ...this.layers[index]!, ...change };
    const [only, ...others] = this.chosenLayers;
    if (only && others.length === 0 && only.name !== this.layer) void this.again({ layer: only.name });
  }

  /** Includes all layers, or only the previewed one. */
  setAllLayers(isIncluded: boolean): void {
    this.layers = this.layers.map((each) => ({
      ...each,
      isIncluded: isIncluded || each.name === this.layer,
    }));
  }

  async #look(from: Pick<ImportRequest, 'file' | 'upload'>): Promise<void> {
    const before = this.step === 'look' ? this.result : undefined;
    this.step = from.file ? 'sending' : 'looking';
    const job = await this.#run({ ...from, commit: false }, 'looking');
    runInAction(() => {
      if (job === 'aborted') return;
      if (!job) {
        // If a second preview fails, the first one stays.
        this.step = before ? 'look' : 'choose';
        return;
      }
      this.#lookJob = job.id;
      this.#show(job.result);
    });
  }

  #show(result: ImportResult): void {
    const sameFields =
      result.fields.map(({ name }) => name).join() === this.fields.map(({ name }) => name).join();
    if (!sameFields)
      this.fields = result.fields.map(({ name }) => ({ name, isIncluded: true, target: name.slice(0, 120) }));
    if (this.typeName === '' || this.typeName === this.result?.layer) this.typeName = result.layer ?? '';
    this.result = result;
    this.layer = result.layer ?? undefined;
    this.layers = layerChoices(result, this.layers);
    this.step = 'look';
  }

  async commit(): Promise<void> {
    if (this.missing !== undefined) return;
    this.step = 'writing';
    const changed = this.fields.some(({ name, isIncluded, target }) => !isIncluded || target !== name);
    const mapping = Object.fromEntries(
      this.fields.map(({ name, isIncluded, target }) => [name, isIncluded ? target.trim() : null]),
    );
    const projectId = this.projectId!;
    const fileName = this.file!.name;
    const request = { upload: this.#lookJob!, commit: true };
    const several = this.chosenLayers.map(({ name, typeName }) => ({
      layer: name,
      typeName: typeName.trim(),
    }));
    const what =
      several.length > 1
        ? { layers: several }
        : { typeName: this.typeName.trim(), ...(changed && { mapping }) };
    const job = await this.#run({ ...request, ...what }, 'writing');
    runInAction(() => {
      if (job === 'aborted') return;
      this.step = job ? 'done' : 'look';
      if (!job) return;
      const lost = job.result.problems.filter(({ kind }) => kind === 'not-repairable').length;
      this.result = job.result;
      this.written = this.objects - lost;
      const id = job.result.importId;
      this.#step = id === null ? undefined : this.#record({ id, projectId, fileName, count: this.written });
    });
  }

  /** Sends a request and follows its job; undefined when it failed (the reason is in `error`) or was cancelled. */
  async #run(
    request: Omit<ImportRequest, 'projectId'>,
    step: 'looking' | 'writing',
  ): Promise<{ id: string; result: ImportResult } | 'aborted' | undefined> {
    const running = new AbortController();
    this.#running?.abort();
    this.#running = running;
    this.error = undefined;
    this.progress = request.file ? 0 : undefined;
    this.message = '';
    const { layer, crs, encoding, options } = this;
    try {
      const importer = await this.#importer!;
      running.signal.throwIfAborted();
      if (request.file) runInAction(() => (this.questions = importer.questions?.(request.file!) ?? []));
      const id = await importer.send(
        { ...request, projectId: this.projectId!, layer, crs, encoding, ...(options && { options }) },
        { signal: running.signal, onUpload: (part) => runInAction(() => (this.progress = part)) },
      );
      runInAction(() => {
        this.#job = id;
        this.step = step;
        this.progress = undefined;
      });
      const job = await followJob(
        this.#api,
        this.#live,
        id,
        ({ progress, message }) => runInAction(() => Object.assign(this, { progress, message })),
        running.signal,
      );
      if (job.state === 'done') return { id, result: job.result as ImportResult };
      runInAction(() => (this.error = job.error ?? undefined));
      return undefined;
    } catch (failure) {
      if (isAbort(failure)) return 'aborted';
      runInAction(() => (this.error = sentenceOf(failure)));
      return undefined;
    } finally {
      if (this.#running === running) runInAction(() => (this.#job = undefined));
    }
  }

  /** Cancels the current job. The server rolls back what was being written. */
  cancel(): void {
    const job = this.#job;
    if (this.step === 'writing') {
      // Still followed: it may finish before the server receives the cancellation.
      if (job) void this.#api.call(cancelJob, { params: { id: job } }).catch(this.#showError);
      return;
    }
    this.#running?.abort();
    if (job) void this.#api.call(cancelJob, { params: { id: job } }).catch(() => undefined);
    this.step = this.result ? 'look' : 'choose';
  }

  #showError = (failure: unknown): void =>
    runInAction(() => {
      this.error = sentenceOf(failure);
    });

  async undo(): Promise<void> {
    const id = this.result?.importId;
    if (!id) return;
    const { data } = await this.#api.call(undoImport, { params: { id } });
    this.#step?.dispose();
    runInAction(() => (this.undone = { removed: data.removed, kept: data.keptCount }));
  }
}

export const IMPORT_WIZARD = serviceToken<ImportWizard>('import.Wizard');
