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
  brushOf,
  paintElsewhere,
  throughGlass,
  type Box,
  type Layers,
} from '#core/canvas';
import type { ProjectDocument } from '#core/document';
import { Lifetime, type Disposable } from '#core/kernel';
import type { FromAfar } from '#plugins/map-2d/api';
import type { Eye } from './eye.ts';
import type { Globe } from './globe.ts';
import { PaintedTiles, sheetOfTile } from './painted-tiles.ts';

/** Pixels of a tile. */
const TILE = 256;
/** Where objects are loaded nothing is seen from afar; this is deeper than that may be set to. */
const DEEPEST = 22;
/** What the document holds is left out: after it has changed so long, milliseconds, the tiles are painted anew. */
const FOLLOWS_AFTER = 300;

interface Parts {
  readonly globe: Globe;
  readonly eye: Eye;
  readonly document: ProjectDocument;
  readonly layers: Layers;
  readonly afar: FromAfar;
}

/** A large project seen from afar: its vector tiles, painted as on the flat map and laid on the ground. */
export class AfarLayer implements Disposable {
  readonly #parts: Parts;
  readonly #lifetime = new Lifetime();
  /** Tiles have come. */
  readonly #came = new Subject<Box>();
  readonly #stale = new Subject<void>();
  #laid: ImageryLayer | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { eye, afar, document, globe } = parts;
    const shown$ = eye.camera$.pipe(
      map(({ zoom }) => afar.shownAt(zoom)),
      distinctUntilChanged(),
    );
    const changed$ = afar.changes$.pipe(filter((box) => box === undefined));
    const anew = merge(
      shown$,
      merge(changed$, document.changes$, this.#stale).pipe(debounceTime(FOLLOWS_AFTER)),
    );
    const following = [
      afar.changes$.subscribe((box) => {
        if (box) this.#came.next(box);
        globe.redraw();
      }),
      anew.subscribe(() => this.#lay()),
    ];
    this.#lifetime.add(() => {
      for (const each of following) each.unsubscribe();
      this.#came.complete();
    });
  }

  /** Layers were set. */
  change(): void {
    this.#stale.next();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #lay(): void {
    const { globe, eye, afar } = this.#parts;
    const { imageryLayers } = globe.scene;
    const before = this.#laid;
    this.#laid = undefined;
    if (afar.shownAt(eye.camera.zoom)) {
      const tiles = new PaintedTiles((x, y, level) => this.#tile(x, y, level), {
        size: TILE,
        deepest: DEEPEST,
        transparent: true,
      });
      imageryLayers.add((this.#laid = new ImageryLayer(tiles as unknown as ImageryProvider)));
    }
    if (before) imageryLayers.remove(before);
    if (before ?? this.#laid) globe.redraw();
  }

  /** Once all that it shows is here. */
  async #tile(x: number, y: number, level: number): Promise<HTMLCanvasElement> {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = TILE;
    const context = canvas.getContext('2d')!;
    const sheet = sheetOfTile(x, y, level, TILE);
    const box = boxOfSheet(sheet);
    const paint = (): boolean => {
      context.clearRect(0, 0, TILE, TILE);
      const layers = this.#parts.layers.layers.filter(({ visible, opacity }) => visible && opacity > 0);
      const elsewhere = this.#parts.afar;
      return layers
        .map(({ typeName, opacity, style }) => {
          let here = true;
          throughGlass(context, opacity, (on) => {
            here = paintElsewhere(on, { elsewhere, typeName }, { sheet, box, ratio: 1 }, brushOf(style, 1));
          });
          return here;
        })
        .every(Boolean);
    };
    const more$ = this.#came.pipe(filter((came) => boxesMeet(came, box)));
    await firstValueFrom(more$.pipe(startWith(box), map(paint), filter(Boolean)), { defaultValue: true });
    return canvas;
  }
}
