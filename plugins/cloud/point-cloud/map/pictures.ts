import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  SRGBColorSpace,
  Texture,
  type Vector3,
} from 'three';
import type { Disposable } from '#core/kernel';
import type { CloudCoordinates, CloudPicture } from '../api.ts';

/** From the camera to each corner, and around the picture: corners are 1 to 4. */
const EDGES = [0, 1, 0, 2, 0, 3, 0, 4, 1, 2, 2, 3, 3, 4, 4, 1];
const COLOURS = { other: 0xffffff, chosen: 0xffb020 };

/** Pictures that stand before their cameras in the scene, hidden by points before them. */
export class ScenePictures implements Disposable {
  readonly group = new Group();
  readonly #origin: Vector3;
  readonly #redraw: () => void;
  /** By the image, which several changes of the place keep. */
  readonly #textures = new Map<ImageBitmap, Texture>();

  constructor(origin: Vector3, redraw: () => void) {
    this.#origin = origin;
    this.#redraw = redraw;
  }

  show(pictures: readonly CloudPicture[]): void {
    this.#empty();
    for (const picture of pictures) this.#add(picture);
    const shown = new Set(pictures.map(({ image }) => image));
    for (const [image, texture] of this.#textures)
      if (!shown.has(image)) {
        texture.dispose();
        this.#textures.delete(image);
      }
    this.#redraw();
  }

  dispose(): void {
    this.show([]);
  }

  #add({ at, corners, image, isChosen }: CloudPicture): void {
    const places = new Float32Array([at, ...corners].flatMap((place) => this.#inScene(place)));
    const position = new BufferAttribute(places, 3);
    const lines = new BufferGeometry().setAttribute('position', position).setIndex(EDGES);
    const colour = isChosen ? COLOURS.chosen : COLOURS.other;
    this.group.add(new LineSegments(lines, new LineBasicMaterial({ color: colour })));
    if (image) {
      const face = new BufferGeometry()
        .setAttribute('position', new BufferAttribute(places.slice(3), 3))
        .setAttribute('uv', new BufferAttribute(new Float32Array([0, 0, 1, 0, 1, 1, 0, 1]), 2))
        .setIndex([0, 3, 1, 1, 3, 2]);
      const material = new MeshBasicMaterial({ map: this.#textureOf(image), side: DoubleSide });
      this.group.add(new Mesh(face, material));
    }
    for (const child of this.group.children) child.frustumCulled = false;
  }

  #inScene([x, y, z]: CloudCoordinates): CloudCoordinates {
    return [x - this.#origin.x, y - this.#origin.y, z - this.#origin.z];
  }

  #textureOf(image: ImageBitmap): Texture {
    let texture = this.#textures.get(image);
    if (!texture) {
      texture = new Texture(image);
      texture.flipY = false;
      texture.colorSpace = SRGBColorSpace;
      texture.needsUpdate = true;
      this.#textures.set(image, texture);
    }
    return texture;
  }

  #empty(): void {
    for (const child of [...this.group.children]) {
      this.group.remove(child);
      const { geometry, material } = child as Mesh<BufferGeometry, MeshBasicMaterial>;
      geometry.dispose();
      material.dispose();
    }
  }
}
