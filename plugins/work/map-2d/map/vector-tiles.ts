import { skip, type Subscription } from 'rxjs';
import {
  boxesMeet,
  boxOf,
  positionOf,
  uniteBoxes,
  zoomOf,
  type ProjectedExtent,
  type TileShape,
  type TileSource,
} from '#core/canvas';
import type { Api } from '#core/api';
import type { Disposable } from '#core/kernel';
import type { MapObject } from '#core/document';
import type { OpenProject } from '#core/project';
import type { Exactness } from '../api.ts';
import type { ProjectSize } from '../model/project-size.ts';
import { TileCache } from './tile-cache.ts';
import type { TileObject } from './tile-format.ts';

/** Milliseconds after a change until tiles that show the object merged are requested again: it is saved by then. */
const SAVE_DELAY = 5_000;

/**
 * The overview: the server's vector tiles, drawn like objects but not loaded as such. Objects of the document are
 * left out (they are drawn from there, newer), and so are those deleted here. Where objects are to be loaded it stays
 * until all of them are there.
 */
export class VectorTiles implements TileSource, Disposable {
  readonly #tiles: TileCache;
  readonly #gone = new Set<string>();
  /** Changed since they were loaded, here or by others: merged ones are drawn over the tiles. */
  readonly #edited = new Set<string>();
  /** Where objects have changed whose tiles may show them merged. */
  #outOfDate: ProjectedExtent | undefined;
  #refreshing: ReturnType<typeof setTimeout> | undefined;
  /** Where tiles are shown in place of objects that are still loading. */
  #substituted: ProjectedExtent | undefined;
  readonly #subscriptions: Subscription[];
  readonly #project: OpenProject;
  readonly #shownAt: (zoom: number) => boolean;
  readonly #changed: (box?: ProjectedExtent) => void;

  constructor(parts: {
    project: OpenProject;
    api: Pick<Api, 'bytes'>;
    size: Pick<ProjectSize, 'requestedExtent'>;
    /** Whether tiles are shown at this zoom instead of objects. */
    shownAt: (zoom: number) => boolean;
    /** The contents of the box must be redrawn. */
    changed: (box?: ProjectedExtent) => void;
  }) {
    this.#project = parts.project;
    this.#shownAt = parts.shownAt;
    this.#changed = parts.changed;
    this.#tiles = new TileCache({ ...parts, projectId: parts.project.project.id });
    this.#subscriptions = [
      parts.project.generation$.pipe(skip(1)).subscribe(() => this.refresh()),
      parts.project.document.changes$.subscribe(({ changes, origin }) => {
        for (const { id, before, after } of changes) {
          if (after) this.#gone.delete(id);
          else if (origin !== 'unload') this.#gone.add(id);
          if (origin === 'load' || origin === 'unload') continue;
          this.#edited.add(id);
          for (const each of [before, after]) if (each) this.#refreshLater(boxOf(each));
        }
        // Freed objects are drawn from tiles again, and may have changed since these were loaded.
        if (origin === 'unload') this.refresh();
      }),
      parts.project.loading$.subscribe(({ inFlight }) => {
        const box = this.#substituted;
        if (inFlight > 0 || !box) return;
        this.#substituted = undefined;
        this.#changed(box);
      }),
    ];
  }

  paint(
    typeName: string,
    box: ProjectedExtent,
    resolution: number,
    draw: (shapes: readonly TileShape[], cut: ProjectedExtent) => void,
  ): boolean {
    const zoom = zoomOf(resolution);
    const drawAll = (shapes: readonly TileObject[], cut: ProjectedExtent) => {
      const visible = shapes.filter(({ id, flat }) => boxesMeet(flat.box, box) && !this.#isElsewhere(id));
      if (visible.length > 0) draw(visible, cut);
    };
    if (!this.#shownAt(zoom)) {
      this.#substitute(typeName, box, drawAll);
      return true;
    }
    let here = true;
    for (const { box: cut, layers } of this.#tiles.covering(box, tileZoomOf(zoom))) {
      here &&= layers !== undefined;
      drawAll(layers ? (layers.get(typeName)?.shapes ?? []) : this.#tiles.fromOtherZoom(cut, typeName), cut);
    }
    return here;
  }

  /** Whether tiles are shown in the box, and some of them have not come yet. */
  isLoading(box: ProjectedExtent, zoom: number): boolean {
    return this.#shownAt(zoom) && !this.#tiles.covers(box, tileZoomOf(zoom));
  }

  /** How exactly tiles show a type, whose style names the classes of its objects `property`. */
  exactness(
    typeName: string,
    { box, zoom }: { box: ProjectedExtent; zoom: number },
    property: string,
  ): Exactness {
    if (!this.#shownAt(zoom)) return 'exact';
    const tiles = this.#tiles.loaded(box, tileZoomOf(zoom));
    const layers = tiles.flatMap((tile) => tile.layers?.get(typeName) ?? []);
    if (layers.some(({ common }) => !common?.includes(property))) return 'unclassified';
    return layers.some(({ merged }) => merged) ? 'merged' : 'exact';
  }

  mergedAt(resolution: number): ((object: MapObject) => boolean) | undefined {
    const zoom = zoomOf(resolution);
    if (!this.#shownAt(zoom)) return undefined;
    const tileAt = this.#tiles.finder(tileZoomOf(zoom));
    return (object) => {
      if (this.#edited.has(object.id)) return false;
      const [west, south, east, north] = boxOf(object);
      const layer = tileAt((west + east) / 2, (south + north) / 2)?.layers?.get(object.typeName);
      return layer !== undefined && layer.merged && !layer.ids.has(object.id);
    };
  }

  /** Reloads everything; old tiles stay until the new ones arrive. */
  refresh(): void {
    this.#tiles.refresh();
    this.#changed();
  }

  dispose(): void {
    clearTimeout(this.#refreshing);
    for (const subscription of this.#subscriptions) subscription.unsubscribe();
    this.#tiles.dispose();
  }

  /** Whether the document draws the object, or it was deleted here. */
  #isElsewhere(id: string | undefined): boolean {
    return id !== undefined && (this.#gone.has(id) || this.#project.document.get(id) !== undefined);
  }

  /** Draws the finest tiles there are of a place whose objects are still loading. */
  #substitute(
    typeName: string,
    box: ProjectedExtent,
    draw: (shapes: readonly TileObject[], cut: ProjectedExtent) => void,
  ): void {
    const finest = this.#tiles.finest(box);
    if (finest.length === 0) return;
    const [west, south] = positionOf(box[0], box[1]);
    const [east, north] = positionOf(box[2], box[3]);
    if (this.#project.covers([west, south, east, north])) return;
    for (const { box: cut, layers } of finest) draw(layers!.get(typeName)?.shapes ?? [], cut);
    this.#substituted = this.#substituted ? uniteBoxes(this.#substituted, box) : box;
  }

  /** Requests tiles again that show objects of the box merged, when the change is saved. */
  #refreshLater(box: ProjectedExtent): void {
    this.#outOfDate = this.#outOfDate ? uniteBoxes(this.#outOfDate, box) : box;
    this.#refreshing ??= setTimeout(() => {
      this.#tiles.refreshMerged(this.#outOfDate!);
      this.#outOfDate = undefined;
      this.#refreshing = undefined;
    }, SAVE_DELAY);
  }
}

/** The zoom of the tiles that are drawn at a zoom. */
function tileZoomOf(zoom: number): number {
  return Math.max(0, Math.floor(zoom));
}
