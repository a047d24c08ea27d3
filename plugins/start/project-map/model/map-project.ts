import { eastingOf, northingOf } from '#core/canvas';
import { extentAround, extentsMeet, type Extent } from '#core/document';
import type { AnswerOf, listProjectExtents, Position } from '#core/protocol';

export type ProjectExtent = AnswerOf<typeof listProjectExtents>[number];

/** A project with its middle, where it has a place. */
export interface MapProject extends ProjectExtent {
  readonly middle: Position | undefined;
  /** EPSG:3857, metres. */
  readonly x: number;
  readonly y: number;
}

export function mapProjectOf(project: ProjectExtent): MapProject {
  const middle = project.extent ? middleOf(project.extent) : undefined;
  return {
    ...project,
    middle,
    x: middle ? eastingOf(middle[0]) : NaN,
    y: middle ? northingOf(middle[1]) : NaN,
  };
}

/** Also of an extent across the antimeridian. */
export function middleOf([west, south, east, north]: Extent): Position {
  const half = west <= east ? (west + east) / 2 : (west + east + 360) / 2;
  return [half > 180 ? half - 360 : half, (south + north) / 2];
}

/**
 * The extent of several projects; undefined if none has a place. The map ends at the antimeridian: extents across it
 * count with their middle.
 */
export function extentOfAll(projects: readonly MapProject[]): Extent | undefined {
  return extentAround(
    projects.flatMap(({ extent, middle }) => {
      if (!extent || !middle) return [];
      const [west, south, east, north] = extent;
      return [west <= east ? extent : ([middle[0], south, middle[0], north] as const)];
    }),
  );
}

/** The extent of the middles of several projects. */
export function extentOfMiddles(projects: readonly MapProject[]): Extent | undefined {
  return extentAround(
    projects.flatMap(({ middle }) => (middle ? [[...at(middle), ...at(middle)] as const] : [])),
  );
}
const at = ([longitude, latitude]: Position) => [longitude, latitude] as const;

export function meets({ extent }: MapProject, view: Extent): boolean {
  return extent !== null && extentsMeet(extent, view);
}
