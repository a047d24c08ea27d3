import { BehaviorSubject, type Observable } from 'rxjs';
import { Box3, Matrix4, Raycaster, Vector2, Vector3 } from 'three';
import { CanvasView, currentTheme, ViewerLayers } from '#core/canvas';
import type { Extent, ProjectDocument } from '#core/document';
import type { Disposable } from '#core/kernel';
import { pickObjects, type Hit, type LayerState, type Pixel, type SolidEdge } from '#core/mapview';
import type { Position } from '#core/protocol';
import type {
  BimCameraMode,
  BimLook,
  BimSection,
  BimView,
  BimViewpoint,
  CutBox,
  CutPlane,
  ElementRef,
  ElementTriangles,
  Items,
  ModelCoordinates,
  ModelHit,
} from '../api.ts';
import type { ModelFrame } from '../model/frame.ts';
import { placed } from '../model/place.ts';
import { BimCamera, type FaceAhead } from './camera.ts';
import { BimControls } from './controls.ts';
import { Cuts, planesOf } from './cuts.ts';
import type { DrawnModel } from './drawn-model.ts';
import { Eye } from './eye.ts';
import type { Fragments } from './fragments.ts';
import { FacePicker, type PickedFace } from './picker.ts';
import { SceneObjects } from './scene-objects.ts';
import { ScenePen } from './scene-pen.ts';
import { ModelScene } from './scene.ts';
import './map.css';

const MAX_OVERLAY_HIGHLIGHTS = 2_000;
/** The right button moves, and Ctrl turns the camera also while a tool is active. */
const MAP_DRAGS = {
  rightButton: true,
  startsWith: (event: PointerEvent) => event.ctrlKey && !event.shiftKey,
};
const BACKGROUNDS = { light: '#eef1f3', dark: '#14181b' } as const;
const CUTS = {
  light: { fill: '#5b6770', line: '#1d2428' },
  dark: { fill: '#8b979f', line: '#f1f4f6' },
} as const;
/** Milliseconds between two looks at which tiles are needed while the camera moves. */
const PACE = 120;

export interface BimViewOptions {
  readonly frame: ModelFrame;
  /** The scene's origin, in the coordinates of the view: numbers of graphics cards are short. */
  readonly origin: ModelCoordinates;
  /** Degrees clockwise from grid north to the y axis of the first model. */
  readonly turn: number;
  readonly fragments: Fragments;
  readonly look: () => BimLook;
}

/** The map view on three.js and fragments. */
export class MapViewBim extends CanvasView<ViewerLayers> implements BimView {
  readonly id = 'bim';
  readonly kind = 'bim';
  readonly attribution$ = new BehaviorSubject('');
  protected override readonly cameraMoves: BimCamera;
  readonly #scene: ModelScene;
  readonly #eye = new Eye();
  readonly #frame: ModelFrame;
  readonly #origin: ModelCoordinates;
  readonly #fragments: Fragments;
  readonly #look: () => BimLook;
  readonly #objects: SceneObjects;
  readonly #picker: FacePicker;
  readonly #cuts = new Cuts();
  readonly #models: DrawnModel[] = [];
  #selected: Items = new Map();
  #checks: readonly { readonly items: Items; readonly colour: string }[] = [];
  #picked: { readonly key: string; readonly hit: PickedFace | undefined } | undefined;
  #bounds = { middle: new Vector3(), diameter: 20 };
  #matrix: Matrix4 | undefined;
  #tiles: ReturnType<typeof setTimeout> | undefined;
  #wantsTiles = false;
  #applying: Promise<void> = Promise.resolve();
  #cutKey = '';

  /** Throws when the browser has no WebGL 2. */
  constructor(element: HTMLElement, document: ProjectDocument, options: BimViewOptions) {
    super(element, document, new ViewerLayers(), { prefix: 'bim', maxHighlights: MAX_OVERLAY_HIGHLIGHTS });
    this.#frame = options.frame;
    this.#origin = options.origin;
    this.#fragments = options.fragments;
    this.#look = options.look;
    this.#scene = this.lifetime.add(new ModelScene(element, this.#eye));
    this.#picker = this.lifetime.add(new FacePicker(this.#scene.renderer));
    this.lifetime.add(this.#cuts);
    this.cameraMoves = this.lifetime.add(
      new BimCamera(this.#eye, {
        frame: this.#frame,
        origin: options.origin,
        turn: options.turn,
        faceAlong: (from, direction) => this.#faceAlong(from, direction),
        meet: (pixel) => this.#meet(pixel),
        bounds: this.#bounds,
        redraw: () => this.redraw(),
      }),
    );
    this.#objects = this.lifetime.add(
      new SceneObjects({
        document,
        layers: this.typeLayers,
        place: (position) => this.#placeOf(position),
        redraw: () => this.#scene.redraw(),
      }),
    );
    this.#scene.above.add(this.#cuts.group, this.#objects.group);
    element.append(this.overlay.element);
    this.lifetime.add(() => this.overlay.element.remove());
    this.attach(this.#scene.canvas, MAP_DRAGS);
    this.lifetime.add(new BimControls(this.#scene.canvas, this.cameraMoves));
    const following = this.#scene.frame$.subscribe((now) => {
      if (this.cameraMoves.tick(now)) this.redraw();
    });
    following.add(this.#scene.drawn$.subscribe(() => this.#drawOverlay()));
    following.add(this.cameraMoves.camera$.subscribe(() => this.#askForTiles()));
    following.add(this.cameraMoves.mode$.subscribe(() => this.#useCamera()));
    this.lifetime.add(() => following.unsubscribe());
    this.lifetime.add(() => clearTimeout(this.#tiles));
    this.#scene.run((size) => {
      this.#objects.size = size;
      this.cameraMoves.resize(size);
    });
    this.onTheme();
  }

  get stopped$(): Observable<unknown> {
    return this.#scene.stopped$;
  }
  get crs(): string {
    return this.#frame.crs;
  }
  get mode$(): Observable<BimCameraMode> {
    return this.cameraMoves.mode$;
  }
  get mode(): BimCameraMode {
    return this.#eye.mode;
  }
  setMode(mode: BimCameraMode): void {
    this.cameraMoves.setMode(mode);
  }

  toModel(position: Position): ModelCoordinates {
    return this.#frame.toModel(position, this.#bounds.middle.z + this.#origin[2]);
  }
  fromModel(coordinates: ModelCoordinates): Position {
    return this.#frame.fromModel(coordinates);
  }
  undulationOf(modelId: string): number {
    return this.#models.find((model) => model.modelId === modelId)?.placement.undulation ?? 0;
  }

  toPixel(position: Position): Pixel | undefined {
    const place = this.#placeOf(position);
    return place && this.#pixelOf(place);
  }

  /** On the faces; where there are none, at the height of the target. */
  toPosition(pixel: Pixel, height?: number): Position | undefined {
    if (height !== undefined) {
      const place = this.#atHeight(pixel, height - this.#origin[2]);
      return place && this.#positionOf(place);
    }
    const hit = this.#hitAt(pixel);
    const place = hit?.at ?? this.#atHeight(pixel, this.#floor);
    return place && this.#positionOf(place);
  }

  heightAt(pixel: Pixel, place: Position): number | undefined {
    const foot = this.#placeOf(place);
    if (!foot) return undefined;
    const { origin, direction } = this.#ray(pixel);
    const apart = 1 - direction.z * direction.z;
    if (apart < 1e-3) return undefined;
    const from = origin.clone().sub(foot);
    const up = (from.z - from.dot(direction) * direction.z) / apart;
    return foot.z + up + this.#origin[2];
  }

  groundBehind(pixel: Pixel): readonly Position[] {
    const box = this.#box;
    if (!box) return [];
    const hit = this.#hitAt(pixel);
    const seen = hit ? [hit.at] : [];
    const heights = [box.min.z, box.max.z].flatMap((height) => this.#atHeight(pixel, height) ?? []);
    return [...seen, ...heights].map((place) => {
      const [longitude, latitude] = this.#positionOf(place);
      return [longitude, latitude];
    });
  }

  /** The edges of the element under the pointer: their ends and they themselves attract. */
  solidsAt(pixel: Pixel): readonly SolidEdge[] {
    const hit = this.#hitAt(pixel);
    const model = hit && this.#models[hit.model];
    if (!model) return [];
    const edges = model.edges(hit.itemId, () => this.redraw());
    return edges.map(([from, to]) => ({
      from: this.#positionOf(from),
      to: this.#positionOf(to),
      surface: model.modelId,
    }));
  }

  hitAt(pixel: Pixel): ModelHit | undefined {
    const hit = this.#hitAt(pixel);
    const model = hit && this.#models[hit.model];
    if (!model) return undefined;
    const coordinates = this.#coordinatesOf(hit.at);
    return {
      modelId: model.modelId,
      coordinates,
      position: this.fromModel(coordinates),
      normal: hit.normal.toArray(),
      element: async () => {
        const [localId] = await model.fragments.getLocalIdsFromItemIds([hit.itemId]);
        const [globalId] = localId === undefined ? [] : await model.fragments.getGuidsByLocalIds([localId]);
        return globalId ? { modelId: model.modelId, globalId } : undefined;
      },
    };
  }

  pick(pixel: Pixel, tolerance?: number): Hit[] {
    return pickObjects({
      view: this,
      document: this.document,
      pixel,
      ...(tolerance === undefined ? {} : { tolerance }),
      accepts: (object) => this.typeLayers.isPickable(object.typeName),
    });
  }

  setLayers(layers: readonly LayerState[]): void {
    this.typeLayers.layers = layers;
    this.#objects.change();
  }

  redraw(): void {
    this.#matrix = undefined;
    this.#picked = undefined;
    this.#scene.redraw();
  }

  /** Draws a part of a model. */
  add(model: DrawnModel): void {
    this.#models.push(model);
    this.#scene.models.add(model.fragments.object);
    model.fragments.getClippingPlanesEvent = () => this.#scene.planes;
    const tiles = model.fragments.tiles;
    const changed = () => this.redraw();
    tiles.onItemSet.add(changed);
    tiles.onItemDeleted.add(changed);
    model.fragments.onViewUpdated.add(changed);
    this.#measure();
    this.#useCamera();
    this.apply();
  }

  remove(modelId: string): DrawnModel[] {
    const removed = this.#models.filter((model) => model.modelId === modelId);
    for (const model of removed) {
      this.#models.splice(this.#models.indexOf(model), 1);
      this.#scene.models.remove(model.fragments.object);
    }
    this.#measure();
    this.redraw();
    return removed;
  }

  get drawnModels(): readonly DrawnModel[] {
    return this.#models;
  }

  /** Around its models; undefined before any. */
  get first(): Extent | undefined {
    const box = this.#box;
    return box && this.#extentOf(box);
  }

  /** From the south-east and above, as large as fits. */
  lookAtAll(): void {
    const box = this.#box;
    if (!box) return;
    const eye = this.#eye;
    box.getCenter(eye.target);
    if (!eye.isParallel) [eye.heading, eye.tilt] = [330, 60];
    eye.resolution = (box.getSize(new Vector3()).length() * 1.1) / Math.max(1, Math.min(...this.size));
    this.cameraMoves.moved();
  }

  set selected(items: Items) {
    this.#selected = items;
    this.apply();
  }

  /** Brings what the stage says into the view; calls follow each other. */
  apply(): void {
    this.#applying = this.#applying.then(async () => {
      const look = this.#look();
      this.#scene.planes = planesOf(look, this.#origin);
      for (const model of this.#models) {
        const painted = [...look.painted, ...this.#checks].map(({ items, colour }) => ({
          ids: model.idsIn(items),
          colour,
        }));
        await model.apply(look, { selected: model.idsIn(this.#selected), painted });
      }
      this.#askForTiles();
      this.#cut();
      this.redraw();
    }, ignored);
    this.#applying = this.#applying.catch(ignored);
  }

  get viewpoint(): BimViewpoint {
    const eye = this.#eye;
    const { camera } = eye;
    return {
      eye: this.#coordinatesOf(eye.position),
      direction: eye.direction.toArray(),
      up: eye.up.toArray(),
      field: 'fov' in camera ? { degrees: camera.fov } : { metres: eye.resolution * this.size[1] },
      planes: this.#look().planes,
    };
  }
  set viewpoint({ eye: from, direction, field }: BimViewpoint) {
    const eye = this.#eye;
    const [x, y, z] = direction;
    const level = Math.hypot(x, y);
    const tilt = (Math.atan2(level, -z) * 180) / Math.PI;
    if ('degrees' in field) this.cameraMoves.setMode('orbit');
    else if (tilt < 1) this.cameraMoves.setMode('plan');
    if (level > 1e-6) eye.heading = ((Math.atan2(x, y) * 180) / Math.PI + 360) % 360;
    eye.tilt = tilt;
    const at = new Vector3(...from).sub(new Vector3(...this.#origin));
    const ahead = this.#faceAlong(at, new Vector3(...direction));
    if ('metres' in field) eye.resolution = field.metres / Math.max(1, this.size[1]);
    else eye.distance = Math.max(1, ahead?.distance ?? this.#bounds.middle.distanceTo(at));
    eye.target.copy(at).addScaledVector(eye.direction, eye.distance);
    this.cameraMoves.moved();
  }

  placed(modelId: string, coordinates: ModelCoordinates): ModelCoordinates | undefined {
    const model = this.#models.find((one) => one.modelId === modelId);
    return model && placed(model.placement, coordinates);
  }

  extentOf(modelId: string | undefined): ReturnType<BimView['extentOf']> {
    const models = this.#models.filter((model) => modelId === undefined || model.modelId === modelId);
    const box = models.reduce((all, model) => all.union(model.box), new Box3());
    if (box.isEmpty()) box.setFromCenterAndSize(this.#bounds.middle, new Vector3(10, 10, 10));
    return {
      middle: this.#coordinatesOf(box.getCenter(new Vector3())),
      size: box.getSize(new Vector3()).toArray(),
      rotation: models[0]?.placement.transform.rotation ?? 0,
    };
  }

  async boxOf(elements: readonly ElementRef[]): Promise<CutBox | undefined> {
    const box = await this.#around(elements);
    return box.isEmpty()
      ? undefined
      : {
          center: this.#coordinatesOf(box.getCenter(new Vector3())),
          size: box.getSize(new Vector3()).addScalar(0.2).toArray(),
          turn: 0,
        };
  }

  async #around(elements: readonly ElementRef[]): Promise<Box3> {
    const items = await this.itemsOf(elements);
    const box = new Box3();
    for (const model of this.#models) {
      const ids = [...model.idsIn(items)];
      if (ids.length > 0) box.union(await model.boxOf(ids));
    }
    return box;
  }

  async zoomTo(elements: readonly ElementRef[]): Promise<void> {
    const box = await this.#around(elements);
    if (box.isEmpty()) return;
    const eye = this.#eye;
    const size = box.getSize(new Vector3()).length();
    if (eye.isOnFoot) this.cameraMoves.setMode('orbit');
    box.getCenter(eye.target);
    eye.resolution = (Math.max(0.5, size) * 1.4) / Math.max(1, Math.min(...this.size));
    this.cameraMoves.moved();
  }

  async itemsOf(elements: readonly ElementRef[]): Promise<Items> {
    const items = new Map<string, ReadonlySet<number>>();
    for (const model of this.#models) {
      const guids = elements
        .filter(({ modelId }) => modelId === model.modelId)
        .map(({ globalId }) => globalId);
      if (guids.length === 0) continue;
      const ids = await model.fragments.getLocalIdsByGuids(guids);
      items.set(model.key, new Set(ids.filter((id) => id !== null)));
    }
    return items;
  }

  paint(
    groups: readonly { readonly elements: readonly ElementRef[]; readonly colour: string }[],
  ): Disposable {
    let mine: { readonly items: Items; readonly colour: string }[] = [];
    let isOver = false;
    void Promise.all(
      groups.map(async ({ elements, colour }) => ({ items: await this.itemsOf(elements), colour })),
    ).then((found) => {
      if (isOver) return;
      mine = found;
      this.#checks = [...this.#checks, ...mine];
      this.apply();
    }, ignored);
    return {
      dispose: () => {
        isOver = true;
        this.#checks = this.#checks.filter((one) => !mine.includes(one));
        this.apply();
      },
    };
  }

  async trianglesOf(elements: readonly ElementRef[]): Promise<readonly ElementTriangles[]> {
    const found: ElementTriangles[] = [];
    for (const element of elements) {
      const positions: number[] = [];
      const indices: number[] = [];
      for (const model of this.#models) {
        if (model.modelId !== element.modelId) continue;
        const [localId] = await model.fragments.getLocalIdsByGuids([element.globalId]);
        if (localId == null) continue;
        for (const { triangles, matrix } of await model.trianglesOf(localId)) {
          const first = positions.length / 3;
          for (let i = 0; i < triangles.positions.length; i += 3) {
            const at = new Vector3(
              triangles.positions[i],
              triangles.positions[i + 1],
              triangles.positions[i + 2],
            );
            positions.push(...at.applyMatrix4(matrix).toArray());
          }
          for (let i = 0; i < triangles.indices.length; i++) indices.push(first + triangles.indices[i]!);
        }
      }
      found.push({
        ...element,
        positions: Float64Array.from(positions),
        indices: Uint32Array.from(indices),
        origin: this.#origin,
      });
    }
    return found;
  }

  async sectionAt({ at, normal }: Omit<CutPlane, 'id'>): Promise<BimSection> {
    const [plane] = planesOf({ planes: [{ id: '', at, normal }], box: undefined }, this.#origin);
    const lines: BimSection['lines'][number][] = [];
    const triangles: BimSection['triangles'][number][] = [];
    for (const model of this.#models) {
      const cut = await model.section(plane!, this.#look());
      const places = cut.lines.map((place) => this.#coordinatesOf(place));
      for (let i = 0; i + 1 < places.length; i += 2) lines.push([places[i]!, places[i + 1]!]);
      const corners = cut.triangles.map((place) => this.#coordinatesOf(place));
      for (let i = 0; i + 2 < corners.length; i += 3)
        triangles.push([corners[i]!, corners[i + 1]!, corners[i + 2]!]);
    }
    return { lines, triangles };
  }

  async picture(): Promise<Blob> {
    this.#scene.draw();
    const { canvas } = this.#scene;
    const both = document.createElement('canvas');
    [both.width, both.height] = [canvas.width, canvas.height];
    const context = both.getContext('2d')!;
    context.drawImage(canvas, 0, 0);
    const { element } = this.overlay;
    if (element instanceof HTMLCanvasElement) context.drawImage(element, 0, 0, both.width, both.height);
    return new Promise((resolve, reject) =>
      both.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is empty.')))),
    );
  }

  override dispose(): void {
    super.dispose();
    this.attribution$.complete();
  }

  protected override hide(ids: ReadonlySet<string>): void {
    this.#objects.hidden = ids;
  }

  protected override onTheme(): void {
    this.#scene.paint(BACKGROUNDS[currentTheme()]);
    this.#cutKey = '';
    this.#cut();
  }

  get #box(): Box3 | undefined {
    const all = new Box3();
    for (const { box } of this.#models) all.union(box);
    return all.isEmpty() ? undefined : all;
  }

  /** Where a pixel that shows nothing is taken to be. */
  get #floor(): number {
    return this.#box?.min.z ?? this.#bounds.middle.z;
  }

  #extentOf({ min, max }: Box3): Extent {
    const corners = [new Vector3(min.x, min.y), new Vector3(max.x, min.y), new Vector3(min.x, max.y), max];
    const places = corners.map((corner) => this.#positionOf(corner));
    const [longitudes, latitudes] = [places.map(([x]) => x), places.map(([, y]) => y)];
    return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
  }

  #measure(): void {
    const box = this.#box;
    if (!box) return;
    box.getCenter(this.#bounds.middle);
    this.#bounds.diameter = Math.max(5, box.getSize(new Vector3()).length());
    this.#objects.change();
  }

  #useCamera(): void {
    const { camera } = this.#eye;
    for (const model of this.#models) {
      model.fragments.useCamera(camera);
      void model.setParallel(this.#eye.isParallel);
    }
    this.#askForTiles();
  }

  /** Fragments are asked which of them are seen, at most every `PACE` milliseconds, and once after the last move. */
  #askForTiles(): void {
    this.#wantsTiles = true;
    this.#tiles ??= setTimeout(() => {
      this.#tiles = undefined;
      if (!this.#wantsTiles) return;
      this.#wantsTiles = false;
      // The camera of three.js is set up from the eye when it is asked for.
      void this.#eye.camera;
      this.#fragments.update().then(
        () => this.redraw(),
        (error: unknown) => this.#scene.stopped$.next(error),
      );
    }, PACE);
  }

  #cut(): void {
    const look = this.#look();
    const planes = planesOf(look, this.#origin);
    const key = JSON.stringify([
      look.planes,
      look.box,
      currentTheme(),
      this.#models.map((model) => [
        model.key,
        look.planes.length + (look.box ? 1 : 0) > 0 && model.visible(look),
      ]),
    ]);
    if (key === this.#cutKey) return;
    this.#cutKey = key;
    this.#cuts.make(planes, this.#models, look, CUTS[currentTheme()], () => this.redraw()).catch(ignored);
  }

  #placeOf(position: Position): Vector3 | undefined {
    try {
      const [x, y, z] = this.#frame.toModel(position);
      const [east, north, up] = this.#origin;
      const height = position[2] === undefined ? this.#floor : z - up;
      const place = new Vector3(x - east, y - north, height);
      return Number.isFinite(place.x + place.y + place.z) ? place : undefined;
    } catch {
      return undefined;
    }
  }

  #coordinatesOf({ x, y, z }: Vector3): ModelCoordinates {
    const [east, north, up] = this.#origin;
    return [x + east, y + north, z + up];
  }

  #positionOf(place: Vector3): Position {
    return this.fromModel(this.#coordinatesOf(place));
  }

  #pixelOf({ x, y, z }: Vector3): Pixel | undefined {
    this.#matrix ??= this.#projection();
    const m = this.#matrix.elements;
    const w = m[3] * x + m[7] * y + m[11] * z + m[15];
    if (w <= 0) return undefined;
    const [width, height] = this.size;
    const right = (m[0] * x + m[4] * y + m[8] * z + m[12]) / w;
    const up = (m[1] * x + m[5] * y + m[9] * z + m[13]) / w;
    return [((right + 1) / 2) * width, ((1 - up) / 2) * height];
  }

  #projection(): Matrix4 {
    const { camera } = this.#eye;
    return new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
  }

  #ray(pixel: Pixel): { origin: Vector3; direction: Vector3 } {
    const [width, height] = this.size;
    const caster = new Raycaster();
    caster.setFromCamera(
      new Vector2((pixel[0] / width) * 2 - 1, 1 - (pixel[1] / height) * 2),
      this.#eye.camera,
    );
    return caster.ray;
  }

  /** Where the ray of a pixel passes a height of the scene. */
  #atHeight(pixel: Pixel, height: number): Vector3 | undefined {
    const { origin, direction } = this.#ray(pixel);
    if (Math.abs(direction.z) < 1e-6) return undefined;
    const along = (height - origin.z) / direction.z;
    // Near the horizon the ground is far outside of the CRS.
    if (along < 0 || along > 1000 * this.#bounds.diameter) return undefined;
    return origin.addScaledVector(direction, along);
  }

  #meet(pixel: Pixel): Vector3 | undefined {
    return this.#hitAt(pixel)?.at ?? this.#atHeight(pixel, this.#eye.target.z);
  }

  #faceAlong(from: Vector3, direction: Vector3): FaceAhead | undefined {
    const models = this.#models.map(({ fragments }) => fragments.object);
    const options = { models, planes: this.#scene.planes, reach: this.#bounds.diameter * 2 };
    const face = this.#picker.along(from, direction, options);
    return face && { distance: face.at.distanceTo(from), element: `${face.model} ${face.itemId}` };
  }

  #hitAt(pixel: Pixel): PickedFace | undefined {
    const key = pixel.join();
    if (this.#picked?.key !== key) {
      const models = this.#models.map(({ fragments }) => fragments.object);
      const { camera } = this.#eye;
      const hit = this.#picker.at(pixel, { camera, size: this.size, models, planes: this.#scene.planes });
      this.#picked = { key, hit };
    }
    return this.#picked.hit;
  }

  #drawOverlay(): void {
    const ratio = window.devicePixelRatio || 1;
    this.drawOverlay(
      { size: this.size, ratio },
      (context, colours) => new ScenePen(context, ratio, colours, (position) => this.toPixel(position)),
    );
  }
}

/** What cannot be told any more: the view has been closed, or another call follows. */
const ignored = (): void => undefined;
