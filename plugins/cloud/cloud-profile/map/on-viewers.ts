import { reaction } from 'mobx';
import { onEachView, type Sketch, type Views } from '#core/mapview';
import type { Projects } from '#core/project';
import type { Position } from '#core/protocol';
import type { CloudProfile } from '../model/profile.ts';
import type { SectionLine } from '../model/section-line.ts';

const SLOT = 'cloud-profile';
/** Cross-sections drawn on the viewers; more would be a solid band. */
const MAX_DRAWN = 200;

/** Draws the line, its corridor, the series and the place under the pointer on all viewers. */
export function drawOnViewers(profile: CloudProfile, views: Views, projects: Projects): void {
  onEachView(views, (view) => ({
    dispose: reaction(
      () => pictureOf(profile),
      (picture) => view.show(picture, SLOT),
      { fireImmediately: true },
    ),
  }));
  let project = projects.current?.project.id;
  projects.current$.subscribe((current) => {
    if (current?.project.id !== project) profile.empty();
    project = current?.project.id;
  });
}

/** Undefined before a line was drawn. */
export function pictureOf(profile: CloudProfile): Sketch | undefined {
  const { plane, main, line, drawn, pointed, width, unit, series } = profile;
  if (!drawn || !plane || !main || !line) return undefined;
  const offset = width / unit / 2;
  const onMap = (chainage: number, aside: number): Position => plane.toPosition(line.at(chainage, aside));
  const stations = line.chainages;
  const corridor = [
    ...stations.map((chainage) => onMap(chainage, offset)),
    ...stations.toReversed().map((chainage) => onMap(chainage, -offset)),
  ];
  const cross = (one: SectionLine): Position[] => one.vertices.map((vertex) => plane.toPosition(vertex));
  return {
    shapes: [
      { geometry: { type: 'Polygon', coordinates: [[...corridor, corridor[0]!]] }, dashed: true },
      { geometry: { type: 'LineString', coordinates: drawn.map((place): Position => [place[0], place[1]]) } },
      ...series.slice(0, MAX_DRAWN).map((one) => ({
        geometry: { type: 'LineString' as const, coordinates: cross(one.line) },
        dashed: true,
      })),
    ],
    handles: pointed
      ? [{ position: plane.toPosition(line.at(pointed.chainage), pointed.height), role: 'active' as const }]
      : [],
  };
}
