import type { ComponentType } from 'react';
import type { Observable } from 'rxjs';
import type { Box, TileSource } from '#core/canvas';
import type { Extent } from '#core/document';
import { type Disposable, serviceToken } from '#core/kernel';
import type { MapView, Modifiers, Pixel } from '#core/mapview';
import type { OpenProject } from '#core/project';
import type { Viewpoint } from '#core/protocol';

declare module '#core/settings' {
  interface SettingValues {
    featureLoadZoomLevel: number;
    relationLayerMinZoom: number;
    /** What lies under the objects: OpenStreetMap where it can be reached and Natural Earth where not, or one of them. */
    mapBackground: 'auto' | 'osm' | 'natural-earth' | 'none';
    /** The map that a project opens on, where its address names none; the plugin that brings the other one asks for it. */
    firstMap: '2d' | '3d';
  }
}

/** A map that fills the workspace, with what only maps offer: moving by keys, and the keyboard's crosshair. */
export interface WorkspaceMap extends MapView {
  readonly kind: '2d' | '3d';
  /** CSS pixels. */
  readonly size: Pixel;
  /** Where all objects of the project lie; undefined where there are none. */
  readonly whole: Extent | undefined;
  pan(right: number, down: number): void;
  zoomBy(levels: number): void;
  readonly keyboardCursor: Pixel | undefined;
  setKeyboardCursor(pixel: Pixel | undefined): void;
  /** A gesture of the keyboard's: told as one of a mouse at that pixel. */
  press(kind: 'move' | 'click' | 'context', pixel: Pixel, modifiers?: Partial<Modifiers>): void;
  /** Who made what lies under the objects; empty when nothing does. */
  readonly attribution$: Observable<string>;
}

/** The map that fills the workspace now; undefined outside of it. */
export interface WorkspaceMaps {
  readonly current$: Observable<WorkspaceMap | undefined>;
  readonly current: WorkspaceMap | undefined;
  /** The path and query at which a project is seen so. */
  addressOf(projectId: string, viewpoint: Viewpoint): string;
}
export const MAPS = serviceToken<WorkspaceMaps>('map-2d.Maps');

/** Makes the map of an open project in an element. */
export type OpenMap = (element: HTMLElement, project: OpenProject) => WorkspaceMap;

/** How the workspace is divided among its maps. */
export interface WorkspaceLayout {
  /** The flat map's part of the width, 0 to 1; undefined: the map that the address asks for fills it alone. */
  readonly share$: Observable<number | undefined>;
  readonly share: number | undefined;
  divide(share: number | undefined): void;
}
export const LAYOUT = serviceToken<WorkspaceLayout>('map-2d.Layout');

/** The component that holds a map in the workspace: it opens it where the address says, and gives it its keys. */
export const MAP_FRAME = serviceToken<ComponentType<{ open: OpenMap }>>('map-2d.Frame');

/** The overview of a project that is too large to load: drawn from vector tiles, not from objects. */
export interface Overview extends TileSource {
  /** Is it seen so at this zoom? */
  shownAt(zoom: number): boolean;
  /** What lies in the box (EPSG:3857, metres) is to be drawn again; undefined: all of it. */
  readonly changes$: Observable<Box | undefined>;
}

export interface Following extends Disposable {
  /** Where all objects of the project lie; undefined where there are none. */
  readonly whole: Extent | undefined;
  readonly overview: Overview;
}

/** Loads the objects of a project as they come into a viewer's view, and marks those in conflict there. */
export type FollowProject = (view: MapView, project: OpenProject) => Following;
export const FOLLOW_PROJECT = serviceToken<FollowProject>('map-2d.FollowProject');
