import type { Observable } from 'rxjs';
import type { Extent } from '#core/document';
import { type Disposable, serviceToken } from '#core/kernel';
import type { WorkspaceMap } from '#plugins/work/map-2d/api';
import type {
  HeightsAbove,
  Position,
  Terrain,
  TerrainProfile,
  TerrainVolume,
  TileColour,
  Tileset,
  TilesetLook,
  TilesetPlace,
  VolumeBase,
} from '#core/protocol';

declare module '#core/settings' {
  interface SettingValues {
    /**
     * What objects' heights mean in 3D: above the ellipsoid, above the ground, or ignored (everything is on the
     * ground).
     */
    heights3D: 'measured' | 'relative' | 'ground';
    /** Vertical exaggeration. */
    exaggeration3D: number;
    /** Terrain colouring: none, shaded relief, or by height. */
    tint3D: 'none' | 'relief' | 'heights';
    /** Rendering quality; `auto` depends on the graphics card. */
    quality3D: 'auto' | 'fine' | 'fast';
    /** Size of the points of point clouds in their finest tiles, metres. */
    pointSize3D: number;
    /** Metres of a step in point clouds, and of a second of running on the globe. */
    navigationRange: number;
  }
}

/** Properties of the terrain that a result was computed on. */
export interface GroundSurface {
  /** The terrain's name in the project. */
  readonly name: string;
  /** Metres between the heights of its source. */
  readonly resolution: number;
  /** Height reference of its source; `Ground` always returns ellipsoidal heights. */
  readonly source: HeightsAbove;
}

/** The ground of 3D maps. Heights are in metres above the ellipsoid; undefined without a terrain. */
export interface Ground {
  /** The active terrain; undefined when the ground is the ellipsoid. */
  describe(): GroundSurface | undefined;
  /**
   * Heights at the finest resolution, in the order of `places`. Throws AppError when the server cannot be reached.
   */
  heightsAt(places: readonly Position[], signal?: AbortSignal): Promise<(number | undefined)[]>;
  /**
   * The ground along a line, from every cell it crosses; undefined where the terrain covers none of it. Throws AppError
   * with the server's reason.
   */
  profileAlong(line: readonly Position[], signal?: AbortSignal): Promise<TerrainProfile | undefined>;
  /**
   * The volume between the ground and a base, over every cell within a ring; undefined where the terrain covers none of
   * it. Throws AppError with the server's reason.
   */
  volumeWithin(
    ring: readonly Position[],
    base: VolumeBase,
    signal?: AbortSignal,
  ): Promise<TerrainVolume | undefined>;
  /** The other terrains of the project. */
  readonly others: readonly { readonly id: string; readonly name: string }[];
  /** Height of the loaded tiles, which may be coarser: for gestures and drawing. */
  nearAt(longitude: number, latitude: number): number | undefined;
  /** Emits when another terrain is active, or finer heights have loaded. */
  readonly changes$: Observable<void>;
}

/** The terrains of the open project, one of which may be active. */
export interface ProjectGrounds extends Ground {
  readonly terrains$: Observable<readonly Terrain[]>;
  readonly terrains: readonly Terrain[];
  readonly activeTerrain: Terrain | undefined;
  /** Stored for the person and project on this device; undefined: none. */
  setTerrain(terrain: Terrain | undefined): void;
  /** Loads the list of terrains. Throws AppError. */
  reload(): Promise<void>;
}
export const GROUNDS = serviceToken<ProjectGrounds>('map-3d.Grounds');
export const GROUND = serviceToken<Ground>('map-3d.Ground');

/** What of a point cloud is drawn on the globe. */
export interface CloudOnGlobe {
  /** Undefined: its own colours, or by height where it has none. */
  readonly colour: TileColour | undefined;
  readonly hasColour: boolean;
}

/** A 3D Tiles set or a point cloud of the open project, for this person. */
export interface TilesetLayer {
  /** Path of its tileset.json. */
  readonly url: string;
  /** Undefined: it is no point cloud. Point clouds are placed and changed elsewhere. */
  readonly cloud: CloudOnGlobe | undefined;
  /** As stored. */
  readonly tileset: Tileset;
  /** As displayed: the style being edited, or the stored one. */
  readonly look: TilesetLook;
  readonly shown: boolean;
  /** State on the globe; `unplaced`: neither the file nor a person states its position. */
  readonly state: 'loading' | 'drawn' | 'failed' | 'unplaced';
}

/** The tilesets of the open globe. */
export interface TilesetDrawing {
  /** Extent of a set; undefined before it has loaded. */
  extentOf(id: string): Extent | undefined;
  /** The set's own position; undefined where its file states none, and before it has loaded. */
  placeOf(id: string): TilesetPlace | undefined;
  /**
   * Id of the set hit at a place returned by the globe (`toPosition`, gestures). Triangles are intersected exactly;
   * the depth buffer is not used.
   */
  setAt(place: Position): string | undefined;
}

/** A tileset that another plugin brings: it is drawn beside those of the project, and is no layer of theirs. */
export interface LentTileset {
  /** Another id is another set, which is loaded anew. */
  readonly id: string;
  readonly name: string;
  /** Path of its tileset.json below the API: `/bim/…/tileset.json`. */
  readonly path: string;
  /** Where it is drawn while it is being placed; its heading is relative to its own. Missing: where its file says. */
  readonly place?: TilesetPlace;
}

export interface Tilesets {
  readonly layers$: Observable<readonly TilesetLayer[]>;
  readonly layers: readonly TilesetLayer[];
  /** For this person, until the project is reopened. */
  show(id: string, shown: boolean): void;
  /** What a point cloud is coloured by, until the project is reopened. */
  paint(id: string, colour: TileColour): void;
  /** Previews a style; undefined restores the stored one. */
  try(id: string, look: TilesetLook | undefined): void;
  /** Loads the list of sets. Throws AppError. */
  reload(): Promise<void>;
  /** Draws these sets of another plugin, and no longer those that it lent before, until the project is closed. */
  lend(plugin: string, sets: readonly LentTileset[]): void;
  /** Undefined while no globe is open. */
  readonly drawing: TilesetDrawing | undefined;
}
export const TILESETS = serviceToken<Tilesets>('map-3d.Tilesets');

/** Position and direction of the globe's camera. */
export interface Stance {
  readonly place: Position;
  /** Metres above the ground; negative below it. */
  readonly above: number;
  /** Degrees clockwise from north. */
  readonly heading: number;
  /** Degrees above the horizon. */
  readonly pitch: number;
}

/** Camera and lighting of the globe, beyond what every map has. */
export interface GlobeOutlook {
  readonly stance: Stance;
  stand(stance: Stance): void;
  /** Until disposed, pointer and wheel do not move the camera; it may be anywhere, even below the ground. */
  hold(): Disposable;
  /** The subsolar point, which casts shadows. Undefined: uniform light. */
  sun: Position | undefined;
  /** 0 to 1. Below 1 the ground is transparent, and the camera may go below it. */
  groundOpacity: number;
}

export interface GlobeMap extends WorkspaceMap {
  readonly kind: '3d';
  readonly outlook: GlobeOutlook;
  /** Whether parts of the ground in view are not painted yet. */
  readonly loading$: Observable<boolean>;
}

/** The open globe; undefined while there is none. */
export interface Globes {
  readonly current$: Observable<GlobeMap | undefined>;
  readonly current: GlobeMap | undefined;
}
export const GLOBES = serviceToken<Globes>('map-3d.Globes');
