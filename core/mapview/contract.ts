import type { Observable } from 'rxjs';
import type { Extent, MapObject } from '#core/document';
import type { Disposable } from '#core/kernel';
import type { Geometry, LayerSource, Position, SourceOf, Style, ViewerName } from '#core/protocol';
import type { ImageRequest, LayerExtent, TilePlace } from './layer-address.ts';

/** CSS pixels from the viewer's top left corner. */
export type Pixel = readonly [number, number];

export interface Modifiers {
  readonly shift: boolean;
  readonly alt: boolean;
  /** Ctrl, or Cmd on a Mac. */
  readonly ctrl: boolean;
}

/**
 * A pointer gesture on a viewer. A tool that returns `true` for `down` claims the drag: it
 * gets `drag` (once the pointer has moved by more than `DRAG_THRESHOLD`) and `up`, and the map does not move.
 * Otherwise the viewer navigates. `context` is the right button or a long press.
 */
export interface Gesture extends Modifiers {
  readonly kind: 'move' | 'click' | 'double' | 'context' | 'down' | 'drag' | 'up' | 'leave';
  readonly pixel: Pixel;
  /** Where the pointer meets the map or ground; undefined outside the world. */
  readonly position: Position | undefined;
  readonly pointer: 'mouse' | 'touch' | 'pen';
  /** What the position was snapped to; `position` is then exactly that place. */
  readonly snap?: Snap;
}

export interface Camera {
  readonly center: Position;
  /** The visible extent; may cross the antimeridian (first > third). */
  readonly extent: Extent;
  /** Web map zoom level (0 is the world in 256 pixels). */
  readonly zoom: number;
  /** Ground metres per CSS pixel at the centre. */
  readonly resolution: number;
  /** Clockwise, degrees from north. */
  readonly heading: number;
  /** Degrees from looking straight down; only for viewers that can be tilted. */
  readonly tilt?: number;
}

/** Options for moving the view. What is missing stays as it is; flat viewers ignore heading and tilt. */
export interface FlyOptions {
  readonly zoom?: number;
  readonly heading?: number;
  readonly tilt?: number;
  /** Default: true, unless the person prefers reduced motion. */
  readonly animate?: boolean;
}

export interface Hit {
  readonly object: MapObject;
  /** CSS pixels from the pointer to the object; 0 inside. */
  readonly distance: number;
}

/**
 * `centre`: the centroid of an area; `perpendicular`: where an edge is perpendicular to the line from the last
 * vertex; `extension`: the straight continuation of an edge beyond its end.
 */
export type SnapKind =
  | 'vertex'
  | 'edge'
  | 'midpoint'
  | 'intersection'
  | 'centre'
  | 'perpendicular'
  | 'extension';

export interface Snap {
  readonly kind: SnapKind;
  readonly position: Position;
  readonly objectId: string | undefined;
  /** For a snap without an object: the 3D Tiles that have the corner or edge. */
  readonly surface?: string;
  /** Start of the guide line: the end of the extended edge, or the start of the perpendicular. */
  readonly guide?: Position;
}

/**
 * An edge that attracts and is not part of an object's geometry: of a roof extruded by an attribute, or of 3D Tiles.
 */
export interface SolidEdge {
  readonly from: Position;
  readonly to: Position;
  readonly objectId?: string;
  readonly surface?: string;
}

export interface SnapOptions {
  readonly kinds: readonly SnapKind[];
  /** CSS pixels. */
  readonly tolerance: number;
  /** Objects that do not attract, such as the one being dragged. */
  readonly except?: ReadonlySet<string>;
  /** Further positions that attract as vertices, such as those of the sketch. */
  readonly also?: readonly Position[];
  /** Start of the current line, for perpendiculars. */
  readonly from?: Position | undefined;
}

/** A text at a position: a length in the middle of a leg, an area inside. */
export interface SketchLabel {
  readonly position: Position;
  readonly text: string;
  /**
   * The leg it labels, or the width of an area. The label is hidden while this is too short on the screen, because it
   * would cover the drawing.
   */
  readonly on?: readonly [Position, Position];
  /** Never hidden: where there is no room, it is placed to the right of the leg. */
  readonly aside?: boolean;
}

export interface SketchShape {
  readonly geometry: Geometry;
  readonly style?: Partial<Style>;
  readonly dashed?: boolean;
}

/** What a tool draws while it is active. */
export interface Sketch {
  /** Shapes being drawn, in the sketch style or in `style`. */
  readonly shapes: readonly SketchShape[];
  /** Handles; `role` determines the marker. */
  readonly handles?: readonly {
    readonly position: Position;
    readonly role: 'vertex' | 'midpoint' | 'active' | 'pivot';
  }[];
  readonly labels?: readonly SketchLabel[];
  readonly snap?: Snap | undefined;
}

export type HighlightRole = 'selected' | 'hover' | 'conflict';

export interface LayerState {
  readonly typeName: string;
  readonly visible: boolean;
  /** 0 to 1. */
  readonly opacity: number;
  readonly style: Style;
  /** Locked objects are not picked, snapped to or edited. */
  readonly locked: boolean;
  /** Whether objects can be snapped to. Default: true. */
  readonly attracts?: boolean;
}

/** A layer of another server, as a viewer draws it below the objects. */
export interface ExternalLayerState {
  readonly id: string;
  readonly source: LayerSource;
  readonly attribution: string;
  readonly visible: boolean;
  /** 0 to 1. */
  readonly opacity: number;
  /** Scale denominators between which it is drawn; null: no limit. */
  readonly minScale: number | null;
  readonly maxScale: number | null;
  /** Another number loads it anew. */
  readonly attempt: number;
}

/** An object of another server, in longitude and latitude. */
export interface ExternalFeature {
  readonly geometry: Geometry;
  readonly properties: Readonly<Record<string, unknown>>;
}

export interface ExternalFeatures {
  readonly features: readonly ExternalFeature[];
  /** Whether these are all: servers send a limited number. */
  readonly isWhole: boolean;
}

/** How vector tiles are drawn: as the text of a Mapbox style says, or all in one colour. */
export interface VectorTileLook {
  readonly colour: string;
  readonly style: string | null;
}

/** Fetches the data of external layers for viewers, and notes which layers fail. */
export interface ExternalLayerLoader {
  /** An image of a layer by its address. Throws AppError saying why there is none; status 404: none there. */
  image(id: string, address: string, signal?: AbortSignal): Promise<ImageBitmap>;
  /**
   * An image of a GeoTIFF, of a placed picture or of the objects of a file in Web Mercator (extent in metres of EPSG:3857), transparent outside. Throws
   * AppError as `image`.
   */
  raster(
    id: string,
    source: SourceOf<'geotiff' | 'picture' | 'file'>,
    image: ImageRequest,
    signal?: AbortSignal,
  ): Promise<ImageBitmap>;
  /** A tile of a layer of vector tiles, painted with this number of pixels a side. Throws AppError as `image`. */
  vectorTile(
    id: string,
    source: SourceOf<'vector-tiles'>,
    place: TilePlace,
    pixels: number,
    signal?: AbortSignal,
  ): Promise<ImageBitmap>;
  /** Objects that meet an extent in longitude and latitude. Throws AppError as `image`. */
  features(
    id: string,
    source: SourceOf<'features' | 'file'>,
    extent: LayerExtent,
    signal?: AbortSignal,
  ): Promise<ExternalFeatures>;
  /** Notes why a viewer cannot draw a layer at all. */
  report(id: string, problem: string): void;
}

/** Layers that are shown in a part of the viewer only, to compare them with those below. */
export interface LayerWindow {
  /** Ids of external layers; `background`: the base layer, `objects`: those of the project. */
  readonly layers: readonly string[];
  /** What is on the left of a line, or within a circle; CSS pixels from the viewer's top left corner. */
  readonly shape:
    | { readonly kind: 'left'; readonly x: number }
    | { readonly kind: 'circle'; readonly centre: Pixel; readonly radius: number };
}

/** An HTML element anchored to a position; the viewer moves it. */
export interface Anchored extends Disposable {
  move(to: Position): void;
}

export interface ExactVertices {
  readonly vertices: Position[];
  /** A sentence on where they are from. */
  readonly from: string;
  /** What is kept of that with an object; undefined where they could not be taken from there. */
  readonly source?: string;
}

/** The label of an object as a viewer has drawn it. */
export interface ViewLabel {
  /** Of the object. */
  readonly id: string;
  readonly text: string;
  /** Its middle. */
  readonly at: Pixel;
  /** CSS pixels, before it is rotated. */
  readonly width: number;
  readonly height: number;
  /** Clockwise from horizontal, radians. */
  readonly angle: number;
}

/**
 * The interface of all viewers for tools, independent of the map engine. Positions are longitude, latitude and
 * ellipsoidal height.
 */
export interface MapView extends Disposable {
  /**
   * Only viewers that draw a part of what was surveyed: the vertices as they were surveyed in full; undefined if none of
   * them was clicked there.
   */
  exact?(vertices: readonly Position[]): Promise<ExactVertices | undefined>;
  readonly id: ViewerName;
  readonly kind: '2d' | '3d' | 'cloud' | 'bim' | 'panorama';
  /**
   * Only viewers of something that nobody has placed on the earth: x, y and height of a position in its own coordinates,
   * metres. Longitudes and latitudes then mean nothing outside of the viewer: nobody may be shown or store them.
   */
  localOf?(position: Position): readonly [number, number, number];
  /**
   * Listens to gestures after snapping. If the handler returns true for `down`, it claims the drag; for `click`, those that
   * began to listen before it do not get the click.
   */
  listen(listener: (gesture: Gesture) => boolean | void): Disposable;
  readonly camera$: Observable<Camera>;
  readonly camera: Camera;
  toPixel(position: Position): Pixel | undefined;
  /**
   * Returns the position seen at a pixel: on the map, the ground or what covers it. With a height (metres above the
   * ellipsoid), viewers in which objects have heights return the position seen at that height.
   */
  toPosition(pixel: Pixel, height?: number): Position | undefined;
  /**
   * Only viewers in which objects have heights: returns the height at which a pointer at this pixel meets the
   * vertical through `place`, metres above the ellipsoid; undefined where the vertical is seen from straight above.
   */
  heightAt?(pixel: Pixel, place: Position): number | undefined;
  /**
   * Only viewers in which objects have heights: returns the positions on the ground, from first to last, above which
   * an object seen at this pixel may stand. Flat viewers do not have it: north is up, and what is seen at a pixel is
   * at `toPosition`.
   */
  groundBehind?(pixel: Pixel): readonly Position[];
  /** Returns visible, unlocked objects under a pixel, nearest and smallest first. */
  pick(pixel: Pixel, tolerance?: number): Hit[];
  /** Only viewers in which labels can be moved: those that are drawn, without the lengths of edges. */
  readonly labels?: readonly ViewLabel[];
  /** Only viewers that can: what is seen, without sketches. */
  picture?(): Promise<Blob>;
  /** Returns whether an object attracts: drawn, unlocked, and its layer not excluded from snapping. */
  attracts(object: MapObject): boolean;
  /** Returns the edges of standing objects under the pointer; missing in viewers that show none. */
  solidsAt?(pixel: Pixel): readonly SolidEdge[];
  /** Sets what gestures snap to; undefined switches snapping off. */
  setSnapping(options: SnapOptions | undefined): void;
  /**
   * Shows one sketch per slot, so that stored measurements stay visible with the sketch of the active tool (slot
   * `tool`, the default).
   */
  show(sketch: Sketch | undefined, slot?: string): void;
  /**
   * Draws these objects instead of those with the same ids in the document, in the cheap overlay, until disposed or
   * updated. For dragging without editing the document at every move.
   */
  preview(objects: readonly MapObject[]): Disposable & { update(objects: readonly MapObject[]): void };
  highlight(role: HighlightRole, ids: readonly string[]): void;
  /** Sets the layers in drawing order, the first at the bottom. */
  setLayers(layers: readonly LayerState[]): void;
  /**
   * Only viewers that draw layers of other servers: sets them in drawing order, the first at the bottom. Returns the ids
   * of those that it cannot draw.
   */
  setExternalLayers?(layers: readonly ExternalLayerState[], loader: ExternalLayerLoader): readonly string[];
  /** Only viewers that can: geometries of no document that attract, such as those of other servers in view. */
  setAttractors?(geometries: readonly Geometry[]): void;
  /** Only viewers in which layers can be compared: undefined shows all layers everywhere again. */
  setLayerWindow?(part: LayerWindow | undefined): void;
  /**
   * With an offset, the element is placed next to its position and completely on the map: on the other side where the
   * edge would cut it off.
   */
  anchor(element: HTMLElement, at: Position, offset?: Pixel): Anchored;
  fly(to: Position | Extent, options?: FlyOptions): void;
  setCursor(cursor: string | undefined): void;
  focus(): void;
}

/** The open viewers; tools work on the active one. */
export interface Views {
  readonly open$: Observable<readonly MapView[]>;
  readonly open: readonly MapView[];
  readonly active$: Observable<MapView | undefined>;
  readonly active: MapView | undefined;
  register(view: MapView): Disposable;
  activate(view: MapView): void;
}
