/** A model in our view, or in a scene that has nothing but the library; tells when its triangles are drawn. */
import { FragmentsModels } from '@thatopen/fragments';
import workerUrl from '@thatopen/fragments/worker?worker&url';
import { AmbientLight, PerspectiveCamera, Scene, Vector3, WebGLRenderer } from 'three';
import { ObjectDocument } from '#core/document';
import { loadCrs } from '#core/geodesy';
import type { Disposable } from '#core/kernel';
import type { BimLook } from '../../../plugins/bim/bim-viewer/api.ts';
import { DrawnModel } from '../../../plugins/bim/bim-viewer/map/drawn-model.ts';
import { Fragments } from '../../../plugins/bim/bim-viewer/map/fragments.ts';
import { MapViewBim } from '../../../plugins/bim/bim-viewer/map/view.ts';
import { ModelFrame } from '../../../plugins/bim/bim-viewer/model/frame.ts';
import { uprightPlacement } from '../../../plugins/bim/bim-viewer/model/place.ts';

export type ModelRenderer = 'ours' | 'peer';
export interface Shown {
  /** Milliseconds from the bytes to the first frame with triangles, and to the first with the most of them. */
  first: number;
  all: number;
  triangles: number;
}
export interface ModelPage {
  show(kind: ModelRenderer): Promise<Shown>;
}

/** Milliseconds without a new triangle, after which all are there. */
const QUIET = 2_000;
const CRS = 'EPSG:32632';
const PLACE = { crs: CRS, eastings: 0, northings: 0, height: 0, rotation: 0, scale: 1, verticalCrs: null };
const LOOK: BimLook = {
  hidden: new Map(),
  isolated: undefined,
  ghosts: false,
  // The bare page draws them.
  spaces: true,
  painted: [],
  planes: [],
  box: undefined,
  apart: 0,
};

/** Triangles that were drawn since the last frame, by all pages alike: as the graphics card is told. */
let drawn = 0;
const card = WebGL2RenderingContext.prototype;
const { drawElements, drawArrays } = card;
card.drawElements = function (this: WebGL2RenderingContext, ...args: Parameters<typeof drawElements>) {
  if (args[0] === this.TRIANGLES) drawn += args[1] / 3;
  return drawElements.apply(this, args);
};
card.drawArrays = function (this: WebGL2RenderingContext, ...args: Parameters<typeof drawArrays>) {
  if (args[0] === this.TRIANGLES) drawn += args[2] / 3;
  return drawArrays.apply(this, args);
};

const page: ModelPage = {
  async show(kind) {
    const bytes = await (await fetch('/model.frag')).arrayBuffer();
    await loadCrs(CRS);
    const element = document.createElement('div');
    element.style.cssText = 'position:fixed;inset:0';
    document.body.append(element);
    drawn = 0;
    const start = performance.now();
    const opening = kind === 'ours' ? ours(element, bytes) : bare(element, bytes);
    const shown = await watched(start);
    (await opening).dispose();
    element.remove();
    return shown;
  },
};
Object.assign(window, { bench: page });

/** Until no frame has had more triangles for a while. */
async function watched(start: number): Promise<Shown> {
  let [first, all, triangles] = [0, 0, 0];
  while (triangles === 0 || performance.now() - start - all < QUIET) {
    await new Promise((done) => requestAnimationFrame(done));
    const now = performance.now() - start;
    if (drawn > 0 && triangles === 0) first = now;
    if (drawn > triangles) [all, triangles] = [now, drawn];
    drawn = 0;
  }
  return { first, all, triangles };
}

async function ours(element: HTMLElement, bytes: ArrayBuffer): Promise<Disposable> {
  const fragments = new Fragments();
  const view = new MapViewBim(element, new ObjectDocument('bench'), {
    frame: new ModelFrame(CRS),
    origin: [0, 0, 0],
    turn: 0,
    fragments,
    look: () => LOOK,
  });
  view.open(fragments);
  const placement = uprightPlacement(PLACE, { origin: [0, 0, 0], undulation: 0 });
  view.models.add(
    await DrawnModel.prepare('model', await fragments.load('model/0', bytes), placement, [0, 0, 0]),
  );
  view.lookAtAll();
  return view;
}

async function bare(element: HTMLElement, bytes: ArrayBuffer): Promise<Disposable> {
  const renderer = new WebGLRenderer({ antialias: true });
  renderer.setSize(element.clientWidth, element.clientHeight);
  element.append(renderer.domElement);
  const scene = new Scene().add(new AmbientLight());
  const camera = new PerspectiveCamera(60, element.clientWidth / element.clientHeight, 0.1, 1_000);
  const models = new FragmentsModels(workerUrl, { maxWorkers: 3 });
  models.settings.maxUpdateRate = 0;
  const model = await models.load(bytes, { modelId: 'model' });
  scene.add(model.object);
  const { box } = model;
  const size = box.getSize(new Vector3()).length();
  camera.position.copy(box.getCenter(new Vector3())).add(new Vector3(0.6, 0.5, 0.6).multiplyScalar(size));
  camera.lookAt(box.getCenter(new Vector3()));
  camera.updateMatrixWorld();
  model.useCamera(camera);
  let frame = 0;
  const draw = (): void => {
    frame = requestAnimationFrame(draw);
    renderer.render(scene, camera);
  };
  draw();
  await models.update(true);
  return {
    dispose: () => {
      cancelAnimationFrame(frame);
      void models.dispose();
      renderer.dispose();
      renderer.forceContextLoss();
    },
  };
}
