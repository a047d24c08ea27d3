import { BehaviorSubject, type Observable } from 'rxjs';
import { Box3, Vector3 } from 'three';
import { CanvasView, currentTheme, SceneControls, ScenePen, ViewerLayers } from '#core/canvas';
import type { Extent, ProjectDocument } from '#core/document';
import type { Disposable } from '#core/kernel';
import { pickObjects, type Hit, type LayerState, type Pixel, type SolidEdge } from '#core/mapview';
import type { Position } from '#core/protocol';
import type {
  BimCameraMode,
  BimEdges,
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
import { placed, turnOf, unplaced, type Placement } from '../model/place.ts';
import { BimCamera, type FaceAhead } from './camera.ts';
import { ColouredPoints } from './coloured-points.ts';
import { clipped, type CutEdge } from './clip-edge.ts';
import { Cuts, planesOf, seenAlong, type SeenFace } from './cuts.ts';
import type { DrawnModel } from './drawn-model.ts';
import { DrawnModels } from './drawn-models.ts';
import { SceneCamera } from './scene-camera.ts';
import type { Fragments } from './fragments.ts';
import { boxAround, elementsOf, itemsOf, sectionAt, trianglesOf } from './elements.ts';
import { FacePicker } from './picker.ts';
import { pictureOf } from './picture.ts';
import { SceneProjection } from './projection.ts';
import { SceneObjects } from './scene-objects.ts';
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
/** CSS pixels within which the outlines of cuts attract: more than any tolerance of a pointer. */
const NEAR = 40;

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
  readonly #eye = new SceneCamera();
  readonly #projection: SceneProjection;
  readonly #frame: ModelFrame;
  readonly #origin: ModelCoordinates;
  readonly #fragments: Fragments;
  readonly #look: () => BimLook;
  readonly #objects: SceneObjects;
  readonly #picker: FacePicker;
  readonly #cuts = new Cuts();
  readonly #models: DrawnModels;
  #selected: Items = new Map();
  #checks: readonly { readonly items: Items; readonly colour: string }[] = [];
  #picked: { readonly key: string; readonly hit: SeenFace | undefined } | undefined;
  #bounds = { middle: new Vector3(), diameter: 20 };
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
    this.#projection = new SceneProjection(this.#eye, this.#bounds);
    this.#scene = this.lifetime.add(new ModelScene(element, this.#eye));
    this.#picker = this.lifetime.add(new FacePicker(this.#scene.renderer));
    this.#models = new DrawnModels(this.#scene, () => this.redraw());
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
    this.lifetime.add(new SceneControls(this.#scene.canvas, this.cameraMoves));
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
    return this.#models.whole.find((model) => model.modelId === modelId)?.placement.undulation ?? 0;
  }

  toPixel(position: Position): Pixel | undefined {
    const place = this.#placeOf(position);
    return place && this.#projection.pixelOf(place);
  }

  /** On the faces; where there are none, at the height of the target. */
  toPosition(pixel: Pixel, height?: number): Position | undefined {
    if (height !== undefined) {
      const place = this.#projection.atHeight(pixel, height - this.#origin[2]);
      return place && this.#positionOf(place);
    }
    const hit = this.#hitAt(pixel);
    const place = hit ? this.#ownPlace(hit) : this.#projection.atHeight(pixel, this.#floor);
    return place && this.#positionOf(place);
  }

  heightAt(pixel: Pixel, place: Position): number | undefined {
    const foot = this.#placeOf(place);
    if (!foot) return undefined;
    const { origin, direction } = this.#projection.ray(pixel);
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
    const heights = [box.min.z, box.max.z].flatMap(
      (height) => this.#projection.atHeight(pixel, height) ?? [],
    );
    return [...seen, ...heights].map((place) => {
      const [longitude, latitude] = this.#positionOf(place);
      return [longitude, latitude];
    });
  }

  /** The outlines of cuts near the pointer, and the edges of the element under it, as far as they are not cut away. */
  solidsAt(pixel: Pixel): readonly SolidEdge[] {
    const hit = this.#hitAt(pixel);
    const model = hit && this.#models.shown[hit.model];
    const outlines = this.#cuts.edges((from, to) => this.#isNear(pixel, from, to));
    const own = model && !hit.isCut ? model.edges(hit.itemId, () => this.redraw()) : [];
    const { planes } = this.#scene;
    // An end that a plane has cut off is a corner of the outline; below it nothing may attract at the same pixel.
    const left =
      outlines.length > 0
        ? []
        : own.flatMap((edge): CutEdge[] => {
            const rest = clipped(edge, planes);
            return rest ? [rest] : [];
          });
    const down = new Vector3(0, 0, -(model?.raised ?? 0));
    return [...outlines, ...left].map(([from, to]) => ({
      from: this.#positionOf(from.clone().add(down)),
      to: this.#positionOf(to.clone().add(down)),
      surface: model?.modelId ?? 'cut',
    }));
  }

  /** Whether a line is drawn within reach of a pixel. */
  #isNear([x, y]: Pixel, from: Vector3, to: Vector3): boolean {
    const [a, b] = [this.#projection.pixelOf(from), this.#projection.pixelOf(to)];
    if (!a || !b) return false;
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const along = ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy || 1);
    const share = Math.min(1, Math.max(0, along));
    return Math.hypot(a[0] + share * dx - x, a[1] + share * dy - y) < NEAR;
  }

  hitAt(pixel: Pixel): ModelHit | undefined {
    const hit = this.#hitAt(pixel);
    const model = hit && this.#models.shown[hit.model];
    if (!model) return undefined;
    const coordinates = this.#coordinatesOf(this.#ownPlace(hit));
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
      accepts: (object) => this.typeLayers.isPickableObject(object),
    });
  }

  setLayers(layers: readonly LayerState[]): void {
    this.typeLayers.layers = layers;
    this.#objects.change();
  }

  redraw(): void {
    this.#projection.forget();
    this.#picked = undefined;
    this.#scene.redraw();
  }

  /** Draws a part of a model. */
  add(model: DrawnModel): void {
    this.#models.add(model);
    this.#update();
  }

  /** What is no longer drawn. */
  remove(modelId: string): DrawnModel[] {
    const removed = this.#models.remove(modelId);
    this.#measure();
    this.redraw();
    return removed;
  }

  /** The parts of models, at their places. */
  get parts(): readonly DrawnModel[] {
    return this.#models.whole;
  }

  isParted(key: string): boolean {
    return this.#models.isParted(key);
  }

  /** Draws storeys in the place of their part. */
  part(key: string, storeys: readonly DrawnModel[]): void {
    this.#models.part(key, storeys);
    this.#update();
  }

  /** Draws a part as a whole again; returns its storeys, which are no longer drawn. */
  join(key: string): readonly DrawnModel[] {
    const storeys = this.#models.join(key);
    this.#update();
    return storeys;
  }

  /** Metres between storeys that are drawn apart, above those that they have. */
  raise(metres: number): void {
    this.#models.raise(metres);
    this.#update();
  }

  /** Draws a model elsewhere; undefined: at its own place again. */
  move(modelId: string, placement: Placement | undefined): void {
    for (const model of new Set([...this.#models.whole, ...this.#models.shown]))
      if (model.modelId === modelId) model.move(placement);
    this.#update();
  }

  #update(): void {
    this.#measure();
    this.#useCamera();
    this.apply();
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
      for (const model of this.#models.shown) {
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
    // Any mode without perspective; heading and tilt follow.
    else this.cameraMoves.setMode(tilt < 45 ? 'plan' : 'front');
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
    const model = this.#models.whole.find((one) => one.modelId === modelId);
    return model && placed(model.placement, coordinates);
  }

  unplaced(modelId: string, coordinates: ModelCoordinates): ModelCoordinates | undefined {
    const model = this.#models.whole.find((one) => one.modelId === modelId);
    return model && unplaced(model.placement, coordinates);
  }

  showPoints(coordinates: Float64Array, colours: Float32Array): Disposable {
    const points = new ColouredPoints(coordinates, colours, this.#origin);
    this.#scene.above.add(points.object);
    this.redraw();
    return this.lifetime.add({
      dispose: () => {
        this.#scene.above.remove(points.object);
        points.dispose();
        this.redraw();
      },
    });
  }

  extentOf(modelId: string | undefined): ReturnType<BimView['extentOf']> {
    const models = this.#models.whole.filter((model) => modelId === undefined || model.modelId === modelId);
    const box = models.reduce((all, model) => all.union(model.box), new Box3());
    if (box.isEmpty()) box.setFromCenterAndSize(this.#bounds.middle, new Vector3(10, 10, 10));
    return {
      middle: this.#coordinatesOf(box.getCenter(new Vector3())),
      size: box.getSize(new Vector3()).toArray(),
      rotation: models[0] ? turnOf(models[0].placement) : 0,
    };
  }

  async boxOf(elements: readonly ElementRef[]): Promise<CutBox | undefined> {
    const box = await boxAround(this.#models.whole, elements);
    return box.isEmpty()
      ? undefined
      : {
          center: this.#coordinatesOf(box.getCenter(new Vector3())),
          size: box.getSize(new Vector3()).addScalar(0.2).toArray(),
          turn: 0,
        };
  }

  async zoomTo(elements: readonly ElementRef[]): Promise<void> {
    const box = await boxAround(this.#models.shown, elements);
    if (box.isEmpty()) return;
    const eye = this.#eye;
    const size = box.getSize(new Vector3()).length();
    if (eye.isOnFoot) this.cameraMoves.setMode('orbit');
    box.getCenter(eye.target);
    eye.resolution = (Math.max(0.5, size) * 1.4) / Math.max(1, Math.min(...this.size));
    this.cameraMoves.moved();
  }

  itemsOf(elements: readonly ElementRef[]): Promise<Items> {
    return itemsOf(this.#models.whole, elements);
  }
  elementsOf(items: Items): Promise<readonly ElementRef[]> {
    return elementsOf(this.#models.whole, items);
  }
  trianglesOf(elements: readonly ElementRef[]): Promise<readonly ElementTriangles[]> {
    return trianglesOf(this.#models.whole, elements, this.#origin);
  }
  sectionAt(plane: Omit<CutPlane, 'id'>): Promise<BimSection> {
    return sectionAt(this.#models.whole, plane, this.#look(), this.#origin);
  }

  async edges(): Promise<BimEdges> {
    // Only who draws elevations needs it.
    const { seenEdges } = await import('./hidden-lines.ts');
    const solids = await Promise.all(this.#models.whole.map((model) => model.solids(this.#look())));
    const toEye = this.#eye.direction.negate();
    const { visible, hidden } = await seenEdges(solids.flat(), toEye, this.#scene.planes);
    const lines = (edges: readonly CutEdge[]) =>
      edges.map(([a, b]) => [this.#coordinatesOf(a), this.#coordinatesOf(b)] as const);
    return { visible: lines(visible), hidden: lines(hidden) };
  }

  picture(): Promise<Blob> {
    this.#scene.draw();
    return pictureOf(this.#scene.canvas, this.overlay.element);
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
    for (const { box } of this.#models.shown) all.union(box);
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
    for (const model of this.#models.shown) {
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
      this.#models.shown.map((model) => [
        model.key,
        model.level,
        model.raised,
        look.planes.length + (look.box ? 1 : 0) > 0 && model.visible(look),
      ]),
    ]);
    if (key === this.#cutKey) return;
    this.#cutKey = key;
    this.#cuts
      .make(planes, this.#models.shown, look, CUTS[currentTheme()], () => this.redraw())
      .catch(ignored);
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

  /** Where what is seen stands: storeys that are drawn apart are drawn above their places. */
  #ownPlace({ at, model }: SeenFace): Vector3 {
    const raised = this.#models.shown[model]?.raised ?? 0;
    return raised === 0 ? at : at.clone().setZ(at.z - raised);
  }

  #positionOf(place: Vector3): Position {
    return this.fromModel(this.#coordinatesOf(place));
  }

  #meet(pixel: Pixel): Vector3 | undefined {
    return this.#hitAt(pixel)?.at ?? this.#projection.atHeight(pixel, this.#eye.target.z);
  }

  #faceAlong(from: Vector3, direction: Vector3): FaceAhead | undefined {
    const models = this.#models.shown.map(({ fragments }) => fragments.object);
    const options = { models, planes: this.#scene.planes, reach: this.#bounds.diameter * 2 };
    const face = this.#picker.along(from, direction, options);
    return face && { distance: face.at.distanceTo(from), element: `${face.model} ${face.itemId}` };
  }

  #hitAt(pixel: Pixel): SeenFace | undefined {
    const key = pixel.join();
    if (this.#picked?.key !== key) {
      const models = this.#models.shown.map(({ fragments }) => fragments.object);
      const { camera } = this.#eye;
      const face = this.#picker.at(pixel, { camera, size: this.size, models, planes: this.#scene.planes });
      this.#picked = { key, hit: face && seenAlong(this.#projection.ray(pixel), face, this.#cuts) };
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
