import type { Observable } from 'rxjs';
import { Vector3, type Box3 } from 'three';
import { SceneView, ViewerLayers } from '#core/canvas';
import type { Extent, ProjectDocument } from '#core/document';
import type { Disposable } from '#core/kernel';
import type { Pixel, SolidEdge } from '#core/mapview';
import type { Position } from '#core/protocol';
import type {
  BimCameraMode,
  BimLook,
  BimView,
  BimViewpoint,
  ElementRef,
  PaintedElements,
  ModelCoordinates,
  ModelHit,
} from '../api.ts';
import type { ModelFrame } from '../model/frame.ts';
import { placed, unplaced } from '../model/place.ts';
import { Appearance, ignored } from './appearance.ts';
import { BimCamera } from './camera.ts';
import { ColouredPoints } from './coloured-points.ts';
import { Cuts, planesOf } from './cuts.ts';
import { DrawnModels } from './drawn-models.ts';
import { DrawnElements } from './elements.ts';
import type { Fragments } from './fragments.ts';
import { FacePicker } from './picker.ts';
import { pictureOf } from './picture.ts';
import { SceneProjection } from './projection.ts';
import { SceneCamera } from './scene-camera.ts';
import { SceneObjects } from './scene-objects.ts';
import { ModelScene } from './scene.ts';
import { SeenFaces } from './seen-faces.ts';
import { TileUpdates } from './tile-updates.ts';
import { lookFrom, viewpointOf } from './viewpoint.ts';
import './map.css';

const MAX_OVERLAY_HIGHLIGHTS = 2_000;

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
export class MapViewBim extends SceneView implements BimView {
  readonly id = 'bim';
  readonly kind = 'bim';
  /** The parts of models that are drawn. */
  readonly models: DrawnModels;
  readonly appearance: Appearance;
  readonly elements: DrawnElements;
  protected override readonly cameraMoves: BimCamera;
  protected override readonly objects: SceneObjects;
  readonly #options: BimViewOptions;
  readonly #eye = new SceneCamera();
  readonly #scene: ModelScene;
  readonly #projection: SceneProjection;
  readonly #cuts = this.lifetime.add(new Cuts(() => this.redraw()));
  readonly #faces: SeenFaces;
  readonly #tiles: TileUpdates;

  /** Throws when the browser has no WebGL 2. */
  constructor(element: HTMLElement, document: ProjectDocument, options: BimViewOptions) {
    super(element, document, new ViewerLayers(), { prefix: 'bim', maxHighlights: MAX_OVERLAY_HIGHLIGHTS });
    this.#options = options;
    const { frame, origin, turn, fragments, look } = options;
    const eye = this.#eye;
    const redraw = () => this.redraw();
    const scene = (this.#scene = this.lifetime.add(new ModelScene(element, eye)));
    const models = (this.models = new DrawnModels(scene, { changed: () => this.#modelsChanged(), redraw }));
    const { bounds } = models;
    const projection = (this.#projection = new SceneProjection({
      frame,
      origin,
      eye,
      bounds,
      floor: () => models.floor,
    }));
    this.elements = new DrawnElements({ models, projection, origin, scene, eye, look });
    const picker = this.lifetime.add(new FacePicker(scene.renderer));
    const tiles = (this.#tiles = this.lifetime.add(
      new TileUpdates(fragments, eye, (error) => (error ? scene.stopped$.next(error) : this.redraw())),
    ));
    this.#faces = new SeenFaces({ scene, eye, projection, picker, models, tiles, cuts: this.#cuts, redraw });
    this.appearance = new Appearance({
      models,
      look,
      before: (now) => (scene.planes = planesOf(now, origin)),
      changed: () => {
        this.#tiles.request();
        this.#cut();
        this.redraw();
      },
    });
    this.cameraMoves = this.lifetime.add(
      new BimCamera(eye, {
        frame,
        origin,
        turn,
        faceAlong: (from, direction) => this.#faces.along(from, direction),
        meet: (pixel) => this.#faces.at(pixel)?.at ?? projection.atHeight(pixel, eye.target.z),
        bounds,
        redraw,
      }),
    );
    this.objects = this.lifetime.add(
      new SceneObjects({
        document,
        layers: this.typeLayers,
        place: (position) => projection.placeOf(position),
        redraw: () => scene.redraw(),
      }),
    );
    scene.above.add(this.#cuts.group, this.objects.group);
    const following = this.cameraMoves.camera$.subscribe(() => this.#tiles.request());
    following.add(this.cameraMoves.mode$.subscribe(() => this.#useCamera()));
    this.lifetime.add(() => following.unsubscribe());
    this.attachScene(scene);
  }

  get stopped$(): Observable<unknown> {
    return this.#scene.stopped$;
  }
  get crs(): string {
    return this.#options.frame.crs;
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
    const { frame, origin } = this.#options;
    return frame.toModel(position, this.models.bounds.middle.z + origin[2]);
  }
  fromModel(coordinates: ModelCoordinates): Position {
    return this.#options.frame.fromModel(coordinates);
  }
  undulationOf(modelId: string): number {
    return this.models.of(modelId)?.placement.undulation ?? 0;
  }

  toPixel(position: Position): Pixel | undefined {
    const place = this.#projection.placeOf(position);
    return place && this.#projection.pixelOf(place);
  }

  /** On the faces; where there are none, at the height of the floor. */
  toPosition(pixel: Pixel, height?: number): Position | undefined {
    const [projection, face] = [this.#projection, height === undefined ? this.#faces.at(pixel) : undefined];
    const level = height === undefined ? this.models.floor : height - this.#options.origin[2];
    const place = face ? this.#faces.placeOf(face) : projection.atHeight(pixel, level);
    return place && projection.positionOf(place);
  }

  heightAt(pixel: Pixel, place: Position): number | undefined {
    return this.#projection.heightAt(pixel, place);
  }

  groundBehind(pixel: Pixel): readonly Position[] {
    const { box } = this.models;
    if (!box) return [];
    return this.#projection.groundBehind(pixel, this.#faces.at(pixel)?.at, [box.min.z, box.max.z]);
  }

  solidsAt(pixel: Pixel): readonly SolidEdge[] {
    const face = this.#faces.at(pixel);
    const surface = (face && this.#faces.modelOf(face)?.modelId) ?? 'cut';
    return this.#faces.edgesAt(pixel).map(([from, to]) => ({
      from: this.#projection.positionOf(from),
      to: this.#projection.positionOf(to),
      surface,
    }));
  }

  hitAt(pixel: Pixel): Promise<ModelHit | undefined> {
    return this.#faces.hitAt(pixel);
  }

  redraw(): void {
    this.#projection.forget();
    this.#faces.forget();
    this.#scene.redraw();
  }

  /** Around its models; undefined before any. */
  get first(): Extent | undefined {
    const { box } = this.models;
    return box && this.#projection.extentOf(box);
  }

  /** From the south-east and above, as large as fits. */
  lookAtAll(): void {
    const { box } = this.models;
    if (!box) return;
    const eye = this.#eye;
    if (!eye.isParallel) [eye.heading, eye.tilt] = [330, 60];
    this.#lookAt(box, box.getSize(new Vector3()).length() * 1.1);
  }

  async zoomTo(elements: readonly ElementRef[]): Promise<void> {
    const box = await this.elements.shownBox(elements);
    if (box.isEmpty()) return;
    if (this.#eye.isOnFoot) this.setMode('orbit');
    this.#lookAt(box, Math.max(0.5, box.getSize(new Vector3()).length()) * 1.4);
  }

  get viewpoint(): BimViewpoint {
    return viewpointOf(this.cameraMoves, this.#projection, this.#options.look().planes);
  }
  set viewpoint(viewpoint: BimViewpoint) {
    lookFrom(this.cameraMoves, viewpoint, {
      projection: this.#projection,
      middle: this.models.bounds.middle,
      faceAlong: (from, direction) => this.#faces.along(from, direction),
    });
  }

  placed(modelId: string, coordinates: ModelCoordinates): ModelCoordinates | undefined {
    const model = this.models.of(modelId);
    return model && placed(model.placement, coordinates);
  }

  unplaced(modelId: string, coordinates: ModelCoordinates): ModelCoordinates | undefined {
    const model = this.models.of(modelId);
    return model && unplaced(model.placement, coordinates);
  }

  showPoints(coordinates: Float64Array, colours: Float32Array): Disposable {
    const points = new ColouredPoints(coordinates, colours, this.#options.origin);
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
    const { middle, size, rotation } = this.models.extentOf(modelId);
    return { middle: this.#projection.coordinatesOf(middle), size: size.toArray(), rotation };
  }

  picture(): Promise<Blob> {
    this.#scene.draw();
    return pictureOf(this.#scene.canvas, this.overlay.element);
  }

  paint(groups: readonly PaintedElements[]): Disposable {
    const items = groups.map(async ({ elements, ...how }) => ({
      items: await this.elements.itemsOf(elements),
      ...how,
    }));
    return this.appearance.paint(Promise.all(items));
  }

  protected override onTheme(): void {
    super.onTheme();
    this.#cut();
  }

  #modelsChanged(): void {
    this.objects.change();
    this.#useCamera();
    this.appearance.apply();
  }

  #useCamera(): void {
    const { camera, isParallel, isOnFoot } = this.#eye;
    const { shown } = this.models;
    for (const model of shown) model.fragments.useCamera(camera);
    this.#tiles.requestAfter(Promise.all(shown.map((model) => model.setWhole(isParallel || isOnFoot))));
  }

  #lookAt(box: Box3, metres: number): void {
    const eye = this.#eye;
    box.getCenter(eye.target);
    eye.resolution = metres / Math.max(1, Math.min(...this.size));
    this.cameraMoves.moved();
  }

  #cut(): void {
    const look = this.#options.look();
    const planes = planesOf(look, this.#options.origin);
    this.#cuts.update(planes, this.models.shown, look).catch(ignored);
  }
}
