import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { of, type Observable } from 'rxjs';
import type { Api } from '#core/api';
import { canProject, loadCrs } from '#core/geodesy';
import { AppError, Lifetime, serviceToken, type Disposable } from '#core/kernel';
import type { Extent } from '#core/document';
import type { LayerState } from '#core/mapview';
import { loadDefinitions, type Projects } from '#core/project';
import {
  MAX_FRAMES,
  SHEET_DPI,
  type PaperBox,
  type SheetDrawing,
  type SheetPicture,
  type Position,
  type SheetAtlas,
  type SheetFormat,
  type SheetProfile,
  type SheetLayout,
  type SheetRequest,
} from '#core/protocol';
import {
  DEFAULT_LAYOUT,
  fittingScale,
  frameOutline,
  groundSize,
  planeAbout,
  planSheet,
  type SheetPlan,
} from '#core/sheets';
import type { Layers } from '#plugins/work/layers/api';
import type { Selection } from '#plugins/work/selection/api';
import { frameOf, isWhole, type DraftFrame, type ProfileDraft } from './profile-draft.ts';
import {
  itemsOf,
  kindOf,
  numberOf,
  withoutFrame,
  withPlace,
  type PlacedItem,
  type PlaceKey,
} from './places.ts';

export interface SheetSources {
  readonly layers: Layers | undefined;
  readonly selection: Selection | undefined;
}

/** The outline of a frame on the ground, closed, clockwise from its upper left corner. */
export type FrameRing = readonly (readonly [number, number])[];

/** The sheet that a person prepares in the open project. */
export class SheetDesk implements Disposable {
  layout: SheetLayout = DEFAULT_LAYOUT;
  frames: readonly DraftFrame[] = [];
  /** The frame that is edited, by its number. */
  active = 0;
  /** What is chosen on the paper. */
  chosen: PlaceKey = 'frame:0';
  atlas: SheetAtlas | undefined = undefined;
  format: SheetFormat = 'pdf';
  dpi: number = SHEET_DPI.usual;
  crs: string | undefined = undefined;
  /** Whether the CRS can be computed here. */
  isReady = false;
  failure: unknown = undefined;
  /** Whether the panel is shown, and with it the frames on the map. */
  isOpen = false;
  readonly #api: Pick<Api, 'call' | 'bytes'>;
  readonly #projects: Pick<Projects, 'current'>;
  /** Ids of the selected objects, in selection order. */
  readonly selected$: Observable<readonly string[]>;
  /** Names of the visible layers, the lowest first; undefined where there are no layers to hide. */
  visibleTypes: readonly string[] | undefined = undefined;
  readonly #lifetime = new Lifetime();
  #projectId: string | undefined;
  /** What was added before there were frames, and the project that it is of. */
  #waiting: { of: string | undefined; frames: readonly Partial<DraftFrame>[] } = {
    of: undefined,
    frames: [],
  };

  constructor(
    api: Pick<Api, 'call' | 'bytes'>,
    projects: Pick<Projects, 'current'>,
    { layers, selection }: SheetSources,
  ) {
    this.#api = api;
    this.#projects = projects;
    this.selected$ = selection?.ids$ ?? of([]);
    makeAutoObservable(
      this,
      {
        layout: observableRef,
        frames: observableRef,
        atlas: observableRef,
        failure: observableRef,
        visibleTypes: observableRef,
        selected$: false,
      },
      { autoBind: true },
    );
    if (layers) this.#lifetime.add(layers.states$.subscribe(this.#follow));
  }

  get projectId(): string | undefined {
    return this.#projectId;
  }

  /** Whether there is something to draw: a layer that is not hidden, or a frame with another content. */
  get hasSomething(): boolean {
    const { visibleTypes } = this;
    return (
      visibleTypes === undefined ||
      visibleTypes.length > 0 ||
      this.frames.some(({ profile, content }) => profile !== undefined || content !== undefined)
    );
  }

  /**
   * Shows the frames; in another project than before they begin at the middle of the map. `titleBlock`: of the first
   * sheet.
   */
  open(middle: Position, titleBlock: SheetLayout['titleBlock']): void {
    this.isOpen = true;
    if (this.layout === DEFAULT_LAYOUT) this.change({ titleBlock });
    const project = this.#projects.current?.project;
    if (!project) return;
    if (project.id === this.#projectId && this.frames.length > 0) return;
    this.#projectId = project.id;
    const first = frameAt(middle);
    const added = this.#waiting.of === project.id ? this.#waiting.frames : [];
    this.frames = [first, ...added.map((frame) => ({ ...first, ...frame }))];
    this.#waiting = { of: undefined, frames: [] };
    this.active = 0;
    this.atlas = undefined;
    void this.setCrs(project.crs);
  }

  close(): void {
    this.isOpen = false;
  }

  /** Undefined: nothing fits on the paper. */
  get plan(): SheetPlan | undefined {
    return planSheet(this.layout, Math.max(1, this.frames.length));
  }

  get frame(): DraftFrame | undefined {
    return this.frames[this.active];
  }

  scaleOf(frame: DraftFrame): number {
    return frame.scale ?? this.layout.scale;
  }

  change(layout: Partial<SheetLayout>): void {
    this.layout = { ...this.layout, ...layout };
  }

  /** Takes over a whole layout: parts that it lacks are not drawn. */
  setLayout(layout: SheetLayout): void {
    this.layout = layout;
  }

  setOutput(change: Partial<Pick<SheetDesk, 'format' | 'dpi' | 'atlas'>>): void {
    Object.assign(this, change);
  }

  /** Makes a frame the one that is edited. */
  choose(index: number): void {
    this.active = index;
    this.chosen = `frame:${index}`;
  }

  /** Chooses something on the paper; a frame is edited then. */
  pick(key: PlaceKey): void {
    this.chosen = key;
    if (kindOf(key) === 'frame') this.active = numberOf(key);
  }

  /** What is on the paper, and where; nothing before it is opened. */
  get placed(): readonly PlacedItem[] {
    const { plan } = this;
    return plan && this.frames.length > 0 ? itemsOf(this.layout, plan) : [];
  }

  /** Places something by hand; undefined: where the sheet places it. */
  place(key: PlaceKey, box: PaperBox | undefined): void {
    const { plan } = this;
    if (plan) this.layout = withPlace(this.layout, plan, key, box);
  }

  /** Takes over all frames, with as many as there are. */
  setFrames(frames: readonly DraftFrame[]): void {
    this.frames = frames;
    this.active = Math.max(0, Math.min(this.active, frames.length - 1));
  }

  /** Puts the middle of the active frame at a place of the map. */
  centreOn(place: Position): void {
    this.setFrame(this.active, { centre: frameAt(place).centre });
  }

  setFrame(index: number, change: Partial<DraftFrame>): void {
    this.frames = this.frames.map((frame, n) => (n === index ? { ...frame, ...change } : frame));
  }

  /** Frames, from 1, of profiles whose ground or line is not chosen yet. */
  get unfinished(): readonly number[] {
    return this.frames.flatMap((frame, n) => (isWhole(frame) ? [] : [n + 1]));
  }

  /** Makes the active frame a profile, which the first one cannot be, or changes it. */
  setProfile(change: ProfileDraft): void {
    if (this.active === 0) return;
    this.setFrame(this.active, { profile: { ...this.frame?.profile, ...change }, content: undefined });
  }

  /** Chooses the line of the active profile; where a map is active, that of the last profile, or of a new one. */
  setProfileLine(line: SheetProfile['line']): void {
    if (!this.frame?.profile) {
      const last = this.frames.findLastIndex(({ profile }) => profile);
      if (last > 0) this.choose(last);
      else this.addFrame();
    }
    this.setProfile({ line });
  }

  /** Adds a frame with what another viewer shows; returns its number from 1, undefined: there is no frame left. */
  addContent(content: SheetDrawing | SheetPicture, scale?: number): number | undefined {
    const of = this.#projects.current?.project.id;
    const frame = { content, ...(scale !== undefined && { scale }) };
    if (of === this.#projectId && this.frames.length > 0) {
      if (this.frames.length >= MAX_FRAMES) return undefined;
      this.addFrame();
      this.setFrame(this.active, frame);
      return this.frames.length;
    }
    // The first frame is a map, which `open` adds.
    const frames = [...(this.#waiting.of === of ? this.#waiting.frames : []), frame];
    if (frames.length >= MAX_FRAMES) return undefined;
    this.#waiting = { of, frames };
    return frames.length + 1;
  }

  addFrame(): void {
    const { frame } = this;
    if (!frame || this.frames.length >= MAX_FRAMES) return;
    this.frames = [...this.frames, { ...frame, profile: undefined, content: undefined }];
    this.choose(this.frames.length - 1);
  }

  removeFrame(index: number): void {
    if (this.frames.length < 2) return;
    this.layout = withoutFrame(this.layout, index);
    const [first, ...others] = this.frames.filter((_, n) => n !== index);
    // The first frame is a map.
    this.setFrames([{ ...first!, profile: undefined, content: undefined }, ...others]);
  }

  /** Puts the active frame about an extent, at a round scale at which it is all in it. */
  fit([west, south, east, north]: Extent): void {
    const { frame, plan, active } = this;
    const box = plan?.frames[active];
    if (!frame || !box || !this.isReady || !this.crs) return;
    const across = east < west ? east + 360 : east;
    const centre: [number, number] = [onEarth((west + across) / 2), (south + north) / 2];
    const plane = planeAbout(this.crs, centre);
    const angle = (frame.rotation * Math.PI) / 180;
    try {
      const places = [west, across].flatMap((longitude) =>
        [south, north].map((latitude) => plane.toPlane([onEarth(longitude), latitude])),
      );
      const along = places.map(([x, y]) => x * Math.cos(angle) - y * Math.sin(angle));
      const up = places.map(([x, y]) => x * Math.sin(angle) + y * Math.cos(angle));
      const size = [along, up].map((all) => Math.max(...all) - Math.min(...all)) as [number, number];
      const scale = Math.max(1, Math.min(10_000_000, fittingScale(size, box)));
      this.setFrame(active, { centre });
      this.setScale(active, scale);
    } catch {
      this.failure = new AppError('outside-crs', this.crs);
    }
  }

  /** The scale of the first frame is that of the layout. */
  setScale(index: number, scale: number): void {
    if (index === 0) this.change({ scale });
    else this.setFrame(index, { scale });
  }

  /** Where the frames are on the ground; undefined where they cannot be computed. */
  get rings(): readonly (FrameRing | undefined)[] {
    const { plan, crs, isReady } = this;
    return this.frames.map((frame, n) => {
      const box = plan?.frames[n];
      if (!box || !crs || !isReady || frame.profile || frame.content) return undefined;
      try {
        return frameOutline(planeAbout(crs, frame.centre), frame, groundSize(box, this.scaleOf(frame)), 4);
      } catch {
        return undefined;
      }
    });
  }

  /** Loads what a CRS takes; a failure is kept. */
  async setCrs(crs: string): Promise<void> {
    this.crs = crs;
    this.isReady = false;
    this.failure = undefined;
    try {
      await loadDefinitions(this.#api, [crs], new AbortController().signal);
      await loadCrs(crs);
      if (!canProject(crs)) throw new AppError('unknown-crs', crs);
      runInAction(() => {
        if (this.crs === crs) this.isReady = true;
      });
    } catch (thrown) {
      runInAction(() => {
        if (this.crs === crs) this.failure = thrown;
      });
    }
  }

  /** What the server is asked for: visible layers in their order. */
  get request(): SheetRequest {
    const { visibleTypes } = this;
    return {
      layout: this.layout,
      frames: this.frames.map(frameOf),
      ...(visibleTypes && { typeNames: [...visibleTypes] }),
      ...(this.crs && { crs: this.crs }),
      ...(this.atlas && { atlas: this.atlas }),
      format: this.format,
      ...(this.format === 'png' && { dpi: this.dpi }),
    };
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  readonly #follow = (states: readonly LayerState[]): void => {
    const names = states.filter((layer) => layer.visible).map(({ typeName }) => typeName);
    runInAction(() => (this.visibleTypes = names));
  };
}
export const SHEET_DESK = serviceToken<SheetDesk>('sheet.SheetDesk');

function frameAt([longitude, latitude]: Position): DraftFrame {
  return { centre: [onEarth(longitude), Math.max(-85, Math.min(85, latitude))], rotation: 0 };
}

function onEarth(longitude: number): number {
  return longitude - 360 * Math.round(longitude / 360);
}
