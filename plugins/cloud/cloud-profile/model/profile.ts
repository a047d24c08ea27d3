import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx';
import type { Api } from '#core/api';
import type { EventBus } from '#core/events';
import { loadCrs } from '#core/geodesy';
import { isAbort, Latest, serviceToken } from '#core/kernel';
import {
  classifyPoints,
  colourOfClass,
  MAX_CLOUD_SECTIONS,
  undoCloudEdit,
  type CloudQueryEnd,
  type CloudQueryHead,
  type CloudSelection,
  type Position,
} from '#core/protocol';
import { amongShown } from '#core/shapes';
import type { Clip, ClipMode, CloudStage, CloudViews, ShownCloud } from '#plugins/cloud/point-cloud/api';
import { planeOfCloud, type CloudPlane } from './cloud-plane.ts';
import { loadSection } from './load-section.ts';
import { trace, type Trace } from './outline.ts';
import type { ColourOf } from './paint-points.ts';
import type { ProfilePlace } from './profile-window.ts';
import { rampOf } from './ramp.ts';
import { SectionLine } from './section-line.ts';
import { SectionPoints } from './section-points.ts';
import { regionsOf } from './section-region.ts';

export const PROFILE_COLOURS = ['class', 'rgb', 'height', 'intensity'] as const;
export type ProfileColour = (typeof PROFILE_COLOURS)[number];

/** What the pointer does in the profile. */
export const PROFILE_HANDS = ['move', 'measure', 'draw', 'lasso', 'slab'] as const;
export type ProfileHand = (typeof PROFILE_HANDS)[number];

/** One distance measured inside the profile. */
export interface ProfileMeasure {
  readonly from: ProfilePlace;
  readonly to: ProfilePlace;
}

export type ProfileState = 'empty' | 'loading' | 'loaded' | 'failed';

/** Most cross-sections of a series: more cannot be stepped through. */
export const MAX_SECTIONS = MAX_CLOUD_SECTIONS;
/** Milliseconds without another change of the clips after which the points are loaded again. */
const CLIP_DELAY = 400;

/**
 * The profile of one cloud along a line drawn on any viewer: its points, what is measured and drawn inside, and the
 * series of cross-sections.
 */
export class CloudProfile {
  /** As drawn on the map, degrees. */
  drawn: readonly Position[] | undefined = undefined;
  chosenCloud: string | undefined = undefined;
  /** Full width of the corridor, metres. */
  width = 1;
  colour: ProfileColour = 'class';
  /** Vertical exaggeration; undefined fills the panel. */
  exaggeration: number | undefined = undefined;
  hand: ProfileHand = 'move';
  /** Metres between cross-sections; undefined: the profile along the line. */
  every: number | undefined = undefined;
  /** Metres of a cross-section to each side. */
  half = 10;
  section = 0;
  state: ProfileState = 'empty';
  failure: unknown = undefined;
  head: CloudQueryHead | undefined = undefined;
  end: CloudQueryEnd | undefined = undefined;
  points = new SectionPoints();
  /** Counts up with each batch of points. */
  revision = 0;
  measures: readonly ProfileMeasure[] = [];
  /** Polylines drawn or traced inside, in the section that is shown. */
  paths: readonly (readonly ProfilePlace[])[] = [];
  /** What the lasso or the slab encloses. */
  ring: readonly ProfilePlace[] | undefined = undefined;
  /** Under the pointer. */
  pointed: ProfilePlace | undefined = undefined;
  isSaving = false;
  clouds: readonly ShownCloud[] = [];
  hidden: ReadonlySet<number> = new Set();
  clips: readonly Clip[] = [];
  clipMode: ClipMode = 'off';
  /** Set once the CRS of the cloud can be computed. */
  plane: CloudPlane | undefined = undefined;
  main: SectionLine | undefined = undefined;
  readonly #api: Pick<Api, 'call' | 'stream'>;
  readonly #stage: CloudStage;
  readonly #views: CloudViews;
  readonly #bus: Pick<EventBus, 'emit'>;
  readonly #latest = new Latest();
  /** The cloud of the profile, and in which coordinates. */
  #loaded: string | undefined;

  constructor(
    api: Pick<Api, 'call' | 'stream'>,
    stage: CloudStage,
    views: CloudViews,
    bus: Pick<EventBus, 'emit'>,
  ) {
    this.#api = api;
    this.#stage = stage;
    this.#views = views;
    this.#bus = bus;
    makeAutoObservable(this, {
      drawn: observableRef,
      head: observableRef,
      end: observableRef,
      points: observableRef,
      measures: observableRef,
      paths: observableRef,
      ring: observableRef,
      pointed: observableRef,
      clouds: observableRef,
      hidden: observableRef,
      clips: observableRef,
      plane: observableRef,
      main: observableRef,
      failure: observableRef,
      isShown: false,
    });
    stage.clouds$.subscribe((clouds) =>
      runInAction(() => {
        this.clouds = clouds;
        // It is looked at elsewhere: in local coordinates, or no longer in them.
        if (this.#loaded && !clouds.some((one) => keyOf(one) === this.#loaded)) this.empty();
      }),
    );
    stage.look$.subscribe(({ hiddenClasses, clips = [], clipMode = 'off' }) =>
      runInAction(() => {
        this.hidden = hiddenClasses;
        this.clips = clips;
        this.clipMode = clipMode;
      }),
    );
    // Other clips leave other points; while one is dragged it is waited for.
    reaction(
      () => JSON.stringify(this.cut),
      () => void (this.drawn && this.load()),
      { delay: CLIP_DELAY },
    );
  }

  /** Whether the clips of the view cut the profile, or why they do not. */
  get clipping(): 'none' | 'cut' | 'several' | 'elsewhere' {
    const { clips, clipMode, cloud } = this;
    if (clips.length === 0 || (clipMode !== 'inside' && clipMode !== 'outside')) return 'none';
    // They are in the system of the view.
    if (cloud?.pointsIn) return 'elsewhere';
    return clipMode === 'inside' && clips.length > 1 ? 'several' : 'cut';
  }

  /** The regions that the clips leave. */
  get cut(): Pick<CloudSelection, 'inside' | 'outside'> {
    if (this.clipping !== 'cut') return {};
    const { clips, clipMode } = this;
    const { inside, outside } = amongShown({ hiddenClasses: new Set(), clips, clipMode });
    return { ...(inside && { inside }), ...(outside && { outside }) };
  }

  /** The chosen cloud, or the first that is shown. */
  get cloud(): ShownCloud | undefined {
    const usable = this.usableClouds;
    return usable.find(({ id }) => id === this.chosenCloud) ?? usable.find(({ shown }) => shown) ?? usable[0];
  }

  get usableClouds(): readonly ShownCloud[] {
    return this.clouds.filter(({ crs, state }) => crs !== null && state !== 'unready');
  }

  /** Metres per unit of the cloud's coordinates. */
  get unit(): number {
    return this.plane?.unit ?? 1;
  }

  /** The cross-sections of the series, at most `MAX_SECTIONS`. */
  get series(): readonly { readonly chainage: number; readonly line: SectionLine }[] {
    const { main, every, half, unit } = this;
    if (!main || every === undefined) return [];
    const step = Math.max(every / unit, main.length / (MAX_SECTIONS - 1));
    return main.across(step, half / unit);
  }

  /** Whether the series would have more sections than can be shown, and is coarser than asked for. */
  get isSeriesCoarser(): boolean {
    const { main, every, unit } = this;
    return main !== undefined && every !== undefined && main.length / (every / unit) > MAX_SECTIONS - 1;
  }

  /** The line of the section that is shown. */
  get line(): SectionLine | undefined {
    return this.every === undefined ? this.main : (this.series[this.section]?.line ?? this.series[0]?.line);
  }

  /** A line was drawn on a viewer. */
  draw(vertices: readonly Position[]): Promise<void> {
    this.drawn = vertices;
    this.every = undefined;
    this.section = 0;
    return this.load();
  }

  choose(change: Partial<Pick<CloudProfile, 'chosenCloud' | 'width' | 'every' | 'half' | 'section'>>): void {
    Object.assign(this, change);
    this.section = Math.max(0, Math.min(this.section, this.series.length - 1));
    void this.load();
  }

  set(change: Partial<Pick<CloudProfile, 'colour' | 'exaggeration' | 'hand'>>): void {
    Object.assign(this, change);
    if (change.hand) this.ring = undefined;
  }

  setPointed(place: ProfilePlace | undefined): void {
    this.pointed = place;
  }
  setRing(ring: readonly ProfilePlace[] | undefined): void {
    this.ring = ring;
  }
  measure(measure: ProfileMeasure): void {
    this.measures = [...this.measures, measure];
  }
  addPaths(paths: readonly (readonly ProfilePlace[])[]): void {
    this.paths = [...this.paths, ...paths];
  }
  clearInside(): void {
    this.measures = [];
    this.paths = [];
    this.ring = undefined;
  }

  /** Removes the line and everything of it; for another project. */
  empty(): void {
    this.#latest.cancel();
    this.#loaded = undefined;
    this.drawn = undefined;
    this.main = undefined;
    this.plane = undefined;
    this.chosenCloud = undefined;
    this.every = undefined;
    this.state = 'empty';
    this.#forget();
  }

  /** Whether the class of a point is shown. */
  readonly isShown = (index: number): boolean => !this.hidden.has(this.points.classes[index]!);

  toggleClass(code: number): void {
    const hiddenClasses = new Set(this.hidden);
    if (!hiddenClasses.delete(code)) hiddenClasses.add(code);
    this.#stage.change({ hiddenClasses });
  }

  /** Loads the points of the section; the newest call wins. */
  async load(): Promise<void> {
    const { cloud, drawn } = this;
    if (!drawn || !cloud?.crs) return;
    const { id, crs, unit } = cloud;
    this.#loaded = keyOf(cloud);
    this.state = 'loading';
    this.failure = undefined;
    this.#forget();
    try {
      await this.#latest.run(async (signal) => {
        await loadCrs(crs);
        if (signal.aborted) return;
        const plane = planeOfCloud({ crs, unit }, this.#views.current);
        runInAction(() => {
          this.plane = plane;
          this.main = new SectionLine(drawn.map((place) => plane.toPlane(place)));
          this.section = Math.max(0, Math.min(this.section, this.series.length - 1));
        });
        const line = this.line!;
        const end = await loadSection(
          this.#api,
          { cloudId: id, line, width: this.width / plane.unit, cut: this.cut, signal },
          {
            head: (head) => runInAction(() => (this.head = head)),
            points: (batch) =>
              runInAction(() => {
                if (signal.aborted) return;
                this.points.add(batch, (x, y) => line.beside(x, y));
                this.revision++;
              }),
          },
        );
        runInAction(() => {
          if (signal.aborted) return;
          this.end = end;
          this.state = 'loaded';
        });
      });
    } catch (thrown) {
      if (isAbort(thrown)) return;
      runInAction(() => {
        this.failure = thrown;
        this.state = 'failed';
      });
    }
  }

  /**
   * Gives the points in the ring another class, those of `from` or all that are shown; returns how many were changed.
   * A ring over several legs of the line is one edit a leg.
   */
  async classify(to: number, from: readonly number[] | undefined): Promise<number> {
    const { ring, line, head, cloud } = this;
    if (!ring || !line || !head || !cloud) return 0;
    const regions = regionsOf(line, this.width / this.unit, ring);
    const classes = from ?? this.shownClasses;
    const { cut } = this;
    let edits = head.edits;
    let changed = 0;
    this.isSaving = true;
    try {
      for (const region of regions) {
        const { data } = await this.#api.call(classifyPoints, {
          params: { id: cloud.id },
          query: {},
          body: { ...cut, inside: [region, ...(cut.inside ?? [])], classes: [...classes], to, edits },
        });
        edits = data.version;
        changed += data.points;
      }
      runInAction(() => (this.ring = undefined));
    } finally {
      runInAction(() => (this.isSaving = false));
      this.#bus.emit('cloudClassesChanged', { cloudId: cloud.id });
      await this.load();
    }
    return changed;
  }

  /** Traces polylines along the shown points, in cells twice as wide as the points are apart. */
  trace(what: Trace): void {
    const { points, line, isShown } = this;
    if (!line || points.count === 0) return;
    const [lowest, highest] = this.heights;
    const area = line.length * Math.max(highest - lowest, line.length / 100);
    const cell = Math.max(0.05 / this.unit, 2 * Math.sqrt(area / points.count));
    this.addPaths(
      trace(points, what, what === 'borders' ? cell : Math.min(cell, line.length / 50), isShown).map(
        ({ places, closed }) => (closed ? [...places, places[0]!] : places),
      ),
    );
  }

  /** The polylines at their places, with heights above the ellipsoid. */
  get pathsInSpace(): Position[][] {
    const { plane, line, paths } = this;
    if (!plane || !line) return [];
    return paths.map((path) =>
      path.map(({ chainage, height }) => plane.toPosition(line.at(chainage), height)),
    );
  }

  /** Undoes the last edit of the classes of the cloud. */
  async undo(): Promise<void> {
    const { cloud } = this;
    if (!cloud) return;
    this.isSaving = true;
    try {
      await this.#api.call(undoCloudEdit, { params: { id: cloud.id } });
    } finally {
      runInAction(() => (this.isSaving = false));
      this.#bus.emit('cloudClassesChanged', { cloudId: cloud.id });
      await this.load();
    }
  }

  /** Whether the points have colours of their own. */
  get hasColour(): boolean {
    void this.revision;
    return this.points.hasColour;
  }

  /** The classes of the points that are here, with their number. */
  get classes(): ReadonlyMap<number, number> {
    // The points grow in place.
    void this.revision;
    const counts = new Map<number, number>();
    const { classes, count } = this.points;
    for (let i = 0; i < count; i++) counts.set(classes[i]!, (counts.get(classes[i]!) ?? 0) + 1);
    return new Map([...counts].sort(([a], [b]) => a - b));
  }

  get shownClasses(): readonly number[] {
    return Array.from({ length: 256 }, (_, code) => code).filter((code) => !this.hidden.has(code));
  }

  /** Least and greatest height of what is shown. */
  get heights(): readonly [number, number] {
    // They grow with the points.
    void this.revision;
    return this.points.heightsWithout(this.hidden);
  }

  /** How points are coloured now. */
  get colourOf(): ColourOf {
    const { colour, hidden, points } = this;
    // The range of heights and intensities grows with the points; other colours do not depend on what arrives.
    if (colour === 'intensity') void this.revision;
    const { brightest } = points;
    const [lowest, highest] = colour === 'height' ? this.heights : [0, 1];
    const of: (index: number) => number =
      colour === 'rgb'
        ? (i) => points.colour[i]!
        : colour === 'height'
          ? (i) => rampOf((points.height[i]! - lowest) / (highest - lowest || 1))
          : colour === 'intensity'
            ? (i) => rampOf(points.intensity[i]! / (brightest || 1))
            : (i) => colourOfClass(points.classes[i]!);
    return (all, i) => (hidden.has(all.classes[i]!) ? undefined : of(i));
  }

  #forget(): void {
    this.points = new SectionPoints();
    this.revision++;
    this.head = undefined;
    this.end = undefined;
    this.clearInside();
  }
}
const keyOf = ({ id, crs }: ShownCloud): string => `${id} ${crs}`;

export const PROFILE = serviceToken<CloudProfile>('cloud-profile.Profile');
