/**
 * What tools need of a map over many polygons, ours and a plain one of OpenLayers: preparation, hits, snaps, undo.
 */
import type Feature from 'ol/Feature.js';
import GeoJSON from 'ol/format/GeoJSON.js';
import type Polygon from 'ol/geom/Polygon.js';
import Modify from 'ol/interaction/Modify.js';
import Snap from 'ol/interaction/Snap.js';
import VectorSource from 'ol/source/Vector.js';
import { AutosaveQueue, BrowserQueueStore, webTabLocks } from '#core/autosave';
import { extentOf, ObjectDocument, readLines } from '#core/document';
import { DocumentHistory } from '#core/history';
import { findSnap, type Pixel } from '#core/mapview';
import type { OpenProject } from '#core/project';
import type { GeometryObject } from '#core/protocol';
import { CaptureSession, geodesic } from '#core/sketch';
import { desk } from '#core/testing';
import { NEVER, of } from 'rxjs';
import { TraceLead } from '../../../plugins/draw/drafting/model/trace-lead.ts';
import { move } from '../../../plugins/edit/modify/edits/move.ts';
import type { MapView2D } from '../../../plugins/work/map-2d/map/view.ts';
import { CELL, frame, held, inView, openView, Parcels, point, quiet, type Range } from './parcels.ts';
import { openPeer, openPeerOver, type OpenLayersPeer } from './peer.ts';

/** Milliseconds each. */
export interface ToolTimes {
  readonly ours: number;
  readonly peer: number;
}

/** `peer`: GeoJSON into a VectorLayer of OpenLayers. */
export type ToolsRenderer = 'ours' | 'peer';

export interface ToolsPage {
  /** Opens our map, over the peer's if requested; resolves to the number of objects in view. */
  open(range: Range, count: number, temporary: boolean): Promise<number>;
  /** Time until a pointer event is answered with its snap and its hits. */
  ready(): ToolTimes;
  /** One query each at the same places. */
  snaps(queries: number): ToolTimes;
  /** One query each at the same places; `different` counts those with different answers. */
  hits(queries: number): ToolTimes & { different: number };
  /** Moves the pointer while a line is drawn that snaps to everything; milliseconds of script for each move. */
  draw(moves: number, traces: boolean): Promise<number[]>;
  /**
   * Moves this many objects and undoes it: milliseconds until the document is as before, and until the map is
   * painted.
   */
  undo(objects: number): Promise<{ settled: number; painted: number }>;
  /** Closes what is open and prepares the text of a server response. */
  prepare(kind: ToolsRenderer, count: number): void;
  /** From that text to a painted map that answers a click, milliseconds. */
  load(kind: ToolsRenderer, range: Range): Promise<number>;
  close(): void;
}

let parcels: Parcels;
let document: ObjectDocument;
let view: MapView2D;
let peer: OpenLayersPeer | undefined;
let snap: Snap | undefined;

function close(): void {
  view?.dispose();
  peer?.map.setTarget(undefined);
  peer = snap = undefined;
}

async function open(range: Range, count: number, temporary: boolean): Promise<number> {
  close();
  parcels = new Parcels(count);
  if (temporary) peer = await openPeer(parcels, range, 'layer');
  // Both stay: the peer's map keeps its element below ours.
  document = held(parcels.objects());
  view = await openView(document, parcels.middle, parcels.zoom(range), {
    over: peer?.map.getTargetElement() ?? undefined,
  });
  await quiet();
  return inView(view);
}

function timed(work: () => void): number {
  const before = performance.now();
  work();
  return performance.now() - before;
}

/** The same places each time, over the whole screen. */
function places(count: number): Pixel[] {
  let seed = 7;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  return Array.from({ length: count }, () => [40 + 1200 * random(), 40 + 720 * random()] as const);
}

const KINDS = ['vertex', 'edge'] as const;
const snapped = (pixel: Pixel) =>
  findSnap({ view, index: document.index, pixel, options: { kinds: KINDS, tolerance: 10 } });

function ready(): ToolTimes {
  // A document whose index has not been queried yet.
  const fresh = held([...document.values()]);
  const ours = timed(() => {
    findSnap({ view, index: fresh.index, pixel: [640, 400], options: { kinds: KINDS, tolerance: 10 } });
  });
  const { map, source } = peer!;
  const theirs = timed(() => {
    snap = new Snap({ source, pixelTolerance: 10 });
    map.addInteraction(new Modify({ source }));
    map.addInteraction(snap);
  });
  return { ours, peer: theirs };
}

function snaps(queries: number): ToolTimes {
  const requested = places(queries);
  const { map } = peer!;
  const theirs = (pixel: Pixel) => snap!.snapTo([...pixel], map.getCoordinateFromPixel([...pixel]), map);
  return inTurns(requested, snapped, theirs);
}

const TURNS = 7;
/** Rounds before those that count: until then the browser still compiles the repeated code, ours and the peer's. */
const WARM = 7;

/** Median of all rounds in milliseconds for one of the queries: a slow moment of the machine affects both. */
function inTurns<T>(
  requested: readonly T[],
  ours: (each: T) => unknown,
  peer: (each: T) => unknown,
): ToolTimes {
  const times: { ours: number[]; peer: number[] } = { ours: [], peer: [] };
  for (let turn = -WARM; turn < TURNS; turn++) {
    const theirs = timed(() => requested.forEach((each) => peer(each)));
    const mine = timed(() => requested.forEach((each) => ours(each)));
    if (turn < 0) continue;
    times.peer.push(theirs);
    times.ours.push(mine);
  }
  const middle = (samples: number[]) => samples.sort((a, b) => a - b)[TURNS >> 1]! / requested.length;
  return { ours: middle(times.ours), peer: middle(times.peer) };
}

/**
 * The peer decides by painted pixels, outlines included; ours by the polygon itself. Answers are equal when ours
 * contains every object that the place is in, and none that is more than a pixel and half an outline away.
 */
function hits(queries: number): ToolTimes & { different: number } {
  const requested = places(queries);
  const { map } = peer!;
  const found: string[][] = [];
  const theirs: string[][] = [];
  for (const pixel of requested.slice(0, 3)) view.pick(pixel, 0);
  const mine = timed(() => {
    for (const pixel of requested) found.push(view.pick(pixel, 0).map(({ object }) => object.id));
  });
  const others = timed(() => {
    for (const pixel of requested) {
      const ids: string[] = [];
      map.forEachFeatureAtPixel([...pixel], (feature) => void ids.push(String(feature.getId())));
      theirs.push(ids);
    }
  });
  const different = requested.filter((pixel, i) => {
    const near = new Set(view.pick(pixel, Math.SQRT2 + 0.75).map(({ object }) => object.id));
    return found[i]!.some((id) => !theirs[i]!.includes(id)) || theirs[i]!.some((id) => !near.has(id));
  }).length;
  return { ours: mine / queries, peer: others / queries, different };
}

async function draw(moves: number, traces: boolean): Promise<number[]> {
  const { settings, i18n, project: around } = desk();
  for (const kind of ['snapPerpendicular', 'snapCentre', 'snapExtension'] as const) settings.set(kind, true);
  const project: OpenProject = { ...around, document, history: new DocumentHistory(document) };
  const session = new CaptureSession({
    context: { view, project },
    settings,
    i18n,
    kind: 'line',
    drafts: true,
    metric: () => geodesic,
    hints: { start: '', next: '', enough: '' },
    finished: () => undefined,
  });
  const received = view.listen((gesture) => session.gesture(gesture));
  session.path.add(parcels.ring(parcels.central)[0]!);
  if (traces) session.path.follow(new TraceLead(document, view));
  const samples: number[] = [];
  for (let i = 0; i < moves; i++) {
    let began = 0;
    // Callbacks run in the order in which they were requested: this one, the map's, the next.
    requestAnimationFrame(() => (began = performance.now()));
    const before = performance.now();
    point('pointermove', 640 + 260 * Math.sin(i * 0.13), 400 + 200 * Math.sin(i * 0.17));
    const heardIn = performance.now() - before;
    await frame();
    samples.push(heardIn + performance.now() - began);
  }
  received.dispose();
  session.dispose();
  return samples;
}

async function undo(objects: number): Promise<{ settled: number; painted: number }> {
  const history = new DocumentHistory(document);
  const store = await BrowserQueueStore.open('bench', crypto.randomUUID(), webTabLocks(navigator.locks));
  const autosave = await AutosaveQueue.open({
    document,
    api: { call: () => Promise.reject(new Error('Nothing is sent here.')) },
    bus: { emit: () => undefined },
    store,
    automatic$: of(false),
    online$: NEVER,
    translate: (key) => key,
  });
  const ids = Array.from({ length: objects }, (_, i) => String(i));
  const [x, y] = parcels.middle;
  history.perform(move(ids, [x, y], [x + 5 * CELL, y + 5 * CELL]), { label: 'x:y', code: 'move' });
  await autosave.stored();
  while (!view.settled) await frame();
  await quiet();
  const before = performance.now();
  history.undo();
  const settled = performance.now() - before;
  await frame();
  while (!view.settled) await frame();
  // The painting of a frame is on the screen when the next one begins.
  await frame();
  const painted = performance.now() - before;
  await autosave.stored();
  autosave.dispose();
  return { settled, painted };
}

const HEAD = { createdAt: '2026-01-01T00:00:00.000Z', createdBy: 'b7c1d6de-8a53-4d8b-9d0c-6f6b1d0c9a11' };

/** Responses of a server, 20,000 objects each, one object per line. */
function answers(all: Parcels): string[] {
  const lists: string[] = [];
  for (let start = 0; start < all.count; start += 20_000) {
    const lines = Array.from({ length: Math.min(20_000, all.count - start) }, (_, k): string => {
      const id = `00000000-0000-4000-8000-${String(start + k).padStart(12, '0')}`;
      const object: GeometryObject = {
        id,
        typeName: 'parcels',
        location: { type: 'Polygon', coordinates: [all.ring(start + k)] },
        properties: { number: start + k, owner: `Owner ${k % 977}` },
        relatesTo: [],
        projectId: '00000000-0000-4000-8000-000000000001',
        transactions: [{ id, at: HEAD.createdAt, by: HEAD.createdBy, kind: 'import' }],
        metadata: {
          version: 1,
          ...HEAD,
          updatedAt: HEAD.createdAt,
          updatedBy: HEAD.createdBy,
          source: 'parcels.shp',
        },
      };
      return [1, ...extentOf(object.location), 'Polygon', '"parcels"', JSON.stringify(object)].join('\t');
    });
    lists.push(lines.join('\n'));
  }
  return lists;
}

/** The same objects with the same attributes as GeoJSON. */
function collection(all: Parcels): string {
  const features = Array.from({ length: all.count }, (_, i) => ({
    type: 'Feature',
    id: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
    properties: { number: i, owner: `Owner ${(i % 20_000) % 977}` },
    geometry: { type: 'Polygon', coordinates: [all.ring(i)] },
  }));
  return JSON.stringify({ type: 'FeatureCollection', features });
}

let texts: readonly string[] = [];

function prepare(kind: ToolsRenderer, count: number): void {
  close();
  parcels = new Parcels(count);
  document = new ObjectDocument('bench');
  texts = kind === 'ours' ? answers(parcels) : [collection(parcels)];
}

async function load(kind: ToolsRenderer, range: Range): Promise<number> {
  const began = performance.now();
  if (kind === 'ours') {
    for (const text of texts) take(text);
    view = await openView(document, parcels.middle, parcels.zoom(range));
    view.pick([640, 400]);
  } else {
    const features = new GeoJSON<Feature<Polygon>>().readFeatures(JSON.parse(texts[0]!), {
      featureProjection: 'EPSG:3857',
    });
    peer = await openPeerOver(new VectorSource({ features }), parcels, range, 'layer');
    peer.map.forEachFeatureAtPixel([640, 400], () => true);
  }
  return performance.now() - began;
}

/** As an open project reads a response. */
function take(text: string): void {
  const listed = readLines(text);
  for (const { object, record } of listed) document.acknowledge(object.id, record);
  document.apply(
    listed.map(({ object: after }) => ({ id: after.id, before: undefined, after })),
    'load',
  );
}

const page: ToolsPage = { open, ready, snaps, hits, draw, undo, prepare, load, close };
(window as unknown as { bench: ToolsPage }).bench = page;
