import type { Observable } from 'rxjs';
import type { HeightSystem } from '#core/geodesy';
import { type Disposable, serviceToken } from '#core/kernel';
import type { Pixel } from '#core/mapview';
import type { AnnotationContent, CloudAnnotation, PointsIn, Position } from '#core/protocol';
import type { WorkspaceMap } from '#plugins/work/map-2d/api';

declare module '#core/events' {
  interface Facts {
    /** Classes of points of a cloud were changed here. */
    cloudClassesChanged: { readonly cloudId: string };
  }
}

/** Easting, northing and height in the CRS and units of a cloud. */
export type CloudCoordinates = readonly [number, number, number];

/** What every cloud can be coloured by, if it has it. */
export type PlainColour = 'rgb' | 'height' | 'intensity' | 'class' | 'return' | 'source' | 'time' | 'normal';
/** Or by its deviation from another cloud, or by a further attribute of its points, by its name. */
export type CloudColour = PlainColour | 'deviation' | `extra:${string}`;

/** Points of a cloud that are coloured by their deviation from the surface of another. */
export interface CloudComparison {
  readonly cloudId: string;
  /** The cloud whose surface deviations are measured from. */
  readonly from: string;
  /** Metres; farther points have no deviation. */
  readonly most: number;
  /** Versions of the files of both. */
  readonly content: number;
  readonly fromContent: number;
  /** Over which the palette is spread, metres. */
  readonly range: readonly [number, number];
  /** Metres: points within it on both sides have one colour; and the share of the compared points that are. */
  readonly tolerance: number | undefined;
  readonly withinShare: number | undefined;
  /** `counts[i]` points deviate by `from + i * step` to `from + (i + 1) * step` metres. */
  readonly histogram: { readonly from: number; readonly step: number; readonly counts: readonly number[] };
  /** Which versions of which clouds, in sentences. */
  readonly source: readonly string[];
}

/** What darkens the colours: nothing, a weak intensity, or a surface that is turned away from the light. */
export type CloudShade = 'none' | 'intensity' | 'normal';

/** A further attribute of the points of a cloud: scan angle, infrared, or what its program has added. */
export interface CloudAttribute {
  readonly name: string;
  /** In the file, which may name the unit; empty if it has none. */
  readonly description: string;
}

/** Colours of a palette that people who see few hues can read. */
export type PaletteName = 'viridis' | 'cividis' | 'magma' | 'greys' | 'blue-orange';

/** A cloud of the open project, for this person. */
export interface ShownCloud {
  readonly id: string;
  readonly name: string;
  /**
   * `EPSG:<code>`; null: nobody has said, and it cannot be placed. While it is looked at in local coordinates, a CRS that
   * only this page knows.
   */
  readonly crs: string | null;
  /** Metres per unit of its coordinates: octrees are in metres, whatever their CRS. */
  readonly unit: number;
  /** Whether it is looked at in local coordinates: nobody has said where it is. */
  readonly isLocal: boolean;
  /** Version of its file or octree: what a measure on it names as its source. */
  readonly version: string;
  readonly pointCount: number;
  readonly shown: boolean;
  /** 0 to 1. */
  readonly opacity: number;
  /** Its own colouring; undefined: that of the view. */
  readonly colour: CloudColour | undefined;
  /** `unready`: it is still being converted; `unplaced`: it has no CRS. */
  readonly state: 'off' | 'loading' | 'drawn' | 'failed' | 'unready' | 'unplaced';
  /**
   * The query of calls on its points, so that regions and answers are in the coordinates of the view; undefined: they are
   * those of the cloud.
   */
  readonly pointsIn: PointsIn | undefined;
  /** Greatest distance of its points from where they are drawn, metres: in another CRS than the view. Measures are exact. */
  readonly within: number | undefined;
  /** Why it, or a part of it, is not drawn: a sentence. */
  readonly reason: string | undefined;
}

/** An upright or turned box, in the CRS of the view. */
export interface ClipBox {
  readonly kind: 'box';
  readonly id: string;
  readonly name: string;
  readonly center: CloudCoordinates;
  /** Full lengths along its own axes. */
  readonly size: CloudCoordinates;
  /** Degrees about the vertical, counter-clockwise; then about its own east axis, and its own north axis. */
  readonly turn: CloudCoordinates;
}
/** A prism of a ring, in the CRS of the view; without heights it reaches from the lowest to the highest point. */
export interface ClipPolygon {
  readonly kind: 'polygon';
  readonly id: string;
  readonly name: string;
  readonly ring: readonly (readonly [number, number])[];
  readonly heights: readonly [number, number] | undefined;
}
/** A vertical slab along a line, in the CRS of the view. */
export interface ClipSlab {
  readonly kind: 'slab';
  readonly id: string;
  readonly name: string;
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  /** In all, half on each side. */
  readonly width: number;
}
export type Clip = ClipBox | ClipPolygon | ClipSlab;
/** What is drawn, and picked: everything, or only what is inside or outside of the clips. */
export type ClipMode = 'off' | 'inside' | 'outside' | 'highlight';

/** The most clips that count at once, by kind; outlines and slabs are rings, a slab of 4 vertices. */
export const CLIP_LIMITS = { clips: 20, boxes: 16, rings: 8, vertices: 128 } as const;

/** How the clouds are drawn. */
export interface CloudLook {
  readonly colour: CloudColour;
  readonly palette: PaletteName;
  /** Values over which the palette is spread, as the legend shows them; undefined: those of the clouds. */
  readonly range: readonly [number, number] | undefined;
  readonly shade: CloudShade;
  /** 0 to 1. */
  readonly shadeShare: number;
  /** What the colour `deviation` shows. */
  readonly comparison: CloudComparison | undefined;
  /** Of colours: 1 is neutral. */
  readonly gamma: number;
  /** -1 to 1; 0 is neutral. */
  readonly brightness: number;
  /** -1 to 1; 0 is neutral. */
  readonly contrast: number;
  readonly pointSize: 'fixed' | 'attenuated' | 'adaptive';
  /** Relative to the size from the settings. */
  readonly pointScale: number;
  /** Shading by depth. */
  readonly depthShading: boolean;
  /** Classes that are neither drawn nor picked nor measured. */
  readonly hiddenClasses: ReadonlySet<number>;
  readonly clips: readonly Clip[];
  readonly clipMode: ClipMode;
}

/** The clouds of the open project and how they are drawn; it outlives the view. */
export interface CloudStage {
  readonly clouds$: Observable<readonly ShownCloud[]>;
  readonly clouds: readonly ShownCloud[];
  readonly look$: Observable<CloudLook>;
  readonly look: CloudLook;
  change(look: Partial<CloudLook>): void;
  show(id: string, shown: boolean): void;
  setOpacity(id: string, opacity: number): void;
  /** Colours a cloud by its deviation from another, which is hidden; undefined: no longer. */
  compare(comparison: CloudComparison | undefined): void;
  /**
   * Metres between the points of the other cloud, where not all of them were compared with: far from the eye; undefined:
   * all were.
   */
  readonly thinned$: Observable<number | undefined>;
  /** Undefined: coloured as the view. */
  setColour(id: string, colour: CloudColour | undefined): void;
  /** Loads the list of clouds. Throws AppError. */
  reload(): Promise<void>;
}
export const CLOUD_STAGE = serviceToken<CloudStage>('point-cloud.Stage');

/** A ray in the CRS of the view; `direction` has length 1. */
export interface CloudRay {
  readonly origin: CloudCoordinates;
  readonly direction: CloudCoordinates;
  /** Half angle of the cone that a pixel covers, radians; 0 with a parallel projection. */
  readonly spread: number;
  /** Half width that a pixel covers with a parallel projection, units of the CRS. */
  readonly radius: number;
}

/** A point among those that are loaded: ask the server for the one at full resolution. */
export interface LoadedPoint {
  readonly cloud: ShownCloud;
  /** Exactly as stored. */
  readonly coordinates: CloudCoordinates;
  readonly position: Position;
  /** Distance from the eye, units of the CRS. */
  readonly depth: number;
  /** Mean distance to the neighbours that are loaded, units of the CRS. */
  readonly spacing: number;
  readonly colour: readonly [number, number, number] | undefined;
  readonly intensity: number;
  readonly classification: number;
  readonly returnNumber: number;
  readonly numberOfReturns: number;
  readonly source: number;
  readonly gpsTime: number | undefined;
}

/** What clicks of tools are moved to. */
export type CloudSnapKind = 'point' | 'plane' | 'edge' | 'corner' | 'axis' | 'ground';

export type CloudCameraMode = 'orbit' | 'fly' | 'walk' | 'top' | 'front' | 'side' | 'section';

/** A vertical section: only what is in the slab is drawn, seen at right angles without perspective. */
export type CloudSection = Pick<ClipSlab, 'from' | 'to' | 'width'>;

/** A picture that stands before its camera; places are in the CRS of the view. */
export interface CloudPicture {
  readonly id: string;
  /** Of the camera. */
  readonly at: CloudCoordinates;
  /** Four: from the upper left one clockwise. */
  readonly corners: readonly CloudCoordinates[];
  /** Undefined: only its frame is drawn. Whoever gives it closes it, when it is no longer shown. */
  readonly image: ImageBitmap | undefined;
  readonly isChosen: boolean;
}

/** The open point cloud view. Its CRS is that of the first cloud shown. */
export interface CloudView extends WorkspaceMap {
  readonly kind: 'cloud';
  readonly crs: string;
  /** Metres per unit of the CRS. */
  readonly unit: number;
  readonly mode$: Observable<CloudCameraMode>;
  readonly mode: CloudCameraMode;
  setMode(mode: CloudCameraMode): void;
  /** The position and the direction of the eye, in the CRS of the view. */
  readonly eye: { readonly at: CloudCoordinates; readonly direction: CloudCoordinates };
  /** Whether the active tool snaps, so that the kind matters. */
  readonly snaps$: Observable<boolean>;
  readonly snapKind$: Observable<CloudSnapKind>;
  snapTo(kind: CloudSnapKind): void;
  /** Undefined leaves the section. */
  setSection(section: CloudSection | undefined): void;
  readonly section: CloudSection | undefined;
  rayAt(pixel: Pixel): CloudRay;
  /**
   * The foremost point under a pixel among those loaded, not hidden by its class nor cut away; undefined where there
   * is none.
   */
  pointAt(pixel: Pixel, tolerance?: number): LoadedPoint | undefined;
  /** Whether a position is of a click that hit no point: it has the height of the ground in the middle of the view. */
  isMiss(position: Position): boolean;
  /** Values over which the colours of a palette are spread, in metres, seconds or as stored; undefined before any. */
  rangeOf(colour: CloudColour): readonly [number, number] | undefined;
  /** Emits when a cloud's values are known that were not. */
  readonly spread$: Observable<void>;
  /** Further attributes of its clouds by which it can be coloured. */
  readonly attributes: readonly CloudAttribute[];
  /** The least and the greatest height of its clouds, metres; undefined before any. */
  readonly heights: readonly [number, number] | undefined;
  /** What the heights of its coordinates are above; undefined: the ellipsoid, or nobody has said. */
  readonly heightSystem: HeightSystem | undefined;
  toCloud(position: Position): CloudCoordinates;
  fromCloud(coordinates: CloudCoordinates): Position;
  /** Emits when the clips or the section have changed. */
  readonly cut$: Observable<void>;
  /** Whether the clips, or the section, let a place be seen. */
  keeps(position: Position): boolean;
  /** Points in view, and the distance between the finest of them in units of the CRS; undefined before any. */
  readonly drawn$: Observable<{ readonly points: number; readonly spacing: number | undefined }>;
  /** Draws these pictures instead of those before. */
  showPictures(pictures: readonly CloudPicture[]): void;
  /** Loads the points of a cloud again, whose classes have changed. */
  refresh(cloudId: string): void;
  /** Classes of points of the loaded nodes, drawn in place of the stored ones until disposed; for edits not saved yet. */
  previewClasses(classOf: (coordinates: CloudCoordinates, before: number) => number): Disposable;
}

/** The open point cloud view; undefined while there is none. */
export interface CloudViews {
  readonly current$: Observable<CloudView | undefined>;
  readonly current: CloudView | undefined;
}
export const CLOUD_VIEWS = serviceToken<CloudViews>('point-cloud.Views');

/** One cloud on a page of its own, outside of a project. */
export interface LoneCloud extends Disposable {
  readonly name: string;
  /**
   * False: nobody has said where it is. Coordinates of the view are those of the file, in metres or as they are typed, and
   * positions mean nothing.
   */
  readonly isPlaced: boolean;
  /** Path at which this person can place it; undefined: it is placed, or they may not. */
  readonly placeAt: string | undefined;
  /** How it is drawn, and whether it still can be: a link may be revoked meanwhile. */
  readonly stage: CloudStage;
  readonly view: CloudView;
  /** What its points can be coloured by. */
  readonly colours: readonly CloudColour[];
  /**
   * The point at full resolution at a pixel under which `loaded` is drawn, in the coordinates of the view. Throws
   * AppError when the server does not give it.
   */
  exactPoint(pixel: Pixel, loaded: LoadedPoint): Promise<CloudCoordinates>;
  /** Throws AppError. */
  annotations(): Promise<readonly CloudAnnotation[]>;
  /** Undefined: the person may not. Throws AppError. */
  readonly annotate: ((content: AnnotationContent) => Promise<CloudAnnotation>) | undefined;
}
export interface LoneCloudRequest {
  readonly id: string;
  /** Secret of a link; undefined: the person who is signed in. */
  readonly key: string | undefined;
  /** Called when the view can no longer draw. */
  readonly stopped: () => void;
}
/** Opens a cloud in an element, with the number of points that a phone can draw. Throws AppError with the reason. */
export type OpenLoneCloud = (request: LoneCloudRequest) => Promise<(element: HTMLElement) => LoneCloud>;
export const OPEN_LONE_CLOUD = serviceToken<OpenLoneCloud>('point-cloud.OpenLoneCloud');

/** Whether the cloud of the address was found: false at the start, true on success, false on failure. */
export interface CloudFound {
  readonly found$: Observable<boolean>;
  readonly found: boolean;
}
export const CLOUD_FOUND = serviceToken<CloudFound>('point-cloud.Found');
