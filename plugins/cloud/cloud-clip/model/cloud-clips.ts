import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx';
import { NEVER, switchMap } from 'rxjs';
import { newUuid, serviceToken } from '#core/kernel';
import {
  CLIP_LIMITS,
  type Clip,
  type ClipMode,
  type ClipSlab,
  type CloudLook,
  type CloudStage,
  type CloudView,
  type CloudViews,
  type ShownCloud,
} from '#plugins/cloud/point-cloud/api';
import { steppedSlab, type ClipShape } from './shapes.ts';

/** What becomes of the points in the clips that are on. */
export const CLIP_MODES = ['inside', 'outside', 'highlight'] as const satisfies readonly ClipMode[];
export type ClipUse = (typeof CLIP_MODES)[number];

export interface KeptClip {
  readonly clip: Clip;
  readonly isOn: boolean;
}
/** The clips of a cloud. */
export interface ClipList {
  readonly clips: readonly KeptClip[];
  readonly mode: ClipUse;
}
const NONE: ClipList = { clips: [], mode: 'inside' };

/**
 * The clips of the clouds in the view. They belong to the cloud that gives the view its CRS, in which they are. Those
 * that are on are what the view draws, and what picks and queries obey; in a section its slab alone.
 */
export class CloudClips {
  /** The cloud to which the clips belong. */
  cloud: ShownCloud | undefined = undefined;
  /** Of each cloud of the open project. */
  lists: ReadonlyMap<string, ClipList> = new Map();
  /** Metres; of the slabs that are drawn next. */
  slabWidth = 1;
  /** The slab that is looked along, and by how many of its widths it was moved. */
  section: { readonly clip: ClipSlab; readonly steps: number } | undefined = undefined;
  view: CloudView | undefined = undefined;

  constructor(stage: CloudStage, views: CloudViews) {
    makeAutoObservable(this, {
      cloud: observableRef,
      lists: observableRef,
      section: observableRef,
      view: observableRef,
    });
    reaction(
      () => this.look,
      (look) => stage.change(look),
    );
    reaction(
      () => this.slab,
      (slab) => this.view?.setSection(slab),
    );
    stage.clouds$.subscribe((clouds) => this.#meet(clouds));
    views.current$.subscribe((view) =>
      runInAction(() => {
        this.section = undefined;
        this.view = view;
      }),
    );
    // Another kind of camera leaves the section.
    views.current$.pipe(switchMap((view) => view?.mode$ ?? NEVER)).subscribe(() => {
      if (this.view && !this.view.section) this.leave();
    });
  }

  get list(): readonly KeptClip[] {
    return this.#own.clips;
  }
  get mode(): ClipUse {
    return this.#own.mode;
  }
  get on(): readonly Clip[] {
    return this.list.flatMap(({ clip, isOn }) => (isOn ? [clip] : []));
  }
  /** The slab of the section, where it is now. */
  get slab(): ClipSlab | undefined {
    return this.section && steppedSlab(this.section.clip, this.section.steps);
  }
  get look(): Pick<CloudLook, 'clips' | 'clipMode'> {
    if (this.slab) return { clips: [this.slab], clipMode: 'inside' };
    return { clips: this.on, clipMode: this.on.length > 0 ? this.mode : 'off' };
  }

  /** Adds a clip that is on. Returns why it cannot, as a text key. */
  add(shape: ClipShape, name: string): string | undefined {
    const clip: Clip = { ...shape, id: newUuid(), name };
    const refusal = this.refusalOf(clip);
    if (!refusal) this.#change({ clips: [...this.list, { clip, isOn: true }] });
    return refusal;
  }

  /** Why a clip cannot be on beside those that are, as a text key. */
  refusalOf(clip: Clip): string | undefined {
    const on = [...this.on.filter(({ id }) => id !== clip.id), clip];
    const rings = on.filter(({ kind }) => kind !== 'box');
    const vertices = rings.reduce((sum, one) => sum + (one.kind === 'polygon' ? one.ring.length : 4), 0);
    if (vertices > CLIP_LIMITS.vertices) return 'limit.vertices';
    const isFull =
      on.length > CLIP_LIMITS.clips ||
      rings.length > CLIP_LIMITS.rings ||
      on.length - rings.length > CLIP_LIMITS.boxes;
    return isFull ? 'limit.clips' : undefined;
  }

  turn(id: string, isOn: boolean): void {
    this.#change({ clips: this.list.map((one) => (one.clip.id === id ? { ...one, isOn } : one)) });
  }

  allOff(): void {
    this.#change({ clips: this.list.map((one) => ({ ...one, isOn: false })) });
  }

  edit(changed: Clip): void {
    this.#change({
      clips: this.list.map((one) => (one.clip.id === changed.id ? { ...one, clip: changed } : one)),
    });
    if (this.section?.clip.id === changed.id && changed.kind === 'slab')
      this.section = { ...this.section, clip: changed };
  }

  remove(id: string): void {
    if (this.section?.clip.id === id) this.leave();
    this.#change({ clips: this.list.filter(({ clip }) => clip.id !== id) });
  }

  use(mode: ClipUse): void {
    this.#change({ mode });
  }

  /** Shows other clips of a cloud than those that it has here. */
  take(cloudId: string, list: ClipList): void {
    if (cloudId === this.cloud?.id) this.leave();
    this.lists = new Map(this.lists).set(cloudId, list);
  }

  setSlabWidth(metres: number): void {
    this.slabWidth = metres;
  }

  lookAlong(clip: ClipSlab): void {
    this.section = { clip, steps: 0 };
  }
  /** Moves the section away from the eye by widths of its slab; negative: towards it. */
  step(steps: number): void {
    if (this.section) this.section = { ...this.section, steps: this.section.steps + steps };
  }
  leave(): void {
    this.section = undefined;
  }

  get #own(): ClipList {
    return (this.cloud && this.lists.get(this.cloud.id)) ?? NONE;
  }

  #change(change: Partial<ClipList>): void {
    if (!this.cloud) return;
    this.lists = new Map(this.lists).set(this.cloud.id, { ...this.#own, ...change });
  }

  /** Stays with its cloud as long as the view has its CRS. */
  #meet(clouds: readonly ShownCloud[]): void {
    const usable = clouds.filter(({ shown, crs, state }) => shown && crs !== null && state !== 'unready');
    const same = clouds.find(({ id }) => id === this.cloud?.id);
    const next = same && (usable.length === 0 || usable[0]!.crs === same.crs) ? same : usable[0];
    runInAction(() => {
      if (next?.id !== this.cloud?.id) this.section = undefined;
      this.cloud = next;
      // Of another project.
      if (clouds.length === 0) this.lists = new Map();
    });
  }
}
export const CLOUD_CLIPS = serviceToken<CloudClips>('cloud-clip.CloudClips');
