import { resolutionOf } from '#core/canvas';
import type { MapProject } from './map-project.ts';

/** CSS pixels: projects closer than this share a marker, so that a finger can tell markers apart. */
const REACH = 52;

/** Projects that share a marker. */
export interface Cluster {
  readonly projects: readonly MapProject[];
  /** EPSG:3857, metres: the middle of its projects. */
  readonly x: number;
  readonly y: number;
}

/**
 * Groups projects that would lie within a marker's width of each other at a zoom: by cells of that width, then
 * neighbouring cells whose middles are still too close. Takes time in proportion to the projects. Projects without
 * place are left out.
 */
export function clustersAt(projects: readonly MapProject[], zoom: number): Cluster[] {
  const size = REACH * resolutionOf(zoom);
  const cells = new Map<string, MapProject[]>();
  for (const project of projects) {
    if (!project.middle) continue;
    const key = `${Math.floor(project.x / size)} ${Math.floor(project.y / size)}`;
    const cell = cells.get(key);
    if (cell) cell.push(project);
    else cells.set(key, [project]);
  }
  // The largest take in their neighbours.
  const waiting = new Map([...cells].sort((a, b) => b[1].length - a[1].length));
  const clusters: Cluster[] = [];
  for (const [key, first] of waiting) {
    waiting.delete(key);
    let cluster = clusterOf(first);
    const [column, row] = key.split(' ').map(Number) as [number, number];
    for (let i = column - 1; i <= column + 1; i++)
      for (let j = row - 1; j <= row + 1; j++) {
        const beside = waiting.get(`${i} ${j}`);
        const other = beside && clusterOf(beside);
        if (!other || Math.hypot(other.x - cluster.x, other.y - cluster.y) >= size) continue;
        waiting.delete(`${i} ${j}`);
        cluster = clusterOf([...cluster.projects, ...other.projects]);
      }
    clusters.push(cluster);
  }
  return clusters;
}

function clusterOf(projects: readonly MapProject[]): Cluster {
  let x = 0;
  let y = 0;
  for (const project of projects) {
    x += project.x / projects.length;
    y += project.y / projects.length;
  }
  return { projects, x, y };
}
