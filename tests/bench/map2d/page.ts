/**
 * One map over many polygons, ours or a plain one of OpenLayers; the bench moves it by pointer events, one per frame,
 * and drags a vertex of one polygon.
 */
import { fromLonLat } from 'ol/proj.js';
import type { MapObject, ObjectDocument } from '#core/document';
import type { MapView2D } from '../../../plugins/work/map-2d/map/view.ts';
import {
  CELL,
  frame,
  held,
  inView,
  openView,
  PAINT,
  Parcels,
  point,
  quiet,
  rest,
  STYLED,
  type Range,
} from './parcels.ts';
import { inPeerView, openPeer, painted, type OpenLayersPeer } from './peer.ts';

/** `styled`: ours with categories and labels; `image`: an OpenLayers VectorImage layer; `layer`: its VectorLayer. */
export type MapRenderer = 'ours' | 'styled' | 'image' | 'layer';

export interface BenchPage {
  /** Resolves to the number of polygons in view when it is painted. */
  open(kind: MapRenderer, range: Range, count: number): Promise<number>;
  pan(frames: number): Promise<void>;
  dragVertex(frames: number): Promise<void>;
  /** Commits the dragged object. Resolves when it is drawn. */
  commit(): Promise<void>;
  /** Resolves when the painting after a pan or an edit is complete. */
  settle(): Promise<void>;
  close(): void;
}

type OpenBenchMap =
  | { view: MapView2D; document: ObjectDocument; object: MapObject; moved: MapObject; peer?: undefined }
  | { peer: OpenLayersPeer };

let parcels: Parcels;
let open: OpenBenchMap | undefined;

function cornersAt(step: number) {
  const corners = parcels.ring(parcels.central);
  corners[1] = [corners[1]![0] + step * CELL * 0.01, corners[1]![1] + step * CELL * 0.005];
  return corners;
}

function close(): void {
  if (open?.peer) open.peer.map.setTarget(undefined);
  else open?.view.dispose();
  open = undefined;
}

/** Changes the polygon in the peer's source, as its interactions do. */
async function reshapePeer({ map, source }: OpenLayersPeer, step: number): Promise<void> {
  const shown = painted(map);
  const corners = cornersAt(step).map((position) => fromLonLat(position));
  source.getFeatureById(String(parcels.central))!.getGeometry()!.setCoordinates([corners]);
  await shown;
}

const page: BenchPage = {
  async open(kind, range, count) {
    close();
    parcels = new Parcels(count);
    let seen: number;
    if (kind === 'ours' || kind === 'styled') {
      const document = held(parcels.objects());
      const style = kind === 'styled' ? STYLED : PAINT;
      const view = await openView(document, parcels.middle, parcels.zoom(range), { style });
      const object = document.get(String(parcels.central))!;
      open = { view, document, object, moved: object };
      seen = inView(view);
    } else {
      const peer = await openPeer(parcels, range, kind);
      open = { peer };
      seen = inPeerView(peer);
    }
    // Painting ahead is part of opening.
    await quiet();
    return seen;
  },
  async pan(frames) {
    const start = [640, 400] as const;
    point('pointerdown', ...start);
    for (let i = 1; i <= frames; i++) {
      await frame();
      point('pointermove', start[0] - i * 6, start[1] - i * 2);
    }
    await frame();
    // Held still before the release: no kinetic panning.
    await rest(150);
    point('pointerup', start[0] - frames * 6, start[1] - frames * 2);
  },
  async dragVertex(frames) {
    if (open!.peer) {
      for (let i = 1; i <= frames; i++) await reshapePeer(open!.peer, i);
      return;
    }
    const { view, object } = open!;
    const preview = view.preview([object]);
    for (let i = 1; i <= frames; i++) {
      await frame();
      const moved = { ...object, location: { type: 'Polygon' as const, coordinates: [cornersAt(i)] } };
      preview.update([moved]);
      open!.moved = moved;
    }
    await frame();
    preview.dispose();
  },
  async commit() {
    if (open!.peer) return reshapePeer(open!.peer, 61);
    const { document, object, moved } = open!;
    document.apply([{ id: object.id, before: object, after: moved }], 'edit');
    open!.object = moved;
    await frame();
    await frame();
  },
  settle: quiet,
  close,
};
(window as unknown as { bench: BenchPage }).bench = page;
