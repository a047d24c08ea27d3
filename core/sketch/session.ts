import { BehaviorSubject, merge } from 'rxjs';
import { extentOf, type Extent } from '#core/document';
import { canProject } from '#core/geodesy';
import type { I18n } from '#core/i18n';
import { Lifetime } from '#core/kernel';
import type { Gesture, Sketch } from '#core/mapview';
import type { Position } from '#core/protocol';
import type { Settings } from '#core/settings';
import type { KeyGesture, ToolContext, ToolSession, ToolState } from '#core/tools';
import { constrained } from './alongside.ts';
import { heldBy, type Frame } from './locks.ts';
import { PathCapture, type Path, type PathKind } from './capture.ts';
import type { Metric } from './metric.ts';
import { guided, pathSketch } from './picture.ts';
import { printerOf, type Printer } from './printer.ts';
import { readoutOf, segmentLabels } from './readout.ts';
import { Snapping } from './snapping.ts';

export interface CaptureRequest {
  readonly context: ToolContext;
  readonly settings: Settings;
  readonly i18n: I18n;
  readonly kind: PathKind;
  /** How lengths, azimuths and areas are taken; asked at every move, so that it may change meanwhile. */
  readonly metric: () => Metric;
  /**
   * Text keys: what to do before the first vertex, while vertices are missing, when it can be finished, and while the
   * finished path waits for an answer.
   */
  readonly hints: {
    readonly start: string;
    readonly next: string;
    readonly enough: string;
    readonly waiting?: string;
  };
  /** Aids of drafting are offered: its legs may be led along arcs and edges, and bring any number of vertices. */
  readonly drafts?: boolean;
  /** A vertex that must not be: its reason as a text key, shown until the next gesture. */
  readonly refuses?: (vertices: readonly Position[]) => string | undefined;
  /** Something beside the path is under way: Esc ends that before it leaves the tool. */
  readonly alsoBusy?: () => boolean;
  /**
   * Receives the finished vertices. While a promise is open the path stays on the map and gestures wait; `false`
   * means that it was given up, and can be restored. `putAway` is aborted when the tool is.
   */
  readonly finished: (vertices: Position[], putAway: AbortSignal) => void | boolean | Promise<boolean>;
}

/** What gets the hand before the path does, while the next vertex is constructed. True: it has been used. */
export interface Diversion {
  gesture(gesture: Gesture): boolean;
  key(key: KeyGesture): boolean;
}

/** A tool's use that captures one path after the other: draws it, reads it out, finishes or cancels it. */
export class CaptureSession implements ToolSession {
  readonly state$: BehaviorSubject<ToolState>;
  readonly path: PathCapture;
  readonly #lifetime = new Lifetime();
  readonly #printer: Printer;
  readonly #putAway = new AbortController();
  #held: readonly Position[] | undefined;
  #problem: string | undefined;
  #diversion: Diversion | undefined;

  constructor(readonly request: CaptureRequest) {
    const { view, project } = request.context;
    const { i18n, settings } = request;
    this.#printer = printerOf(i18n, settings);
    // Texts that cannot be fetched show as keys.
    i18n.load('sketch').catch(() => undefined);
    const snapping = this.#lifetime.add(new Snapping(view, settings));
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
    this.state$ = new BehaviorSubject(this.#stateOf(this.path.state));
    view.setCursor('crosshair');
    this.#lifetime.add(() => view.setCursor(undefined));
    this.#lifetime.add(() => view.show(undefined));
    // What the path goes through is there when it is finished, however far the map has moved on.
    this.#lifetime.add(project.keep(() => project.document.index.search(this.#extent)));
    let steps = project.history.state.done.length;
    this.#lifetime.add(
      project.history.state$.subscribe(({ done }) => {
        if (done.length !== steps) this.path.forget();
        steps = done.length;
      }),
    );
    this.#lifetime.add(merge(i18n.revision$, settings.observe('angleUnit')).subscribe(() => this.refresh()));
    this.#lifetime.add(this.path.state$.subscribe((path) => this.#show(path)));
  }

  /** What typed values are meant in: the way of measuring, and the CRS of X and Y. */
  get frame(): Frame {
    const metric = this.request.metric();
    const wanted = this.request.settings.get('measureCRS');
    return { metric, crs: metric.crs ?? (wanted && canProject(wanted) ? wanted : 'EPSG:4326') };
  }

  get state(): ToolState {
    return this.state$.value;
  }

  get #extent(): Extent {
    return extentOf({ type: 'MultiPoint', coordinates: [...(this.handOver() ?? [])] });
  }

  gesture(gesture: Gesture): boolean {
    if (this.#held) return false;
    if (gesture.kind !== 'move') this.#problem = undefined;
    if (this.#diversion?.gesture(gesture)) return false;
    return this.path.gesture(gesture);
  }

  key(key: KeyGesture): boolean {
    if (this.#held) return false;
    this.#problem = undefined;
    return this.#diversion?.key(key) || this.path.key(key);
  }

  /** Gestures and keys go to `diversion` first; undefined: to the path again. */
  divert(diversion: Diversion | undefined): void {
    this.#diversion = diversion;
  }

  complete(): void {
    if (!this.#held && !this.path.complete()) this.#show(this.path.state);
  }

  cancel(): void {
    if (this.#held || this.path.unlock()) return;
    if (this.path.constraint$.value) this.path.constrain(undefined);
    else this.path.cancel();
  }

  /** Says why something cannot be, as a text key, until the next gesture. */
  tell(problem: string): void {
    this.#problem = problem;
    this.#show(this.path.state);
  }

  /** Draws again what the tool shows: units or the way of measuring have changed. */
  refresh(): void {
    this.#show(this.path.state);
  }

  handOver(): readonly Position[] | undefined {
    const vertices = this.#held ?? this.path.vertices;
    return vertices.length > 0 ? vertices : undefined;
  }

  takeOver(vertices: readonly Position[]): void {
    this.path.keepAside(vertices);
    this.path.restore();
  }

  dispose(): void {
    this.#putAway.abort();
    this.path.cancel();
    this.path.follow(undefined);
    this.#lifetime.dispose();
  }

  #finish(vertices: Position[]): void {
    this.#problem = this.request.refuses?.(vertices);
    if (this.#problem) {
      this.path.keepAside(vertices);
      this.path.restore();
      return;
    }
    const kept = this.request.finished(vertices, this.#putAway.signal);
    if (kept instanceof Promise) void this.#hold(vertices, kept);
    else if (kept === false) this.path.keepAside(vertices);
  }

  async #hold(vertices: readonly Position[], kept: Promise<boolean>): Promise<void> {
    this.#held = vertices;
    this.#show(this.path.state);
    try {
      if (!(await kept)) this.path.keepAside(vertices);
    } finally {
      this.#held = undefined;
      if (!this.#lifetime.closed) this.#show(this.path.state);
    }
  }

  #show(path: Path): void {
    const shown = this.#held
      ? { ...path, vertices: this.#held, cursor: undefined, between: [], snap: undefined }
      : path;
    this.request.context.view.show(this.#sketchOf(shown));
    this.state$.next(this.#stateOf(shown));
  }

  #sketchOf(path: Path): Sketch {
    const { kind, metric } = this.request;
    const sketch = pathSketch(
      path,
      kind,
      segmentLabels(path.vertices, kind === 'ring' && !path.cursor, metric(), this.#printer),
    );
    return guided(sketch, this.path.constraint$.value, this.path.lead$.value);
  }

  #stateOf(path: Path): ToolState {
    const { hints, kind, metric, i18n } = this.request;
    const missing = this.path.missing;
    const begun = path.vertices.length > 0;
    const { lead$, constraint$ } = this.path;
    const hint = !begun
      ? hints.start
      : (lead$.value?.hint(path.vertices) ?? (missing > 0 ? hints.next : hints.enough));
    return {
      hint: this.#problem ?? (this.#held && hints.waiting) ?? hint,
      hintValues: { count: missing },
      readout: this.#held
        ? []
        : readoutOf(path, kind, metric(), this.#printer, (key) => i18n.t(key), lead$.value),
      canComplete: !this.#held && begun && missing === 0,
      canTakeBack: !this.#held && begun,
      busy:
        ((begun || this.path.locked || constraint$.value !== undefined) && !this.#held) ||
        (this.request.alsoBusy?.() ?? false),
    };
  }
}

/** The capture at work in a tool's use, be it the whole of it or a part (a tool that does more has it as `capture`). */
export function captureOf(session: ToolSession | undefined): CaptureSession | undefined {
  if (session instanceof CaptureSession) return session;
  const part = (session as { capture?: unknown } | undefined)?.capture;
  return part instanceof CaptureSession ? part : undefined;
}
