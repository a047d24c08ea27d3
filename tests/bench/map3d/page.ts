/** One globe over many polygons, ours or a plain scene of Cesium; the bench moves both along the same path. */
import type { MapObject, ObjectDocument } from '#core/document';
import { MapView3D } from '../../../plugins/globe/map-3d/map/view.ts';
import { frame, held, openView, PAINT, Parcels, quiet, sheet } from '../map2d/parcels.ts';
import { CesiumPeer } from './peer.ts';
import { panned, TILT } from './place.ts';

export type GlobeRenderer = 'ours' | 'peer';

export interface GlobePage {
  /** Resolves when everything is drawn. */
  open(kind: GlobeRenderer, count: number): Promise<void>;
  pan(frames: number): Promise<void>;
  /** Milliseconds per pick, of both over the same objects; `different`: number of answers with another object. */
  picks(count: number, queries: number): Promise<{ ours: number; peer: number; different: number }>;
  /** Milliseconds from the 2D map, or from nothing for the peer, to the first frame with all objects in it. */
  appear(kind: GlobeRenderer, count: number): Promise<number>;
  close(): void;
}

const ZOOM = (parcels: Parcels) => parcels.zoom('full');
let view: MapView3D | undefined;
let peer: CesiumPeer | undefined;
let parcels: Parcels;

function close(): void {
  view?.dispose();
  peer?.dispose();
  view = peer = undefined;
}

function openOurs(document: ObjectDocument, over?: HTMLElement): MapView3D {
  const opened = new MapView3D(sheet(over), document);
  opened.background = false;
  opened.quality = 'fast';
  opened.setLayers([{ typeName: 'parcels', visible: true, opacity: 1, style: PAINT, locked: false }]);
  opened.fly(parcels.middle, { zoom: ZOOM(parcels), heading: 0, tilt: TILT, animate: false });
  return opened;
}

async function drawn(opened: MapView3D): Promise<void> {
  while (!opened.settled) await frame();
  await frame();
}

function openPeer(over?: HTMLElement): CesiumPeer {
  const opened = new CesiumPeer(parcels, over);
  opened.look(parcels.middle, ZOOM(parcels));
  return opened;
}

const page: GlobePage = {
  async open(kind, count) {
    close();
    parcels = new Parcels(count);
    if (kind === 'ours') await drawn((view = openOurs(held(parcels.objects()))));
    else await (peer = openPeer()).drawn();
    await quiet();
  },
  async pan(frames) {
    for (let step = 1; step <= frames; step++) {
      await frame();
      const place = panned(parcels, step);
      if (view) view.fly(place, { zoom: ZOOM(parcels), animate: false });
      else peer!.look(place, ZOOM(parcels));
    }
    await frame();
  },
  async picks(count, queries) {
    close();
    parcels = new Parcels(count);
    peer = openPeer();
    view = openOurs(held(parcels.objects()), peer.scene.canvas.parentElement!);
    await Promise.all([peer.drawn(), drawn(view)]);
    await quiet();
    const requested = Array.from({ length: queries }, (_, i) => {
      return [640 + 230 * Math.sin(i * 12.9), 400 + 170 * Math.sin(i * 78.2)] as const;
    });
    for (const pixel of requested.slice(0, 3)) {
      view.pick(pixel, 0);
      peer.pick(pixel);
    }
    const mine: (string | undefined)[] = [];
    let began = performance.now();
    for (const pixel of requested) mine.push(view.pick(pixel, 0)[0]?.object.id);
    const ours = (performance.now() - began) / queries;
    const others: (string | undefined)[] = [];
    began = performance.now();
    for (const pixel of requested) others.push(peer.pick(pixel));
    const theirs = (performance.now() - began) / queries;
    // On an outline the pixels give another answer than the area itself.
    const different = requested.filter((pixel, i) => {
      const near = new Set(view!.pick(pixel, 2).map(({ object }: { object: MapObject }) => object.id));
      return mine[i] !== others[i] && !(others[i] !== undefined && near.has(others[i]));
    }).length;
    return { ours, peer: theirs, different };
  },
  async appear(kind, count) {
    close();
    parcels = new Parcels(count);
    const document = held(parcels.objects());
    const flat = kind === 'ours' ? await openView(document, parcels.middle, ZOOM(parcels)) : undefined;
    await quiet();
    const began = performance.now();
    if (flat) {
      flat.dispose();
      await drawn((view = openOurs(document)));
    } else await (peer = openPeer()).drawn();
    return performance.now() - began;
  },
  close,
};
(window as unknown as { bench: GlobePage }).bench = page;
