import { serviceToken, type Disposable } from '#core/kernel';
import type { MapView } from '#core/mapview';
import type { Geometry } from '#core/protocol';
import type { Cluster } from './clusters.ts';
import type { MapProject } from './map-project.ts';
import type { NearDrawing } from './near-shape.ts';

export interface MarkersOptions {
  /** Name of a marker of several projects, for screen readers. */
  countLabel: (count: number) => string;
  number: (count: number) => string;
  onOpen: (project: MapProject) => void;
  onCluster: (cluster: Cluster) => void;
  onHover: (id: string | undefined) => void;
}

export interface ProjectMarkers extends Disposable {
  show(projects: readonly MapProject[]): void;
  /** Marks a project, or the marker that it shares. */
  mark(id: string | undefined): void;
}

/** What the page puts on its map. */
export interface MapParts {
  markers(view: MapView, options: MarkersOptions): ProjectMarkers;
  /**
   * Passes clicks on the map to the drawing, and shows it, and the geometries near which projects were found.
   */
  drawNear(view: MapView, drawing: NearDrawing, found: () => readonly Geometry[]): Disposable;
}

// Used only inside this plugin.
export const MAP_PARTS = serviceToken<MapParts>('project-map.Parts');
