import type { ComponentType, ReactNode } from 'react';
import type { Observable } from 'rxjs';
import type { ProjectedExtent, TileSource, ViewerLayers } from '#core/canvas';
import type { Extent, ProjectDocument } from '#core/document';
import { type Disposable, serviceToken, type Teardown } from '#core/kernel';
import type {
  ExternalFeatures,
  LayerExtent,
  MapView,
  Modifiers,
  Pixel,
  TilePlace,
  VectorTileLook,
} from '#core/mapview';
import type { WorkspaceViewer } from '#core/plugin';
import type { OpenProject } from '#core/project';
import type { LayerSource, Viewpoint } from '#core/protocol';

declare module '#core/settings' {
  interface SettingValues {
    featureLoadZoomLevel: number;
    /** Base layer: OpenStreetMap if reachable, otherwise Natural Earth, or only one of them. */
    mapBackground: 'auto' | 'osm' | 'natural-earth' | 'none';
    /** The viewer in which a project opens by default; contributed by the plugin of the other viewer. */
    firstMap: '2d' | '3d';
  }
}

/** A map that fills the workspace, with keyboard navigation and crosshair. */
export interface WorkspaceMap extends MapView {
  readonly kind: WorkspaceViewer;
  /** CSS pixels. */
  readonly size: Pixel;
  /** Extent of all objects of the project; undefined where there are none. */
  readonly whole: Extent | undefined;
  /** Shown at first, where the address names no place; undefined: the project. */
  readonly first?: Extent | undefined;
  pan(right: number, down: number): void;
  zoomBy(levels: number): void;
  readonly keyboardCursor: Pixel | undefined;
  setKeyboardCursor(pixel: Pixel | undefined): void;
  /** A keyboard gesture, equivalent to a mouse gesture at that pixel. */
  press(kind: 'move' | 'click' | 'context', pixel: Pixel, modifiers?: Partial<Modifiers>): void;
  /** Attribution of the base layer; empty without one. */
  readonly attribution$: Observable<string>;
  /** Layers that are not shown exactly; missing in maps without an overview. */
  readonly simplified$?: Observable<SimplifiedLayers>;
}

/** The map that fills the workspace; undefined outside it. */
export interface WorkspaceMaps {
  readonly current$: Observable<WorkspaceMap | undefined>;
  readonly current: WorkspaceMap | undefined;
  /** Path and query of a project with this view. */
  addressOf(projectId: string, viewpoint: Viewpoint): string;
}
export const MAPS = serviceToken<WorkspaceMaps>('map-2d.Maps');

/** Opens the map of a project in an element. */
export type OpenMap = (element: HTMLElement, project: OpenProject) => WorkspaceMap;

/** How the maps share the workspace. */
export interface WorkspaceLayout {
  /** The flat map's share of the width, 0 to 1; undefined: one map fills it. */
  readonly share$: Observable<number | undefined>;
  readonly share: number | undefined;
  divide(share: number | undefined): void;
}
export const LAYOUT = serviceToken<WorkspaceLayout>('map-2d.Layout');

/** The component that hosts a map in the workspace: opens it at the view of the URL, and handles its keys. */
export const MAP_FRAME = serviceToken<ComponentType<{ open: OpenMap }>>('map-2d.Frame');

/** A flat map on a page of its own, outside the workspace. */
export interface PlainMapProps {
  /** Name for screen readers. */
  label: string;
  /** What it draws, in the layers that the page sets. */
  document: ProjectDocument;
  /** Extent shown by the button and the Home key; undefined where there is nothing to show. */
  whole?: () => Extent | undefined;
  /** Called once it is open; what it returns is closed with the map. */
  onOpen: (map: WorkspaceMap) => Teardown;
  /** Arrow keys move a crosshair, as they do with a drawing tool, instead of the map. */
  isDrawing?: boolean;
  /** Keys that the page uses first; returns whether it did. */
  onKey?: (key: string) => boolean;
  /** On top of the map. */
  children?: ReactNode;
}
export const PLAIN_MAP = serviceToken<ComponentType<PlainMapProps>>('map-2d.PlainMap');

/**
 * How the overview shows a layer with classes: as its style says; with objects merged; or with other classes than those of
 * its style, so that it has one symbol.
 */
export type Exactness = 'exact' | 'merged' | 'unclassified';

/** What the overview does not show, or not exactly. */
export interface SimplifiedLayers {
  /** Some of what is in view has not come yet. */
  readonly isLoading: boolean;
  /** The names of types in view whose objects are merged, and of those that have no classes. */
  readonly merged: readonly string[];
  readonly unclassified: readonly string[];
}

/** The overview of a project that is too large to load, drawn from vector tiles. */
export interface Overview extends TileSource {
  /** Whether it is shown at this zoom. */
  shownAt(zoom: number): boolean;
  /** `property`: the classes of the type's style, as its classification names them. */
  exactness(
    typeName: string,
    place: { readonly box: ProjectedExtent; readonly zoom: number },
    property: string,
  ): Exactness;
  /** Whether some of what it shows in the box (EPSG:3857, metres) has not come yet. */
  isLoading(box: ProjectedExtent, zoom: number): boolean;
  /** What is in the box (EPSG:3857, metres) must be redrawn; undefined: everything. */
  readonly changes$: Observable<ProjectedExtent | undefined>;
}

/** What draws layers in a viewer. */
export type FollowedLayers = Pick<ViewerLayers, 'layers' | 'layers$'>;

export interface Following extends Disposable {
  /** Extent of all objects of the project; undefined where there are none. */
  readonly whole: Extent | undefined;
  readonly overview: Overview;
  /** The layers that the overview does not show exactly. */
  simplified(layers: FollowedLayers): Observable<SimplifiedLayers>;
}

/** Loads the objects of a project as they come into view, and highlights conflicts. */
export type FollowProject = (view: MapView, project: OpenProject) => Following;
export const FOLLOW_PROJECT = serviceToken<FollowProject>('map-2d.FollowProject');

export interface OfferedStyle {
  readonly name: string;
  readonly title: string;
  readonly legend: string | null;
}

/** A layer that another server offers. */
export interface OfferedLayer {
  /** Its name at the server. */
  readonly id: string;
  readonly title: string;
  /** Titles of the groups that it is in; empty: none. */
  readonly group: string;
  readonly styles: readonly OfferedStyle[];
  readonly attribution: string;
  readonly minScale: number | null;
  readonly maxScale: number | null;
  /** With the default style. */
  readonly source: LayerSource;
}

export interface OfferedService {
  readonly title: string;
  readonly layers: readonly OfferedLayer[];
}

/**
 * Reads the capabilities of a WMS, WMTS or WFS, or the collections of an OGC API – Features from their text; `address`: where they were requested. Throws AppError where
 * they are something else, by its id: `service.empty`, `service.page` (HTML), `service.broken` (no XML),
 * `service.exception` (message: what the server states), `service.other` (message: the root of the document), or
 * `service.no-layers` without usable layers.
 */
export type ReadService = (text: string, address: string) => Promise<OfferedService>;
export const READ_SERVICE = serviceToken<ReadService>('map-2d.ReadService');

/** A vector tile (MVT) that is no longer compressed. */
export interface VectorTile {
  /** The same tile has the same key: it is read once. */
  readonly key: string;
  readonly bytes: ArrayBuffer;
  readonly place: TilePlace;
}

/**
 * Reads vector tiles apart from the page. Throws AppError with the id `vector-tiles.large`, `vector-tiles.damaged`,
 * `vector-tiles.style` or `vector-tiles.slow`.
 */
export interface TilePainter {
  /** `shown`: the tile itself, or a part of it at a deeper level. */
  paint(
    tile: VectorTile,
    how: { look: VectorTileLook; shown: TilePlace; pixels: number },
    signal?: AbortSignal,
  ): Promise<ImageBitmap>;
  /** Features that meet an extent in longitude and latitude. */
  find(
    tile: VectorTile,
    how: { extent: LayerExtent; most: number },
    signal?: AbortSignal,
  ): Promise<ExternalFeatures>;
}
export const TILE_PAINTER = serviceToken<() => Promise<TilePainter>>('map-2d.TilePainter');
