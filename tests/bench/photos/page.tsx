/** Panoramas on our sphere and on a bare Photo Sphere Viewer, and a gallery of very many photos. */
import { events, Viewer } from '@photo-sphere-viewer/core';
import { EquirectangularTilesAdapter } from '@photo-sphere-viewer/equirectangular-tiles-adapter';
import { createRoot } from 'react-dom/client';
import { levelsOf, tileInCrop, type PanoramicPlace, type PyramidShape } from '#core/protocol';
import { Gallery } from '#core/react';
import { Sphere } from '../../../plugins/field/panorama/map/sphere.ts';
import { Pictures } from '../../../plugins/field/panorama/model/pictures.ts';

export type SphereRenderer = 'ours' | 'peer';
export interface PhotosPage {
  /** Until the base and the tiles in view are drawn, milliseconds, and how many pictures that were. */
  show(kind: SphereRenderer, shape: PyramidShape): Promise<{ took: number; pictures: number }>;
  /** Opens ours at the first panorama, for `step`. */
  open(shape: PyramidShape): Promise<void>;
  /** Goes to the next panorama, which has been fetched in advance; milliseconds until it is drawn. */
  step(): Promise<number>;
  /** Opens a gallery. */
  gallery(count: number): Promise<void>;
  /** Scrolls for `frames` frames; resolves to the milliseconds of each. */
  scroll(frames: number): Promise<number[]>;
}

/** Milliseconds without a picture that is drawn, after which all are there. */
const QUIET = 1_000;
/** Panoramas that are gone through again and again. */
const STOPS = 5;
const FIELD = 65;

const frame = () => new Promise<number>((done) => requestAnimationFrame(done));
const bytesOf = async (path: string) => (await fetch(path)).arrayBuffer();
/** As the API answers. */
const api = {
  bytes: async (_: unknown, { params }: { params: Record<string, string | number> }) => {
    const { id, version, cols, column, row } = params;
    const tile = cols === undefined ? 'base' : `${cols}/${column}/${row}`;
    return { data: await bytesOf(`/pyramid/${id}/${version}/${tile}`) };
  },
};

let sphere: Sphere | undefined;
let places: PanoramicPlace[] = [];
let at = 0;

const placeOf = (id: string, pyramid: PyramidShape) =>
  ({
    id,
    heading: 0,
    pitch: 0,
    roll: 0,
    position: [9, 45, 100],
    pyramid: { ...pyramid, version: 1 },
  }) as never as PanoramicPlace;

function element(): HTMLElement {
  const made = document.createElement('div');
  made.style.cssText = 'position:fixed;inset:0';
  document.body.append(made);
  return made;
}

const fetched = () =>
  performance.getEntriesByType('resource').filter(({ name }) => name.includes('/pyramid/')).length;

/** Until nothing has been drawn for a while; the moment of the last frame. */
async function settled(start: number, last: () => number): Promise<number> {
  for (;;) {
    await frame();
    if (last() > start && performance.now() - last() > QUIET) return last() - start;
  }
}

const page: PhotosPage = {
  async show(kind, shape) {
    const container = element();
    performance.clearResourceTimings();
    const start = performance.now();
    let last = 0;
    if (kind === 'ours') {
      const ours = new Sphere(container, new Pictures(api as never));
      ours.drawn$.subscribe(() => (last = performance.now()));
      await ours.show(placeOf(`ours-${start}`, shape));
      const took = await settled(start, () => last);
      ours.dispose();
      container.remove();
      return { took, pictures: fetched() };
    }
    const address = `/pyramid/peer-${start}/1`;
    const levels = levelsOf(shape);
    const peer = new Viewer({
      container,
      adapter: EquirectangularTilesAdapter.withConfig({ baseBlur: false }),
      navbar: false,
      minFov: 4,
      maxFov: 100,
      defaultZoomLvl: (100 * (100 - FIELD)) / 96,
      panorama: {
        baseUrl: `${address}/base`,
        levels: levels.map(({ width, cols, rows }) => ({ width, cols, rows })),
        tileUrl: (column: number, row: number, level: number) => {
          const { cols } = levels[level]!;
          return tileInCrop(shape, { cols }, column, row) ? `${address}/${cols}/${column}/${row}` : null;
        },
      },
    });
    peer.addEventListener(events.RenderEvent.type, () => (last = performance.now()));
    await new Promise((done) => peer.addEventListener(events.ReadyEvent.type, done, { once: true }));
    const took = await settled(start, () => last);
    peer.destroy();
    container.remove();
    return { took, pictures: fetched() };
  },

  async open(shape) {
    places = Array.from({ length: STOPS }, (_, i) => placeOf(`stop-${i}`, shape));
    sphere = new Sphere(element(), new Pictures(api as never));
    at = 0;
    await sphere.show(places[0]!);
    sphere.preload(places[1]!);
    await frame();
  },

  async step() {
    at++;
    const start = performance.now();
    await sphere!.show(places[at % STOPS]!);
    await frame();
    const took = performance.now() - start;
    sphere!.preload(places[(at + 1) % STOPS]!);
    return took;
  },

  async gallery(count) {
    sphere?.dispose();
    document.body.replaceChildren();
    const container = element();
    container.style.cssText = 'position:fixed;inset:0;display:grid;overflow:auto';
    const items = Array.from({ length: count }, (_, i) => ({ id: String(i), name: `IMG_${i}.jpg` }));
    createRoot(container).render(
      <Gallery
        label="Photos"
        items={items}
        itemId={({ id }) => id}
        itemText={({ name }) => name}
        onOpen={() => undefined}
      >
        {({ id, name }) => (
          <figure>
            <img src={`/pyramid/gallery-${Number(id) % 50}/1/base`} alt="" width="96" height="64" />
            <figcaption>{name}</figcaption>
          </figure>
        )}
      </Gallery>,
    );
    while (!document.querySelector('img')) await frame();
  },

  async scroll(frames) {
    const list = document.querySelector('.g-gallery')!;
    const times: number[] = [];
    let before = await frame();
    for (let i = 0; i < frames; i++) {
      list.scrollTop += 60;
      const now = await frame();
      times.push(now - before);
      before = now;
    }
    return times;
  },
};
Object.assign(window, { bench: page });
