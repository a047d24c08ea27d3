import { events, Viewer } from '@photo-sphere-viewer/core';
import '@photo-sphere-viewer/core/index.css';
import { EquirectangularTilesAdapter } from '@photo-sphere-viewer/equirectangular-tiles-adapter';
import { Subject } from 'rxjs';
import type { Disposable } from '#core/kernel';
import type { Pixel } from '#core/mapview';
import { levelsOf, tileInCrop, type PanoramicPlace } from '#core/protocol';
import type { Pictures } from '../model/pictures.ts';
import { sphereCorrectionOf } from '../model/pose.ts';
import type { Eye } from '../model/projection.ts';
import { Together } from '../model/together.ts';
import { Space } from './space.ts';

/** Degrees of the height of the picture. */
const FIELD = { min: 4, max: 100, first: 65 };
const RADIANS = Math.PI / 180;
/** Milliseconds that tiles wait for others, to be drawn with them. */
const TOGETHER = 50;

/** The panorama on Photo Sphere Viewer: its yaw is the true bearing, its pitch the elevation. */
export class Sphere implements Disposable {
  readonly drawn$ = new Subject<void>();
  readonly #viewer: Viewer;
  /** What is drawn of the space around the camera. */
  readonly space: Space;
  readonly #pictures: Pictures;
  #shown = '';

  constructor(container: HTMLElement, pictures: Pictures) {
    this.#pictures = pictures;
    this.#viewer = new Viewer({
      container,
      adapter: EquirectangularTilesAdapter.withConfig({ baseBlur: false, showErrorTile: false }),
      navbar: false,
      keyboard: false,
      mousewheel: false,
      mousemove: false,
      moveInertia: false,
      minFov: FIELD.min,
      maxFov: FIELD.max,
      defaultZoomLvl: (100 * (FIELD.max - FIELD.first)) / (FIELD.max - FIELD.min),
      // None: the next panorama is there at once, and a cancelled one leaves nothing behind.
      defaultTransition: null as never,
      loadingImg: '',
      loadingTxt: '',
    });
    const { renderer } = this.#viewer;
    this.space = new Space(
      () => this.size,
      (object) => renderer.addObject(object),
      (object) => renderer.removeObject(object),
    );
    this.#fetchThrough(pictures);
    this.#viewer.addEventListener(events.RenderEvent.type, () => this.drawn$.next());
    this.#viewer.addEventListener(events.SizeUpdatedEvent.type, () => this.drawn$.next());
  }

  get canvas(): HTMLElement {
    return this.#viewer.container;
  }

  get size(): Pixel {
    const { width, height } = this.#viewer.state.size ?? { width: 1, height: 1 };
    return [Math.max(1, width), Math.max(1, height)];
  }

  get eye(): Eye {
    const { yaw, pitch } = this.#viewer.getPosition();
    return { yaw, pitch, field: this.#viewer.state.vFov * RADIANS };
  }

  look({ yaw, pitch, field }: Partial<Eye>): void {
    const now = this.eye;
    if (yaw !== undefined || pitch !== undefined)
      this.#viewer.rotate({ yaw: yaw ?? now.yaw, pitch: pitch ?? now.pitch });
    if (field !== undefined) {
      const degrees = Math.min(FIELD.max, Math.max(FIELD.min, field / RADIANS));
      this.#viewer.zoom(this.#viewer.dataHelper.fovToZoomLevel(degrees));
    }
    this.redraw();
  }

  /** Shows another panorama, or the same one turned; false when a newer call has taken its place. */
  async show(place: PanoramicPlace): Promise<boolean> {
    const { pyramid } = place;
    if (!pyramid) throw new Error('A panorama without a pyramid cannot be shown.');
    const address = `${place.id}/${pyramid.version}`;
    const pose = { heading: place.heading ?? 0, pitch: place.pitch, roll: place.roll };
    const sphereCorrection = sphereCorrectionOf(pose);
    if (this.#shown === address) {
      this.#viewer.setOption('sphereCorrection', sphereCorrection);
      this.redraw();
      return true;
    }
    this.#shown = address;
    const levels = levelsOf(pyramid);
    const shown = await this.#viewer
      .setPanorama(
        {
          baseUrl: `${address}/base`,
          levels: levels.map(({ width, cols, rows }) => ({ width, cols, rows })),
          tileUrl: (column: number, row: number, level: number) => {
            const { cols } = levels[level]!;
            return tileInCrop(pyramid, { cols }, column, row) ? `${address}/${cols}/${column}/${row}` : null;
          },
        },
        { sphereCorrection, showLoader: false },
      )
      .catch((thrown: unknown) => {
        if (this.#shown !== address) return false;
        this.#shown = '';
        throw thrown;
      });
    this.redraw();
    return shown !== false && this.#shown === address;
  }

  preload({ id, pyramid }: PanoramicPlace): void {
    if (pyramid) this.#pictures.preload(`${id}/${pyramid.version}/base`);
  }

  redraw(): void {
    this.#viewer.needsUpdate();
  }

  dispose(): void {
    this.#pictures.abort();
    this.space.dispose();
    this.#viewer.destroy();
    this.drawn$.complete();
  }

  /** Pictures come through the session of the workbench, which Photo Sphere Viewer does not know. */
  #fetchThrough(pictures: Pictures): void {
    const loader = this.#viewer.textureLoader;
    loader.loadFile = (address, onProgress) =>
      pictures.load(address).then((blob) => {
        onProgress?.(100);
        return blob;
      });
    const tiles = new Together(TOGETHER);
    loader.loadImage = (address) =>
      tiles.join(pictures.load(address).then((blob) => loader.blobToImage(blob)));
    // Of the library itself: what the former panorama still waits for is given up.
    Object.assign(loader, { abortLoading: () => pictures.abort() });
    // The plugin says what failed, in its own words.
    this.#viewer.showError = () => {};
  }
}
