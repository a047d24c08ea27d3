import { LodMode, type FragmentsModel } from '@thatopen/fragments';
import { Color, Matrix4, Vector3, type Box3, type Plane } from 'three';
import type { BimLook, Items, ModelCoordinates } from '../api.ts';
import { edgesOf, type Triangles } from '../model/edges.ts';
import type { Solid } from './hidden-lines.ts';
import { sceneMatrix, type Placement } from '../model/place.ts';

/** How much is seen of what is not isolated. */
const GLASS = 0.1;
/** Elements whose shapes are asked for at once. */
const AT_ONCE = 500;
/** Elements whose edges are kept. */
const KEPT_EDGES = 200;

type Edge = readonly [Vector3, Vector3];

/** What a part is drawn in, above the look of the stage. */
export interface PartColours {
  readonly selected: ReadonlySet<number>;
  readonly painted: readonly {
    readonly ids: ReadonlySet<number>;
    readonly colour: string;
    readonly isAboveSelection?: boolean;
  }[];
}

/** One part of a model in the scene. */
export class DrawnModel {
  /** By item id, which the graphics card tells; undefined while they are asked for. */
  readonly #edges = new Map<number, readonly Edge[] | undefined>();
  #spaces: readonly number[] = [];
  #all: readonly number[] = [];
  #own: ReadonlySet<number> = NONE;
  #applied = '';
  /** Metres by which it is drawn above its place. */
  #raised = 0;
  #tried: Placement | undefined;

  private constructor(
    readonly modelId: string,
    /** `<model id>/<part>`. */
    readonly key: string,
    readonly fragments: FragmentsModel,
    private readonly own: Placement,
    private readonly sceneOrigin: ModelCoordinates,
    /** Of a storey that is drawn apart from the others: how many levels are below it. */
    readonly level: number,
  ) {}

  static async prepare(
    modelId: string,
    fragments: FragmentsModel,
    placement: Placement,
    sceneOrigin: ModelCoordinates,
    storey?: { readonly of: DrawnModel; readonly level: number },
  ): Promise<DrawnModel> {
    const key = storey?.of.key ?? fragments.modelId;
    const drawn = new DrawnModel(modelId, key, fragments, placement, sceneOrigin, storey?.level ?? 0);
    const { object } = fragments;
    object.matrixAutoUpdate = false;
    drawn.#stand();
    // Of a subset the library takes other elements for spaces.
    drawn.#spaces = storey ? storey.of.#spaces : await spacesIn(fragments);
    drawn.#all = await fragments.getItemsIdsWithGeometry();
    drawn.#own = new Set(drawn.#all);
    return drawn;
  }

  /** Where it stands, or would while it is being placed. */
  get placement(): Placement {
    return this.#tried ?? this.own;
  }

  /** Draws it elsewhere; undefined: at its own place again. */
  move(placement: Placement | undefined): void {
    this.#tried = placement;
    this.#stand();
  }

  get raised(): number {
    return this.#raised;
  }

  /** Draws it above its place, metres. */
  raise(metres: number): void {
    this.#raised = metres;
    this.#stand();
  }

  #stand(): void {
    const { object } = this.fragments;
    object.matrix.fromArray(sceneMatrix(this.placement, this.sceneOrigin));
    object.matrix.elements[14] += this.#raised;
    object.matrixWorldNeedsUpdate = true;
    object.updateMatrixWorld(true);
    this.#edges.clear();
  }

  /** In the scene. */
  get box(): Box3 {
    return this.fragments.box;
  }

  /**
   * Whether all of it is loaded, or what the camera sees and as large as it sees it. With a parallel projection distances
   * tell nothing of what is too small to be seen; who walks is stopped by walls behind, too.
   */
  setWhole(whole: boolean): Promise<void> {
    return this.fragments.setLodMode(whole ? LodMode.ALL_VISIBLE : LodMode.DEFAULT);
  }

  /** What is drawn, as local ids. */
  visible(look: BimLook): number[] {
    const spaces = new Set(look.spaces ? [] : this.#spaces);
    const hidden = look.hidden.get(this.key);
    const isolated = look.isolated && (look.isolated.get(this.key) ?? new Set<number>());
    return this.#all.filter((id) => !spaces.has(id) && !hidden?.has(id) && (!isolated || isolated.has(id)));
  }

  /** Shows, hides and colours its elements; the caller updates the view. */
  async apply(look: BimLook, { selected, painted }: PartColours): Promise<void> {
    const isolated = look.isolated && (look.isolated.get(this.key) ?? new Set<number>());
    const shown = new Set(this.visible(look));
    const hidden = look.hidden.get(this.key);
    const spaces = new Set(look.spaces ? [] : this.#spaces);
    const ghosts =
      isolated && look.ghosts
        ? this.#all.filter((id) => !shown.has(id) && !hidden?.has(id) && !spaces.has(id))
        : [];
    const drawn = [...shown, ...ghosts];
    const isGhost = new Set(ghosts);
    const gone = this.#all.filter((id) => !shown.has(id) && !isGhost.has(id));
    const { fragments } = this;
    const state = JSON.stringify([
      drawn.length,
      gone,
      ghosts,
      [...selected],
      painted.map(({ ids, colour, isAboveSelection }) => [colour, isAboveSelection, [...ids]]),
    ]);
    if (state === this.#applied) return;
    this.#applied = state;
    if (drawn.length > 0) await fragments.setVisible(drawn, true);
    if (gone.length > 0) await fragments.setVisible(gone, false);
    await fragments.resetHighlight();
    if (ghosts.length > 0) await fragments.setOpacity(ghosts, GLASS);
    const colours = [
      ...painted.filter(({ isAboveSelection }) => !isAboveSelection),
      { ids: selected, colour: SELECTED },
      ...painted.filter(({ isAboveSelection }) => isAboveSelection),
    ];
    for (const { ids, colour } of colours) {
      const here = [...ids].filter((id) => shown.has(id));
      if (here.length > 0) await fragments.setColor(here, new Color(colour));
    }
  }

  /** Edges of an element in the scene; asked for at the first call, and told by `came` when they are there. */
  edges(itemId: number, came: () => void): readonly Edge[] {
    const known = this.#edges.get(itemId);
    if (known || this.#edges.has(itemId)) return known ?? [];
    this.#edges.set(itemId, undefined);
    for (const old of this.#edges.keys()) {
      if (this.#edges.size <= KEPT_EDGES) break;
      this.#edges.delete(old);
    }
    void this.fragments.getLocalIdsFromItemIds([itemId]).then(
      async ([localId]) => {
        if (localId === undefined) return;
        const found = (await this.trianglesOf(localId)).flatMap(({ triangles, matrix }) =>
          edgesOf(triangles).map(([a, b]): Edge => [
            new Vector3(...a).applyMatrix4(matrix),
            new Vector3(...b).applyMatrix4(matrix),
          ]),
        );
        this.#edges.set(itemId, found);
        came();
      },
      () => undefined,
    );
    return [];
  }

  /** Shapes of an element with the matrix from each to the scene. */
  async trianglesOf(localId: number): Promise<readonly { triangles: Triangles; matrix: Matrix4 }[]> {
    const [shapes = []] = await this.fragments.getItemsGeometry([localId]);
    return shapes.flatMap(({ positions, indices, transform }) =>
      positions && indices
        ? [
            {
              triangles: { positions, indices },
              matrix: new Matrix4().multiplyMatrices(this.fragments.object.matrixWorld, transform),
            },
          ]
        : [],
    );
  }

  /** What is visible, with its edges, in the scene. */
  async solids(look: BimLook): Promise<Solid[]> {
    const ids = this.visible(look);
    const solids: Solid[] = [];
    for (let i = 0; i < ids.length; i += AT_ONCE) {
      const items = await this.fragments.getItemsGeometry(ids.slice(i, i + AT_ONCE));
      for (const { positions, indices, transform } of items.flat()) {
        if (!positions || !indices) continue;
        const matrix = new Matrix4().multiplyMatrices(this.fragments.object.matrixWorld, transform);
        const places = new Float32Array(positions.length);
        for (let at = 0; at < places.length; at += 3)
          new Vector3(positions[at], positions[at + 1], positions[at + 2])
            .applyMatrix4(matrix)
            .toArray(places, at);
        const faces = Uint32Array.from(indices);
        const edges = edgesOf({ positions: places, indices: faces }).map(([a, b]): Edge => [
          new Vector3(...a),
          new Vector3(...b),
        ]);
        solids.push({ positions: places, indices: faces, edges });
      }
    }
    return solids;
  }

  /** Where a plane of the scene cuts what is visible: corners of lines in pairs, and of triangles in threes. */
  async section(
    plane: Plane,
    look: BimLook,
  ): Promise<{ readonly lines: readonly Vector3[]; readonly triangles: readonly Vector3[] }> {
    const { matrixWorld } = this.fragments.object;
    const here = plane.clone().applyMatrix4(matrixWorld.clone().invert());
    const visible = this.visible(look);
    if (visible.length === 0) return { lines: [], triangles: [] };
    const { buffer, index, fillsIndices } = await this.fragments.getSection(here, visible);
    const at = (i: number) =>
      new Vector3(buffer[3 * i], buffer[3 * i + 1], buffer[3 * i + 2]).applyMatrix4(matrixWorld);
    const lines = Array.from({ length: Math.floor(index) }, (_, i) => at(i));
    return { lines, triangles: Array.from(fillsIndices, at) };
  }

  boxOf(localIds: readonly number[]): Promise<Box3> {
    return this.fragments.getMergedBox([...localIds]);
  }

  /** Local ids of what has a shape here. */
  get ids(): readonly number[] {
    return this.#all;
  }

  /** Whether an element has a shape here. */
  has(localId: number): boolean {
    return this.#own.has(localId);
  }

  idsIn(items: Items): ReadonlySet<number> {
    return items.get(this.key) ?? NONE;
  }
}

async function spacesIn(fragments: FragmentsModel): Promise<readonly number[]> {
  return Object.values(await fragments.getItemsOfCategories([/^IFCSPACE$/])).flat();
}

const NONE: ReadonlySet<number> = new Set();
const SELECTED = '#1a73e8';
