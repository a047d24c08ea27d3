import type { Observable } from 'rxjs';
import { type Disposable, serviceToken } from '#core/kernel';
import type { Pixel } from '#core/mapview';
import type { BimModel, Position } from '#core/protocol';
import type { WorkspaceMap } from '#plugins/work/map-2d/api';

declare module '#core/events' {
  interface Facts {
    /** Links from elements of models to objects or files were made or removed here. */
    bimLinksChanged: { readonly projectId: string };
  }
}

/** Metres east and north in the CRS of the view, and metres above the ellipsoid. */
export type ModelCoordinates = readonly [number, number, number];

/** An element of a model of the project. */
export interface ElementRef {
  readonly modelId: string;
  readonly globalId: string;
}

/** Elements by their local ids; the keys are `<model id>/<part>`. */
export type Items = ReadonlyMap<string, ReadonlySet<number>>;

/** A model of the open project, for this person. */
export interface ShownModel {
  readonly id: string;
  readonly name: string;
  readonly shown: boolean;
  /**
   * `unready`: it is still being converted; `empty`: it has no shapes. A model that nothing places is drawn in the middle of
   * the project, with `isPlaced` false.
   */
  readonly state: 'off' | 'loading' | 'drawn' | 'failed' | 'unready' | 'empty';
  readonly isPlaced: boolean;
  /** Why it is not drawn: a sentence. */
  readonly reason: string | undefined;
}

/** A plane that cuts the models: what is on the side of its normal is removed. */
export interface CutPlane {
  readonly id: string;
  readonly at: ModelCoordinates;
  /** Length 1. */
  readonly normal: ModelCoordinates;
}
/** An upright box, turned about the vertical; what is outside is removed. */
export interface CutBox {
  readonly center: ModelCoordinates;
  readonly size: ModelCoordinates;
  /** Degrees counter-clockwise. */
  readonly turn: number;
}

/** Elements in one colour, `#rrggbb`. */
export interface Painted {
  readonly items: Items;
  readonly colour: string;
  readonly title: string;
  readonly count: number;
}

/** How the models are drawn. */
export interface BimLook {
  readonly hidden: Items;
  /** Only these are drawn; undefined: all. */
  readonly isolated: Items | undefined;
  /** What is not isolated is drawn as glass instead of not at all. */
  readonly ghosts: boolean;
  /** Rooms (IfcSpace). */
  readonly spaces: boolean;
  readonly painted: readonly Painted[];
  readonly planes: readonly CutPlane[];
  readonly box: CutBox | undefined;
  /** Metres by which each storey is drawn above the one below it, in addition to its height; 0: where they stand. */
  readonly apart: number;
}

/** A model that is being placed, where it would come to lie. */
export interface MovingModel {
  readonly id: string;
  /** From the axes of its file (metres, z up) to longitude, latitude and ellipsoidal height. */
  toPosition(local: ModelCoordinates): Position;
}

/** The models of the open project and how they are drawn; it outlives the view. */
export interface BimStage {
  readonly models$: Observable<readonly ShownModel[]>;
  readonly models: readonly ShownModel[];
  /** As the server describes it. */
  storedOf(id: string): BimModel | undefined;
  readonly look$: Observable<BimLook>;
  readonly look: BimLook;
  change(look: Partial<BimLook>): void;
  show(id: string, shown: boolean): void;
  /** Undefined while none is being placed. */
  readonly moving$: Observable<MovingModel | undefined>;
  move(moving: MovingModel | undefined): void;
  /** Loads the list of models. Throws AppError. */
  reload(): Promise<void>;
}
export const BIM_STAGE = serviceToken<BimStage>('bim-viewer.Stage');

/** The chosen elements of the models of the open project; views and panels follow it. */
export interface BimSelection {
  readonly elements$: Observable<readonly ElementRef[]>;
  readonly elements: readonly ElementRef[];
  set(elements: readonly ElementRef[]): void;
  toggle(element: ElementRef): void;
  clear(): void;
  /** The path that opens the viewer with the model of an element, chooses it and goes to it; a project has to be open. */
  addressOf(element: ElementRef): string;
}
export const BIM_SELECTION = serviceToken<BimSelection>('bim-viewer.Selection');

/** Elements in a colour of their own; with `isAboveSelection` also while they are selected. */
export interface PaintedElements {
  readonly elements: readonly ElementRef[];
  readonly colour: string;
  readonly isAboveSelection?: boolean;
}

/** What is seen under a pixel. */
export interface ModelHit {
  readonly modelId: string;
  readonly coordinates: ModelCoordinates;
  readonly position: Position;
  /** Of the face, length 1, toward the eye. */
  readonly normal: ModelCoordinates;
  /** Asks the worker for its GlobalId; undefined where the element has none. */
  element(): Promise<ElementRef | undefined>;
}

/** `plan` looks down, the others horizontally in the axes of the first model; all of them without perspective. */
export type BimCameraMode = 'orbit' | 'walk' | 'plan' | 'front' | 'back' | 'left' | 'right';

/** Where one looks from, in real coordinates: what BCF stores, and what an address of the view holds. */
export interface BimViewpoint {
  readonly eye: ModelCoordinates;
  /** Length 1. */
  readonly direction: ModelCoordinates;
  readonly up: ModelCoordinates;
  /** Degrees from bottom to top with perspective; else metres from bottom to top of the view. */
  readonly field: { readonly degrees: number } | { readonly metres: number };
  readonly planes: readonly CutPlane[];
}

/** The open model view. Its CRS is that of the first model shown. */
export interface BimView extends WorkspaceMap {
  readonly kind: 'bim';
  readonly crs: string;
  readonly mode$: Observable<BimCameraMode>;
  readonly mode: BimCameraMode;
  setMode(mode: BimCameraMode): void;
  viewpoint: BimViewpoint;
  readonly elements: ViewedElements;
  /**
   * The foremost face under a pixel that is neither hidden, nor glass, nor cut away. Where nothing is drawn yet it waits for
   * the shapes that the camera sees.
   */
  hitAt(pixel: Pixel): Promise<ModelHit | undefined>;
  toModel(position: Position): ModelCoordinates;
  fromModel(coordinates: ModelCoordinates): Position;
  /** Heights of the CRS of a model are above its vertical datum: metres to add for heights above the ellipsoid. */
  undulationOf(modelId: string): number;
  /** Axes of the file of a model (metres, z up) in the CRS of the view; undefined while it is not drawn. */
  placed(modelId: string, coordinates: ModelCoordinates): ModelCoordinates | undefined;
  /** Back: from the CRS of the view to the axes of the file of a model; undefined while it is not drawn. */
  unplaced(modelId: string, coordinates: ModelCoordinates): ModelCoordinates | undefined;
  /** Of a model, or of all: middle and size, and the turn of its x axis from grid east, degrees counter-clockwise. */
  extentOf(modelId: string | undefined): {
    readonly middle: ModelCoordinates;
    readonly size: ModelCoordinates;
    readonly rotation: number;
  };
  /** Moves so that all models fill the view. */
  lookAtAll(): void;
  /** Moves so that the elements fill the view. */
  zoomTo(elements: readonly ElementRef[]): Promise<void>;
  /** Draws elements in colours above those of the stage until disposed: results of a check. */
  paint(groups: readonly PaintedElements[]): Disposable;
  /** Draws points until disposed: three coordinates each in the CRS of the view, and red, green and blue from 0 to 1. */
  showPoints(coordinates: Float64Array, colours: Float32Array): Disposable;
  /** What is drawn, as a PNG. */
  picture(): Promise<Blob>;
}
/** What a view knows of elements. */
export interface ViewedElements {
  /** Local ids of elements, by which the stage hides, isolates and paints them. */
  itemsOf(elements: readonly ElementRef[]): Promise<Items>;
  /** Elements of local ids that have a GlobalId. */
  elementsOf(items: Items): Promise<readonly ElementRef[]>;
  /** Around elements; undefined where none of them has a shape. */
  boxOf(elements: readonly ElementRef[]): Promise<CutBox | undefined>;
  /** Lines where a plane cuts what is visible, corners in pairs; and triangles of the cut. In the CRS of the view. */
  sectionAt(plane: Omit<CutPlane, 'id'>): Promise<BimSection>;
  /**
   * The edges of what is visible, seen in the direction of the view from far away, and those behind something: corners in
   * pairs, in the CRS of the view. Takes seconds for a large model.
   */
  edges(): Promise<BimEdges>;
}
type ModelLine = readonly [ModelCoordinates, ModelCoordinates];
export interface BimEdges {
  readonly visible: readonly ModelLine[];
  readonly hidden: readonly ModelLine[];
}
export interface BimSection {
  readonly lines: readonly (readonly [ModelCoordinates, ModelCoordinates])[];
  readonly triangles: readonly (readonly [ModelCoordinates, ModelCoordinates, ModelCoordinates])[];
}

/** The open model view; undefined while there is none. */
export interface BimViews {
  readonly current$: Observable<BimView | undefined>;
  readonly current: BimView | undefined;
}
export const BIM_VIEWS = serviceToken<BimViews>('bim-viewer.Views');

/** Whether the model of the address was found: false at the start, true on success, false on failure. */
export interface BimFound {
  readonly found$: Observable<boolean>;
  readonly found: boolean;
}
export const BIM_FOUND = serviceToken<BimFound>('bim-viewer.Found');
