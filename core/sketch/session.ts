import { extentOf, type Extent } from '#core/document';
import { canProject } from '#core/geodesy';
import type { I18n } from '#core/i18n';
import { AppError } from '#core/kernel';
import type { Gesture, Sketch } from '#core/mapview';
import type { Position } from '#core/protocol';
import type { Settings } from '#core/settings';
import { BaseToolSession, type KeyGesture, type StateOfTool, type ToolContext } from '#core/tools';
import { constrained } from './alongside.ts';
import { heldBy, type InputFrame } from './locks.ts';
import { PathCapture, type CapturedPath, type PathKind } from './capture.ts';
import type { Metric } from './metric.ts';
import { guided, pathSketch } from './picture.ts';
import { printerOf, type Printer } from './printer.ts';
import { readoutOf, segmentLabels } from './readout.ts';
import { Snapping } from './snapping.ts';

declare module '#core/tools' {
  interface ToolSession {
    /** In a tool that captures vertices: receives typed values, leads and constraints. */
    readonly capture?: CaptureSession;
  }
}

export interface CaptureRequest {
  readonly context: ToolContext;
  readonly settings: Settings;
  readonly i18n: I18n;
  readonly kind: PathKind;
  /** How lengths, azimuths and areas are measured; called at every move, because it may change. */
  readonly metric: () => Metric;
  /**
   * Text keys: what to do before the first vertex, while vertices are missing, when the path can be finished, and
   * while the finished path waits for an answer.
   */
  readonly hints: {
    readonly start: string;
    readonly next: string;
    readonly enough: string;
    readonly waiting?: string;
  };
  /** Whether drafting aids are offered: legs may follow arcs and edges, which add any number of vertices. */
  readonly drafts?: boolean;
  /** Returns why a vertex is rejected, as a text key shown until the next gesture; undefined if it is accepted. */
  readonly refuses?: (vertices: readonly Position[]) => string | undefined;
  /**
   * Receives the finished vertices. While a promise is pending, the path stays on the map and gestures are ignored;
   * `false` means that it was discarded and can be restored. If it rejects, the path stays in hand. `putAway` is aborted
   * when the tool is put away.
   */
  readonly finished: (vertices: Position[], putAway: AbortSignal) => void | boolean | Promise<boolean>;
}

/**
 * Receives gestures and keys before the path does, while the next vertex is constructed. Returns whether they were
 * used.
 */
export interface Diversion {
  gesture(gesture: Gesture): boolean;
  key(key: KeyGesture): boolean;
}

/** A session of a tool that captures one path after another: draws it, shows its values, finishes or cancels it. */
export class CaptureSession extends BaseToolSession {
  readonly path: PathCapture;
  readonly #printer: Printer;
  /** Finished vertices that wait for an answer. */
  #held: readonly Position[] | undefined;
  #diversion: Diversion | undefined;
  /** False while this constructor runs: fields of subclasses, which describe the state, do not exist yet. */
  #isMade = false;

  constructor(readonly request: CaptureRequest) {
    super(request.context);
    const { view, project } = this;
    const { i18n, settings } = request;
    this.#printer = printerOf(i18n, settings);
    // Texts that cannot be loaded show as keys.
    i18n.load('sketch').catch(() => undefined);
    const snapping = this.lifetime.add(new Snapping(view, settings));
    this.path = new PathCapture(
      view,
      snapping,
      request.kind,
      (vertices) => this.#finish(vertices),
      (locks, pointer, from) => {
        const { frame } = this;
        const held = constrained(locks, this.path.constraint$.value, pointer, from, frame.metric);
        return heldBy(held, pointer, from, frame);
      },
    );
    view.setCursor('crosshair');
    // Objects along the path stay loaded until it is finished, however far the map moves.
    this.lifetime.add(project.retain(() => project.document.index.search(this.#extent)));
    let steps = project.history.state.done.length;
    this.lifetime.add(
      project.history.state$.subscribe(({ done }) => {
        if (done.length !== steps) this.path.forget();
        steps = done.length;
      }),
    );
    this.follow(
      () => this.#isMade && this.refresh(),
      i18n.revision$,
      settings.observe('units'),
      this.path.state$,
    );
    this.#isMade = true;
  }

  get capture(): CaptureSession {
    return this;
  }

  /** The frame of typed values: the current metric, and the working CRS for X and Y. */
  get frame(): InputFrame {
    const metric = this.request.metric();
    const crs = this.request.settings.get('workingCrs');
    return { metric, crs: canProject(crs) ? crs : 'EPSG:4326' };
  }

  get #extent(): Extent {
    return extentOf({ type: 'MultiPoint', coordinates: [...(this.handOver() ?? [])] });
  }

  override gesture(gesture: Gesture): boolean {
    if (this.#held) return false;
    if (gesture.kind !== 'move') this.clearProblem();
    if (this.#diversion?.gesture(gesture)) return false;
    return this.path.gesture(gesture);
  }

  override key(key: KeyGesture): boolean {
    if (this.#held) return false;
    this.clearProblem();
    return this.#diversion?.key(key) || this.path.key(key);
  }

  /** Sends gestures and keys to `diversion` first; undefined: only to the path. */
  divert(diversion: Diversion | undefined): void {
    this.#diversion = diversion;
  }

  override complete(): void {
    if (!this.#held && !this.path.complete()) this.refresh();
  }

  override cancel(): void {
    if (this.#held || this.path.unlock()) return;
    if (this.path.constraint$.value) this.path.constrain(undefined);
    else this.path.cancel();
  }

  /** Draws and describes the path again after the path, units or metric have changed. */
  refresh(): void {
    this.show(this.#sketchOf(this.#shown));
    this.update();
  }

  handOver(): readonly Position[] | undefined {
    const vertices = this.#held ?? this.path.vertices;
    return vertices.length > 0 ? vertices : undefined;
  }

  takeOver(vertices: readonly Position[]): void {
    this.path.keepAside(vertices);
    this.path.restore();
  }

  override dispose(): void {
    this.path.cancel();
    this.path.follow(undefined);
    super.dispose();
  }

  protected override describe(): StateOfTool {
    const { hints, kind, metric, i18n } = this.request;
    const path = this.#shown;
    const missing = this.path.missing;
    const begun = path.vertices.length > 0;
    const { lead$, constraint$ } = this.path;
    if (this.#held)
      return { hint: hints.waiting ?? hints.enough, hintValues: { count: missing }, readout: [] };
    const hint = !begun
      ? hints.start
      : (lead$.value?.hint(path.vertices) ?? (missing > 0 ? hints.next : hints.enough));
    return {
      hint,
      hintValues: { count: missing },
      readout: readoutOf(path, kind, metric(), this.#printer, (key) => i18n.t(key), lead$.value),
      canComplete: begun && missing === 0,
      canTakeBack: begun,
      busy: begun || this.path.locked || constraint$.value !== undefined,
    };
  }

  /** The path as drawn: a path that waits for an answer stays on the map. */
  get #shown(): CapturedPath {
    const { state } = this.path;
    const vertices = this.#held;
    return vertices ? { ...state, vertices, cursor: undefined, between: [], snap: undefined } : state;
  }

  #finish(vertices: Position[]): void {
    const problem = this.request.refuses?.(vertices);
    this.refuse(problem);
    if (problem) {
      this.path.keepAside(vertices);
      this.path.restore();
      return;
    }
    const accepted = this.request.finished(vertices, this.putAway);
    if (accepted instanceof Promise) void this.#hold(vertices, accepted);
    else if (accepted === false) this.path.keepAside(vertices);
  }

  async #hold(vertices: readonly Position[], accepted: Promise<boolean>): Promise<void> {
    this.#held = vertices;
    this.refresh();
    try {
      if (!(await accepted)) this.path.keepAside(vertices);
    } catch (failure) {
      this.takeOver(vertices);
      if (!(failure instanceof AppError && failure.id === 'part-lost')) throw failure;
    } finally {
      this.#held = undefined;
      this.refresh();
    }
  }

  #sketchOf(path: CapturedPath): Sketch {
    const { kind, metric } = this.request;
    const sketch = pathSketch(
      path,
      kind,
      segmentLabels(path.vertices, kind === 'ring' && !path.cursor, metric(), this.#printer),
    );
    return guided(sketch, this.path.constraint$.value, this.path.lead$.value);
  }
}
