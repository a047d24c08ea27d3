import type { Observable } from 'rxjs';
import type { Extent, MapObject } from '#core/document';
import type { Disposable } from '#core/kernel';
import type { Geometry, Position, Style, ViewerName } from '#core/protocol';

/** CSS pixels from the viewer's top left corner. */
export type Pixel = readonly [number, number];

export interface Modifiers {
  readonly shift: boolean;
  readonly alt: boolean;
  /** Ctrl, or Cmd on a Mac. */
  readonly ctrl: boolean;
}

/**
 * What a hand did on a viewer. `down`, `drag` and `up` come only to whoever claimed the drag: a tool that answers
 * `true` to `down` gets `drag` (once the pointer has moved by more than `DRAG_THRESHOLD`) and `up`, and the map stays still;
 * else the viewer navigates. `context` is the right button or a long press.
 */
export interface Gesture extends Modifiers {
  readonly kind: 'move' | 'click' | 'double' | 'context' | 'down' | 'drag' | 'up' | 'leave';
  readonly pixel: Pixel;
  /** Where the pointer meets the map or ground; undefined off the world. */
  readonly position: Position | undefined;
  readonly pointer: 'mouse' | 'touch' | 'pen';
  /** What the position was snapped to; `position` is then exactly that place. */
  readonly snap?: Snap;
}

export interface Camera {
  readonly center: Position;
  /** What is in view; may cross the antimeridian (first > third). */
  readonly extent: Extent;
  /** Web map zoom level (0 is the world in 256 pixels). */
  readonly zoom: number;
  /** Ground metres a CSS pixel at the centre. */
  readonly resolution: number;
  /** Clockwise, degrees from north. */
  readonly heading: number;
  /** Degrees away from looking straight down; only viewers that can be tilted have it. */
  readonly tilt?: number;
}

/** How to come to a place. What is left out stays as it is; flat viewers know no heading and no tilt. */
export interface FlyOptions {
  readonly zoom?: number;
  readonly heading?: number;
  readonly tilt?: number;
  /** Silence: yes, unless the person wants no motion. */
  readonly animate?: boolean;
}

export interface Hit {
  readonly object: MapObject;
  /** CSS pixels from the pointer to the object; 0 inside. */
  readonly distance: number;
}

/**
 * `centre`: the centre of gravity of an area; `perpendicular`: where an edge is met at a right angle from the last vertex;
 * `extension`: the straight continuation of an edge beyond its end.
 */
export type SnapKind =
  'vertex' | 'edge' | 'midpoint' | 'intersection' | 'centre' | 'perpendicular' | 'extension';

export interface Snap {
  readonly kind: SnapKind;
  readonly position: Position;
  readonly objectId: string | undefined;
  /** Of what is no object: the 3D Tiles whose corner or edge it is. */
  readonly surface?: string;
  /** Where the line comes from that explains it: the end of the extended edge, the foot's other end. */
  readonly guide?: Position;
}

/** An edge that attracts and that no object holds: of a roof that an attribute raises, of 3D Tiles. */
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
  /** Objects that do not attract: the one being dragged. */
  readonly except?: ReadonlySet<string>;
  /** Loose positions that attract as vertices: the sketch's own. */
  readonly also?: readonly Position[];
  /** Where the line under way comes from, for right angles. */
  readonly from?: Position | undefined;
}

/** A text at a place: a length in the middle of a leg, an area inside. */
export interface SketchLabel {
  readonly position: Position;
  readonly text: string;
  /** The leg it is written on, or an area's width; left out while that is too short on the screen: it would hide what is drawn. */
  readonly on?: readonly [Position, Position];
  /** It is never left out: where there is no room it stands to the right of the leg. */
  readonly aside?: boolean;
}

/** What a tool draws while it works. */
export interface Sketch {
  /** Shapes under way; drawn in the sketch style, or in `style`. */
  readonly shapes: readonly {
    readonly geometry: Geometry;
    readonly style?: Partial<Style>;
    readonly dashed?: boolean;
  }[];
  /** Handles; `role` chooses the sign. */
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
  /** Not picked, not snapped to, not edited. */
  readonly locked: boolean;
  /** Snapped to; silence: yes. */
  readonly attracts?: boolean;
}

/** An HTML element anchored to a place; the viewer moves it. */
export interface Anchored extends Disposable {
  move(to: Position): void;
}

/**
 * What every viewer offers to tools; no engine shows through. Positions are longitude, latitude, ellipsoidal height.
 */
export interface MapView extends Disposable {
  readonly id: ViewerName;
  readonly kind: '2d' | '3d' | 'cloud' | 'bim';
  /** Gestures after snapping; the handler's answer to `down` claims the drag. */
  listen(hear: (gesture: Gesture) => boolean | void): Disposable;
  readonly camera$: Observable<Camera>;
  readonly camera: Camera;
  toPixel(position: Position): Pixel | undefined;
  /**
   * The place seen at a pixel: on the map, the ground or what covers it. With a height (metres above the ellipsoid), of
   * viewers in which things have heights: the place that is seen there at that height.
   */
  toPosition(pixel: Pixel, height?: number): Position | undefined;
  /**
   * Of viewers in which things have heights: how high a pointer at this pixel is on the vertical through `place`, metres
   * above the ellipsoid; undefined where that is seen from straight above.
   */
  heightAt?(pixel: Pixel, place: Position): number | undefined;
  /**
   * Of viewers in which things have heights: places on the ground, first and last of all above which something could stand
   * that is seen at this pixel. Flat viewers have none: north is up, and what is seen there is at `toPosition`.
   */
  sights?(pixel: Pixel): readonly Position[];
  /** Visible, unlocked objects under a pixel, nearest and smallest first. */
  pick(pixel: Pixel, tolerance?: number): Hit[];
  /** Do objects of this type attract: are they shown, unlocked, and not excepted from snapping? */
  attracts(typeName: string): boolean;
  /** Edges of what stands up under the pointer; viewers that show none leave it out. */
  solidsAt?(pixel: Pixel): readonly SolidEdge[];
  /** Where gestures are snapped to from now on; undefined switches snapping off. */
  setSnapping(options: SnapOptions | undefined): void;
  /** Shows one sketch a slot, so that kept measures stay beside the sketch of the tool in hand (slot `tool`, the default). */
  show(sketch: Sketch | undefined, slot?: string): void;
  /**
   * Draws these objects instead of what the document holds under their ids, in the cheap overlay, until disposed or
   * called again through `update`. For dragging without editing the document at every move.
   */
  preview(objects: readonly MapObject[]): Disposable & { update(objects: readonly MapObject[]): void };
  highlight(role: HighlightRole, ids: readonly string[]): void;
  /** Layers in drawing order, the first at the bottom. */
  setLayers(layers: readonly LayerState[]): void;
  /** With an offset it stands beside its place and wholly on the map: on the other side where the edge would cut it off. */
  anchor(element: HTMLElement, at: Position, offset?: Pixel): Anchored;
  fly(to: Position | Extent, options?: FlyOptions): void;
  setCursor(cursor: string | undefined): void;
  focus(): void;
}

/** The viewers open now; tools work on the active one. */
export interface Views {
  readonly open$: Observable<readonly MapView[]>;
  readonly open: readonly MapView[];
  readonly active$: Observable<MapView | undefined>;
  readonly active: MapView | undefined;
  register(view: MapView): Disposable;
  activate(view: MapView): void;
}
