import { extentAround, extentOf } from '#core/document';
import { useService } from '#core/react';
import { MAPS } from '#plugins/work/map-2d/api';
import { middleOf, type MapProject } from '../model/map-project.ts';
import type { ProjectMap } from '../model/project-map.ts';

/** Zoom at which a project opens at the place near which it was found. */
const ZOOM = 16;

/**
 * Returns where a project opens: at the place near which it was found, else at its own, which the workspace knows.
 */
export function useAddressOf(projects: ProjectMap): (project: Pick<MapProject, 'id'>) => string {
  const maps = useService(MAPS);
  const near = projects.near && extentAround(projects.near.geometries.map(extentOf));
  return ({ id }) => {
    if (!near) return `/draw/${id}`;
    const [longitude, latitude] = middleOf(near);
    return maps.addressOf(id, { viewer: '2d', longitude, latitude, zoom: ZOOM });
  };
}
