import type { Observable } from 'rxjs';
import type { Extent } from '#core/document';
import { type Disposable, serviceToken } from '#core/kernel';
import type { WorkspaceMap } from '#plugins/work/map-2d/api';
import type { HeightsAbove, Position, Terrain, Tileset, TilesetLook, TilesetPlace } from '#core/protocol';

declare module '#core/settings' {
  interface SettingValues {
    /** What objects' heights are in 3D: above the ellipsoid, above the ground, or of no account: all lies on the ground. */
    heights3D: 'measured' | 'relative' | 'ground';
    /** How many times as high as it is everything is drawn. */
    exaggeration3D: number;
    /** How the terrain is painted: as the ground without it, with shadows, or in the colours of heights. */
    tint3D: 'none' | 'relief' | 'heights';
    /** How finely the globe is drawn; `auto` looks at the graphics card. */
    quality3D: 'auto' | 'fine' | 'fast';
    /** Metres. */
    pointSize3D: number;
    /** Metres. */
    navigationRange: number;
  }
}

/** What a result must say of the ground it was taken on. */
export interface GroundSurface {
  /** As the project's people named the terrain. */
  readonly name: string;
  /** Metres between the heights it was made of. */
  readonly resolution: number;
  /** What the heights of its source are above; those that `Ground` tells are above the ellipsoid always. */
  readonly source: HeightsAbove;
}

/** The ground of 3D maps. Heights are metres above the ellipsoid; undefined without a terrain. */
export interface Ground {
  /** The active terrain; undefined when there is none and the ground is the ellipsoid. */
  describe(): GroundSurface | undefined;
  /** Of the best resolution there is, in the order of the places. @throws AppError when the server cannot be asked. */
  heightsAt(places: readonly Position[], signal?: AbortSignal): Promise<(number | undefined)[]>;
  /** Of what is loaded now, which may be coarser: for gestures and for drawing. */
  nearAt(longitude: number, latitude: number): number | undefined;
  /** Another terrain is active, or finer heights have loaded. */
  readonly changes$: Observable<void>;
}

/** The terrains of the open project, one of which the ground is. */
export interface ProjectGrounds extends Ground {
  readonly terrains$: Observable<readonly Terrain[]>;
  readonly terrains: readonly Terrain[];
  readonly activeTerrain: Terrain | undefined;
  /** From now on, and whenever the person comes back to the project on this device; undefined: none. */
  setTerrain(terrain: Terrain | undefined): void;
  /** Asks the server which terrains there are. @throws AppError */
  reload(): Promise<void>;
}
export const GROUNDS = serviceToken<ProjectGrounds>('map-3d.Grounds');
export const GROUND = serviceToken<Ground>('map-3d.Ground');

/** A set of 3D Tiles of the open project, as this person sees it. */
export interface TilesetLayer {
  /** As it is kept. */
  readonly tileset: Tileset;
  /** As it is drawn: what is being tried, or what is kept. */
  readonly look: TilesetLook;
  readonly shown: boolean;
  /** What has become of it on the globe; `unplaced`: it does not say where it stands, and nobody has placed it. */
  readonly state: 'loading' | 'drawn' | 'failed' | 'unplaced';
}

/** The sets on the globe that is open. */
export interface TilesetDrawing {
  /** Where a set is seen; undefined before it has come. */
  extentOf(id: string): Extent | undefined;
  /** Where a set stands by itself; undefined where it does not say so, and before it has come. */
  placeOf(id: string): TilesetPlace | undefined;
  /**
   * The name of the set that a place was met on, as the globe told it (`toPosition`, gestures).
   * Triangles are met as they are drawn now, never the depth of the picture.
   */
  setAt(place: Position): string | undefined;
}

export interface Tilesets {
  readonly layers$: Observable<readonly TilesetLayer[]>;
  readonly layers: readonly TilesetLayer[];
  /** For this person, until the project is opened again. */
  show(id: string, shown: boolean): void;
  /** Draws a set otherwise than it is kept; undefined: as it is kept. */
  try(id: string, look: TilesetLook | undefined): void;
  /** Asks the server which sets there are. @throws AppError */
  reload(): Promise<void>;
  /** Undefined while no globe is open. */
  readonly drawing: TilesetDrawing | undefined;
}
export const TILESETS = serviceToken<Tilesets>('map-3d.Tilesets');

/** Where the globe's camera stands itself, not what it looks at. */
export interface Stance {
  readonly place: Position;
  /** Metres above the ground; below it, less than 0. */
  readonly above: number;
  /** Degrees clockwise from north. */
  readonly heading: number;
  /** Degrees above the horizon. */
  readonly pitch: number;
}

/** How the globe is looked at, beyond what any map offers. */
export interface GlobeOutlook {
  readonly stance: Stance;
  stand(stance: Stance): void;
  /** Until disposed no hand moves the camera; it stands where it is put, however near to the ground or below it. */
  hold(): Disposable;
  /** The place that the sun stands over: it throws shadows from there. Undefined: even light. */
  sun: Position | undefined;
  /** 0 to 1. Less than 1: what lies below the ground is seen through it, and the camera may go there. */
  groundOpacity: number;
}

export interface GlobeMap extends WorkspaceMap {
  readonly kind: '3d';
  readonly outlook: GlobeOutlook;
}

/** The globe that is open; undefined while none is. */
export interface Globes {
  readonly current$: Observable<GlobeMap | undefined>;
  readonly current: GlobeMap | undefined;
}
export const GLOBES = serviceToken<Globes>('map-3d.Globes');
