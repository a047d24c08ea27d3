/** A COPC in our view, opened as the workbench opens a cloud, and by `copc` and three.js alone. */
import { Copc, type Hierarchy } from 'copc';
import { createLazPerf } from 'laz-perf';
import wasmUrl from 'laz-perf/lib/web/laz-perf.wasm?url';
import { NEVER } from 'rxjs';
import { BufferAttribute, BufferGeometry, PerspectiveCamera, Points, PointsMaterial, Scene, Vector3, WebGLRenderer } from 'three'; // prettier-ignore
import { UNMOVED } from '#core/geodesy';
import { ObjectDocument } from '#core/document';
import type { Pointcloud } from '#core/protocol';
import { ProjectClouds } from '../../../plugins/cloud/point-cloud/model/stage.ts';
import { prepareClouds } from '../../../plugins/cloud/point-cloud/map/open-cloud.ts';
import { finish } from './stages.ts';

export interface Opened {
  /** Until the first points were on screen, and until as many as asked for. */
  first: number;
  all: number;
  points: number;
  /** Requests for parts of the file, and other calls, that were answered before the first points were on screen. */
  requests: number;
}

const FILE = '/api/pointcloud/file/cloud';
const NOT_PLACED = {
  id: 'cloud',
  name: 'cloud',
  projectId: 'bench',
  sha256: 'bench',
  state: 'ready',
  header: { format: 'copc' },
  octree: null,
  crs: null,
  viewCrs: null,
  metresPerUnit: 1,
  metresPerHeightUnit: 1,
  classes: null,
  error: null,
  georeference: { version: 0, transform: UNMOVED, unit: 1, heightUnit: 1, crs: null, verticalCrs: null },
} as unknown as Pointcloud;

let requests = 0;
const { fetch: send } = window;
window.fetch = async (...args) => {
  const answer = await send(...args);
  requests++;
  return answer;
};

export async function ourCopc(element: HTMLElement, wanted: number): Promise<Opened> {
  const begun = performance.now();
  const api = {
    // Nobody has changed classes; that is asked for as in the workbench.
    call: () => {
      requests++;
      return Promise.resolve({ data: { version: 0, edits: [] } });
    },
    bytes: () => Promise.reject(new Error('Nobody has changed classes.')),
  };
  const stage = new ProjectClouds(api as never, { current$: NEVER });
  stage.hold(NOT_PLACED);
  const opening = await prepareClouds(
    {
      api: api as never,
      stage,
      session: { token: 'bench', refresh: () => Promise.resolve(undefined) } as never,
      settings: { observe: () => NEVER },
      t: (key, values) => `${key} ${JSON.stringify(values)}`,
      number: String,
      follow: () => ({ whole: undefined, dispose: () => {} }),
    },
    {
      quality: 'desk',
      stopped: (error) => {
        throw error;
      },
    },
  );
  if ('nothing' in opening) throw new Error(`Nothing to open: ${opening.nothing}.`);
  const view = opening.open(element, { document: new ObjectDocument('bench') });
  return new Promise((done) => {
    let first: Pick<Opened, 'first' | 'requests'> | undefined;
    view.drawn$.subscribe(({ points }) => {
      if (points === 0) return;
      finish(element.querySelector('canvas')!);
      const now = performance.now() - begun;
      first ??= { first: now, requests };
      if (points >= wanted) done({ ...first, all: now, points });
    });
  });
}

const read = async (begin: number, end: number): Promise<Uint8Array> => {
  const answer = await fetch(FILE, { headers: { range: `bytes=${begin}-${end - 1}` } });
  return new Uint8Array(await answer.arrayBuffer());
};

export async function bareCopc(element: HTMLElement, wanted: number): Promise<Opened> {
  const begun = performance.now();
  const lazPerf = await createLazPerf({ locateFile: () => wasmUrl });
  const file = await Copc.create(read);
  const { nodes } = await Copc.loadHierarchyPage(read, file.info.rootHierarchyPage);
  const renderer = new WebGLRenderer({ antialias: false });
  renderer.setSize(element.clientWidth, element.clientHeight);
  element.append(renderer.domElement);
  const { min, max } = file.header;
  const [least, size] = [new Vector3(...min), new Vector3(...max).sub(new Vector3(...min))];
  const camera = new PerspectiveCamera(55, element.clientWidth / element.clientHeight, 0.1, 1e5);
  camera.position.copy(size).multiplyScalar(1.5);
  camera.lookAt(size.clone().multiplyScalar(0.5));
  const scene = new Scene();
  const material = new PointsMaterial({ size: 2, sizeAttenuation: false, vertexColors: true });
  let [points, first, asked] = [0, 0, 0];
  const levels = Object.entries(nodes).sort(([a], [b]) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
  for (const [, node] of levels) {
    if (points >= wanted) break;
    scene.add(new Points(await geometryOf(file, node!, { lazPerf, least }), material));
    renderer.render(scene, camera);
    finish(renderer.domElement);
    points += node!.pointCount;
    if (first > 0) continue;
    first = performance.now() - begun;
    asked = requests;
  }
  return { first, all: performance.now() - begun, points, requests: asked };
}

async function geometryOf(
  file: Copc,
  node: Hierarchy.Node,
  { lazPerf, least }: { lazPerf: Awaited<ReturnType<typeof createLazPerf>>; least: Vector3 },
): Promise<BufferGeometry> {
  const view = await Copc.loadPointDataView(read, file, node, { lazPerf });
  const [x, y, z, red, green, blue] = ['X', 'Y', 'Z', 'Red', 'Green', 'Blue'].map(view.getter);
  const [places, colours] = [new Float32Array(3 * view.pointCount), new Float32Array(3 * view.pointCount)];
  for (let i = 0; i < view.pointCount; i++) {
    places.set([x!(i) - least.x, y!(i) - least.y, z!(i) - least.z], 3 * i);
    colours.set([red!(i) / 65_535, green!(i) / 65_535, blue!(i) / 65_535], 3 * i);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(places, 3));
  geometry.setAttribute('color', new BufferAttribute(colours, 3));
  return geometry;
}
