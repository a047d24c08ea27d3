import { Vector3, type Ray } from 'three';
import type { Pixel } from '#core/mapview';
import type { ElementRef, ModelHit } from '../api.ts';
import type { FaceAhead } from './footing.ts';
import { clipped, type CutEdge } from './clip-edge.ts';
import { seenAlong, type Cuts, type SeenFace } from './cuts.ts';
import type { DrawnModel } from './drawn-model.ts';
import type { DrawnModels } from './drawn-models.ts';
import type { FacePicker, PickedFace } from './picker.ts';
import type { SceneProjection } from './projection.ts';
import type { SceneCamera } from './scene-camera.ts';
import type { ModelScene } from './scene.ts';
import type { TileUpdates } from './tile-updates.ts';

/** CSS pixels within which the outlines of cuts attract: more than any tolerance of a pointer. */
const NEAR = 40;

export interface SeenFacesOptions {
  readonly scene: ModelScene;
  readonly eye: SceneCamera;
  readonly projection: SceneProjection;
  readonly picker: FacePicker;
  readonly models: DrawnModels;
  readonly tiles: TileUpdates;
  readonly cuts: Cuts;
  /** Edges of an element have become known. */
  readonly redraw: () => void;
}

/** The faces and edges that are seen under a pixel: of the models, and of the cuts through them. */
export class SeenFaces {
  readonly #options: SeenFacesOptions;
  #last: { readonly pixel: string; readonly face: SeenFace | undefined } | undefined;

  constructor(options: SeenFacesOptions) {
    this.#options = options;
  }

  /** What is drawn has changed. */
  forget(): void {
    this.#last = undefined;
  }

  at(pixel: Pixel): SeenFace | undefined {
    const key = pixel.join();
    if (this.#last?.pixel !== key) {
      const { scene, eye, projection, picker, cuts } = this.#options;
      const { camera, size } = eye;
      const face = picker.at(pixel, { camera, size, models: this.#objects, planes: scene.planes });
      this.#last = { pixel: key, face: face && seenAlong(projection.ray(pixel), face, cuts) };
    }
    return this.#last.face;
  }

  modelOf({ model }: SeenFace): DrawnModel | undefined {
    return this.#options.models.shown[model];
  }

  /** Where a face stands: storeys may be drawn above their places. */
  placeOf(face: SeenFace): Vector3 {
    const raised = this.modelOf(face)?.raised ?? 0;
    return raised === 0 ? face.at : face.at.clone().setZ(face.at.z - raised);
  }

  /** Where nothing is drawn yet it waits for the tiles that the camera sees. */
  async hitAt(pixel: Pixel): Promise<ModelHit | undefined> {
    const face = this.at(pixel);
    if (face) return this.#hitOf(face);
    const { projection, tiles } = this.#options;
    // The ray is taken now: the camera may have moved by the time the tiles are there.
    const ray = projection.ray(pixel);
    await tiles.done();
    const late = this.#onRay(ray);
    return late && this.#hitOf(late);
  }

  /** The first face from a place in a direction, no farther away than the models reach. */
  along(from: Vector3, direction: Vector3): FaceAhead | undefined {
    const face = this.#faceAlong(from, direction, this.#options.models.bounds.diameter * 2);
    return face && { distance: face.at.distanceTo(from), element: `${face.model} ${face.itemId}` };
  }

  #hitOf(face: SeenFace): ModelHit | undefined {
    const model = this.modelOf(face);
    if (!model) return undefined;
    const { projection } = this.#options;
    const place = this.placeOf(face);
    return {
      modelId: model.modelId,
      coordinates: projection.coordinatesOf(place),
      position: projection.positionOf(place),
      normal: face.normal.toArray(),
      element: () => elementOf(model, face.itemId),
    };
  }

  #onRay(ray: Ray): SeenFace | undefined {
    const face = this.#faceAlong(ray.origin, ray.direction, this.#options.eye.camera.far);
    return face && seenAlong(ray, face, this.#options.cuts);
  }

  #faceAlong(from: Vector3, direction: Vector3, reach: number): PickedFace | undefined {
    const { scene, picker } = this.#options;
    return picker.along(from, direction, { models: this.#objects, planes: scene.planes, reach });
  }

  /** The outlines of cuts near a pixel; without any, the edges of the element there as far as they are not cut away. */
  edgesAt(pixel: Pixel): readonly CutEdge[] {
    const face = this.at(pixel);
    const model = face && this.modelOf(face);
    const outlines = this.#options.cuts.edges((from, to) => this.#isNear(pixel, from, to));
    const down = new Vector3(0, 0, -(model?.raised ?? 0));
    // An end that a plane has cut off is a corner of the outline; below it nothing may attract at the same pixel.
    const edges = outlines.length > 0 || !model || face.isCut ? outlines : this.#edgesOf(model, face.itemId);
    return edges.map(([from, to]) => [from.clone().add(down), to.clone().add(down)]);
  }

  #edgesOf(model: DrawnModel, itemId: number): CutEdge[] {
    const { scene, redraw } = this.#options;
    return model.edges(itemId, redraw).flatMap((edge) => {
      const rest = clipped(edge, scene.planes);
      return rest ? [rest] : [];
    });
  }

  /** Whether a line is drawn within reach of a pixel. */
  #isNear([x, y]: Pixel, from: Vector3, to: Vector3): boolean {
    const { projection } = this.#options;
    const [a, b] = [projection.pixelOf(from), projection.pixelOf(to)];
    if (!a || !b) return false;
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const along = ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy || 1);
    const share = Math.min(1, Math.max(0, along));
    return Math.hypot(a[0] + share * dx - x, a[1] + share * dy - y) < NEAR;
  }

  get #objects() {
    return this.#options.models.shown.map(({ fragments }) => fragments.object);
  }
}

/** Undefined where the element has no GlobalId. */
async function elementOf(
  { modelId, fragments }: DrawnModel,
  itemId: number,
): Promise<ElementRef | undefined> {
  const [localId] = await fragments.getLocalIdsFromItemIds([itemId]);
  const [globalId] = localId === undefined ? [] : await fragments.getGuidsByLocalIds([localId]);
  return globalId ? { modelId, globalId } : undefined;
}
