import { ImageryLayer, type ImageryProvider } from 'cesium';
import {
  debounceTime,
  distinctUntilChanged,
  filter,
  firstValueFrom,
  map,
  merge,
  startWith,
  Subject,
} from 'rxjs';
import {
  boxesMeet,
  boxOfSheet,
  paintTiles,
  withOpacity,
  type ProjectedExtent,
  type ViewerLayers,
} from '#core/canvas';
import type { ProjectDocument } from '#core/document';
import { Lifetime, type Disposable } from '#core/kernel';
import type { Overview } from '#plugins/work/map-2d/api';
import type { GlobeCameraController } from '../camera/camera-controller.ts';
import type { Globe } from '../scene/globe.ts';
import { PaintedTiles, sheetOfTile } from './painted-tiles.ts';

/** Pixels of a tile. */
const TILE = 256;
/** The overview is hidden above the zoom at which objects are loaded; deeper than that setting allows. */
const MAX_ZOOM = 22;
/** Milliseconds after a change of the document until tiles are repainted without its objects. */
const REBUILD_DELAY = 300;

interface OverviewDependencies {
  readonly globe: Globe;
  readonly camera: GlobeCameraController;
  readonly document: ProjectDocument;
  readonly layers: ViewerLayers;
  readonly overview: Overview;
}

/** The overview of a large project: its vector tiles, painted as on the 2D map and draped on the ground. */
export class OverviewLayer implements Disposable {
  readonly #parts: OverviewDependencies;
  readonly #lifetime = new Lifetime();
  /** Emits the extents of loaded tiles. */
  readonly #tilesLoaded = new Subject<ProjectedExtent>();
  readonly #stale = new Subject<void>();
  #layer: ImageryLayer | undefined;

  constructor(parts: OverviewDependencies) {
    this.#parts = parts;
    const { camera, overview, document, globe } = parts;
    const shown$ = camera.camera$.pipe(
      map(({ zoom }) => overview.shownAt(zoom)),
      distinctUntilChanged(),
    );
    const changed$ = overview.changes$.pipe(filter((box) => box === undefined));
    const rebuild$ = merge(
      shown$,
      merge(changed$, document.changes$, this.#stale).pipe(debounceTime(REBUILD_DELAY)),
    );
    const following = [
      overview.changes$.subscribe((box) => {
        if (box) this.#tilesLoaded.next(box);
        globe.redraw();
      }),
      rebuild$.subscribe(() => this.#rebuild()),
    ];
    this.#lifetime.add(() => {
      for (const each of following) each.unsubscribe();
      this.#tilesLoaded.complete();
    });
  }

  /** Called when layers have changed. */
  change(): void {
    this.#stale.next();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #rebuild(): void {
    const { globe, camera, overview } = this.#parts;
    const { imageryLayers } = globe.scene;
    const before = this.#layer;
    this.#layer = undefined;
    if (overview.shownAt(camera.camera.zoom)) {
      const tiles = new PaintedTiles((x, y, level) => this.#tile(x, y, level), {
        size: TILE,
        deepest: MAX_ZOOM,
        transparent: true,
      });
      imageryLayers.add((this.#layer = new ImageryLayer(tiles as unknown as ImageryProvider)));
    }
    if (before) imageryLayers.remove(before);
    if (before ?? this.#layer) globe.redraw();
  }

  /** Resolves when all its data has loaded. */
  async #tile(x: number, y: number, level: number): Promise<HTMLCanvasElement> {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = TILE;
    const context = canvas.getContext('2d')!;
    const sheet = sheetOfTile(x, y, level, TILE);
    const box = boxOfSheet(sheet);
    const paint = (): boolean => {
      context.clearRect(0, 0, TILE, TILE);
      const layers = this.#parts.layers.layers.filter(({ visible, opacity }) => visible && opacity > 0);
      const source = this.#parts.overview;
      return layers
        .map(({ typeName, opacity, style }) => {
          let complete = true;
          withOpacity(context, opacity, (on) => {
            complete = paintTiles(on, { source, typeName }, { sheet, box, ratio: 1 }, style);
          });
          return complete;
        })
        .every(Boolean);
    };
    const more$ = this.#tilesLoaded.pipe(filter((came) => boxesMeet(came, box)));
    await firstValueFrom(more$.pipe(startWith(box), map(paint), filter(Boolean)), { defaultValue: true });
    return canvas;
  }
}
