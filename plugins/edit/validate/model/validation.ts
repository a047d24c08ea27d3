import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Change, Extent } from '#core/document';
import type { StoredValue } from '#core/browser';
import { runInSlices, isAbort, Latest, sentenceOf } from '#core/kernel';
import type { OpenProject } from '#core/project';
import type { RepairFault } from '../edits/repairs.ts';
import { boundsOf } from './bounds-of.ts';
import { KINDS, type Finding, type FindingKind } from './finding.ts';
import type { CheckSettings, StoredChoices } from './stored-choices.ts';
import { look } from './look.ts';
import { olderBy, stageRepair, type RepairRights } from './propose.ts';
import { ValidationScene } from './scene.ts';
import { areAllLoaded, objectsOf, type CheckSource } from './source.ts';
import { Staged } from './staged.ts';

/** The changes that repair findings. */
export interface RepairProposal {
  /** The requested findings, and those of them that can be repaired. */
  readonly requested: readonly Finding[];
  readonly findings: readonly Finding[];
  readonly changes: readonly Change[];
  /** Number of findings that cannot be repaired, by reason. */
  readonly faults: ReadonlyMap<RepairFault, number>;
  /** The object chosen to get the area, if any. */
  readonly to: string | undefined;
}

export interface ValidationDependencies {
  readonly project: OpenProject;
  /** Ids of the selected objects; the extent of the view. */
  readonly selected: () => readonly string[];
  readonly view: () => Extent | undefined;
  readonly rights: () => RepairRights;
  /** Returns the area of use of a CRS; undefined if it is currently unknown. */
  readonly areaOfUse: (crs: string, signal: AbortSignal) => Promise<Extent | undefined>;
  /** The person's settings in this project. */
  readonly choices: StoredValue<StoredChoices>;
}

/** Validates the open project and repairs findings. */
export class Validation {
  source: CheckSource = 'loaded';
  stored: StoredChoices;
  /** 0 to 1 while checks run or repairs are computed. */
  progress: number | undefined = undefined;
  /** Number of objects checked; undefined before the first run. */
  checkedCount: number | undefined = undefined;
  found: readonly Finding[] = [];
  /** Whether objects have changed since. */
  isStale = false;
  /** Whether objects to check, or around them, were not loaded, so that issues may be missing. */
  isPartial = false;
  error: string | undefined = undefined;
  /** Lists only this kind. */
  kind: FindingKind | undefined = undefined;
  showsIgnored = false;
  activeId: string | undefined = undefined;
  proposal: RepairProposal | undefined = undefined;
  readonly #parts: ValidationDependencies;
  readonly #newest = new Latest();
  /** Index in the list from which to continue. */
  #place = 0;

  constructor(parts: ValidationDependencies) {
    this.#parts = parts;
    this.stored = parts.choices.get();
    makeAutoObservable(this, {
      source: observableRef,
      stored: observableRef,
      found: observableRef,
      proposal: observableRef,
    });
  }

  /** The findings that are not ignored, or with `showsIgnored` only the ignored ones. */
  get findings(): readonly Finding[] {
    const ignored = new Set(this.stored.ignored);
    return this.found.filter(({ id }) => ignored.has(id) === this.showsIgnored);
  }

  get listed(): readonly Finding[] {
    return this.kind === undefined ? this.findings : this.findings.filter(({ kind }) => kind === this.kind);
  }

  get counts(): readonly { kind: FindingKind; count: number }[] {
    const counts = new Map<FindingKind, number>();
    for (const { kind } of this.findings) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return KINDS.flatMap((kind) => (counts.has(kind) ? [{ kind, count: counts.get(kind)! }] : []));
  }

  get active(): Finding | undefined {
    return this.findings.find(({ id }) => id === this.activeId);
  }

  /** Watches whether the findings become outdated, until the returned function is called. */
  follow(): () => void {
    const { project } = this.#parts;
    const subscription = project.document.changes$.subscribe(({ origin }) => {
      if (origin !== 'load' && origin !== 'unload') this.touched();
    });
    const keeping = project.retain(() => this.#retainedIds());
    return () => {
      subscription.unsubscribe();
      keeping.dispose();
      this.stop();
    };
  }

  /** Ids of the objects of all findings, and of those that the proposal changes. */
  *#retainedIds(): Generator<string> {
    for (const { objects } of this.found) for (const { id } of objects) yield id;
    for (const { id } of this.proposal?.changes ?? []) yield id;
  }

  touched(): void {
    if (this.checkedCount !== undefined || this.progress !== undefined) this.isStale = true;
  }

  set(values: Partial<Pick<Validation, 'source' | 'kind' | 'showsIgnored'>>): void {
    Object.assign(this, values);
    this.proposal = undefined;
  }

  choose(kind: FindingKind, chosen: Partial<CheckSettings>): void {
    this.#store({ checks: { ...this.stored.checks, [kind]: { ...this.stored.checks[kind], ...chosen } } });
  }

  activate(id: string | undefined): void {
    this.activeId = id;
    this.proposal = undefined;
  }

  /** Returns the finding `by` steps further in the list, which wraps around. */
  step(by: 1 | -1): Finding | undefined {
    const { listed } = this;
    if (listed.length === 0) return undefined;
    const at = listed.findIndex(({ id }) => id === this.activeId);
    // The current finding may have been repaired: continue with the next one.
    const to = at >= 0 ? at + by : by > 0 ? this.#place : this.#place - 1;
    const next = listed[(to + listed.length) % listed.length]!;
    this.activate(next.id);
    return next;
  }

  /** Ignores findings for this person in this project, or lists them again. */
  ignore(ids: readonly string[], isIgnored: boolean): void {
    const rest = this.stored.ignored.filter((id) => !ids.includes(id));
    this.#store({ ignored: isIgnored ? [...rest, ...ids] : rest });
    this.proposal = undefined;
  }

  async run(): Promise<void> {
    const { project, selected, view, areaOfUse } = this.#parts;
    const { document } = project;
    const { source } = this;
    const [ids, extent] = [selected(), view()];
    const found: Finding[] = [];
    runInAction(() => (this.isStale = false));
    await this.#work(async (onProgress, signal) => {
      const missing = source === 'selected' ? ids.filter((id) => !document.get(id)) : [];
      await project.loadObjects(missing, signal);
      const objects = objectsOf(source, document, ids, extent);
      const isWhole = () => areAllLoaded(source, project, objects, extent);
      const isWholeBefore = isWhole();
      const area = await areaOfUse(project.project.crs, signal);
      const scene = new ValidationScene(objects, document.index, boundsOf(project.project, area));
      const seen = new Set<string>();
      await runInSlices(
        look(scene, this.stored.checks),
        ({ share, found: one }) => {
          onProgress(share);
          if (!one || seen.has(one.id)) return;
          seen.add(one.id);
          found.push(one);
        },
        signal,
      );
      runInAction(() => {
        this.found = found;
        this.#place = 0;
        this.checkedCount = objects.length;
        // Distant objects may have been unloaded meanwhile.
        this.isPartial = !isWholeBefore || !isWhole();
        this.activeId = undefined;
        this.kind = undefined;
      });
    });
  }

  /** Computes the repair of these findings. */
  async propose(findings: readonly Finding[], to?: string): Promise<void> {
    const { project, rights } = this.#parts;
    const { document } = project;
    const stage = new Staged(document);
    const faults = new Map<RepairFault, number>();
    const repaired: Finding[] = [];
    const isOlder = olderBy((id) => document.recordOf(id)?.metadata?.createdAt);
    const steps = function* (this: Validation) {
      for (const [i, finding] of findings.entries()) {
        const metres = this.stored.checks[finding.kind].metres ?? 0;
        const fault = stageRepair(finding, stage, { metres, to, isOlder }, rights());
        if (fault) faults.set(fault, (faults.get(fault) ?? 0) + 1);
        else repaired.push(finding);
        yield (i + 1) / findings.length;
      }
    }.bind(this);
    await this.#work(async (onProgress, signal) => {
      await runInSlices(steps(), onProgress, signal);
      const changes = stage.changes(document);
      runInAction(() => {
        this.proposal = { requested: findings, findings: repaired, changes, faults, to };
      });
    });
  }

  /** Applies the proposal in one step. Returns false if an object has changed meanwhile. */
  apply(): boolean {
    const { proposal } = this;
    this.proposal = undefined;
    if (!proposal) return false;
    const { document, history } = this.#parts.project;
    const { changes, findings } = proposal;
    if (changes.some(({ id, before }) => document.get(id) !== before)) return false;
    const done = history.perform(() => changes, {
      label: 'validate:step.repair',
      values: { count: findings.length },
      code: 'repair',
    });
    if (!done) return false;
    const mended = new Set(findings);
    this.#place = Math.max(
      0,
      this.listed.findIndex((each) => mended.has(each)),
    );
    this.found = this.found.filter((each) => !mended.has(each));
    this.activeId = undefined;
    return true;
  }

  stop(): void {
    this.#newest.cancel();
    this.progress = undefined;
  }

  async #work(
    work: (onProgress: (share: number) => void, signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    runInAction(() => {
      this.progress = 0;
      this.error = undefined;
      this.proposal = undefined;
    });
    const onProgress = (share: number) => {
      // Progress is updated in steps of one percent.
      if (share - this.progress! >= 0.01 || share < this.progress!)
        runInAction(() => (this.progress = share));
    };
    try {
      await this.#newest.run((signal) => work(onProgress, signal));
      runInAction(() => (this.progress = undefined));
    } catch (thrown) {
      if (isAbort(thrown)) return;
      runInAction(() => {
        this.progress = undefined;
        this.error = sentenceOf(thrown);
      });
    }
  }

  #store(change: Partial<StoredChoices>): void {
    this.stored = { ...this.stored, ...change };
    this.#parts.choices.set(this.stored);
  }
}
