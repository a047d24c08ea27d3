import { positionOf } from '#core/canvas';
import { Lifetime } from '#core/kernel';
import type { Anchored, MapView } from '#core/mapview';
import { clustersAt, type Cluster } from '../model/clusters.ts';
import type { MarkersOptions, ProjectMarkers } from '../model/map-parts.ts';
import { outlinesOf } from './outlines.ts';
import type { MapProject } from '../model/map-project.ts';

/** More markers of single projects than this on the screen have no names: they would cover each other. */
const MAX_NAMES = 40;
/** Milliseconds without a movement until the map rests. */
const REST = 60;

interface Marker {
  readonly element: HTMLElement;
  readonly anchored: Anchored;
  readonly cluster: Cluster;
}

/** Markers of projects, or of several that are close together, as buttons on the map. */
export class Markers implements ProjectMarkers {
  readonly #view: MapView;
  readonly #options: MarkersOptions;
  readonly #lifetime = new Lifetime();
  readonly #markers = new Map<string, Marker>();
  #projects: readonly MapProject[] = [];
  #marked: string | undefined;
  #clusters: { zoom: number; list: readonly Cluster[] } | undefined;

  constructor(view: MapView, options: MarkersOptions) {
    this.#view = view;
    this.#options = options;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Markers move with the map by themselves; which there are is decided when it rests.
    this.#lifetime.add(
      view.camera$.subscribe(() => {
        clearTimeout(timer);
        timer = setTimeout(() => this.#draw(), REST);
      }),
    );
    this.#lifetime.add(() => clearTimeout(timer));
    this.#lifetime.add(() => this.#keepOnly(new Set()));
  }

  show(projects: readonly MapProject[]): void {
    this.#projects = projects;
    this.#clusters = undefined;
    this.#keepOnly(new Set());
    this.#draw();
  }

  /** Marks a project, or the marker that it shares. */
  mark(id: string | undefined): void {
    this.#marked = id;
    for (const marker of this.#markers.values()) this.#showMark(marker);
    this.#outline();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #draw(): void {
    const zoom = Math.round(this.#view.camera.zoom * 4) / 4;
    if (this.#clusters?.zoom !== zoom) this.#clusters = { zoom, list: clustersAt(this.#projects, zoom) };
    const [west, south, east, north] = this.#view.camera.extent;
    const seen = this.#clusters.list.filter(({ x, y }) => {
      const [longitude, latitude] = positionOf(x, y);
      return longitude >= west && longitude <= east && latitude >= south && latitude <= north;
    });
    const isNamed = seen.filter(({ projects }) => projects.length === 1).length <= MAX_NAMES;
    const keys = new Map(seen.map((cluster) => [keyOf(cluster, isNamed), cluster]));
    this.#keepOnly(keys);
    for (const [key, cluster] of keys) {
      if (this.#markers.has(key)) continue;
      const element = this.#elementOf(cluster, isNamed);
      const anchored = this.#view.anchor(element, positionOf(cluster.x, cluster.y));
      const marker = { element, anchored, cluster };
      this.#markers.set(key, marker);
      this.#showMark(marker);
    }
    this.#outline();
  }

  /** Those that stay keep the focus. */
  #keepOnly(keys: { has(key: string): boolean }): void {
    for (const [key, { anchored }] of this.#markers) {
      if (keys.has(key)) continue;
      anchored.dispose();
      this.#markers.delete(key);
    }
  }

  #elementOf(cluster: Cluster, isNamed: boolean): HTMLElement {
    const { projects } = cluster;
    const { countLabel, number, onOpen, onCluster, onHover } = this.#options;
    const button = document.createElement('button');
    button.type = 'button';
    const [only] = projects;
    if (projects.length > 1) {
      button.className = 'project-map-marker project-map-cluster';
      button.textContent = number(projects.length);
      button.ariaLabel = button.title = countLabel(projects.length);
      button.onclick = () => onCluster(cluster);
    } else {
      button.className = 'project-map-marker';
      button.dataset['from'] = only!.from ?? '';
      button.ariaLabel = button.title = only!.projectName;
      if (isNamed) {
        const name = document.createElement('span');
        name.textContent = only!.projectName;
        button.append(name);
      }
      button.onclick = () => onOpen(only!);
    }
    button.onpointerenter = button.onfocus = () => onHover(only!.id);
    button.onpointerleave = button.onblur = () => onHover(undefined);
    const place = document.createElement('div');
    place.className = 'project-map-anchor';
    place.append(button);
    return place;
  }

  #showMark({ element, cluster }: Marker): void {
    const isMarked = cluster.projects.some(({ id }) => id === this.#marked);
    element.toggleAttribute('data-marked', isMarked);
  }

  #outline(): void {
    this.#view.show({ shapes: outlinesOf(this.#projects, this.#view, this.#marked) }, 'project-map');
  }
}

function keyOf({ projects, x, y }: Cluster, isNamed: boolean): string {
  return `${projects.length} ${projects[0]!.id} ${x} ${y} ${isNamed}`;
}
