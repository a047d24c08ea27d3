import { reaction } from 'mobx';
import { onEachView, type Sketch, type Views } from '#core/mapview';
import { signOf } from '#core/shapes';
import type { Projects } from '#core/project';
import type { CloudView } from '#plugins/cloud/point-cloud/api';
import type { CloudMeasures } from '../model/cloud-measures.ts';
import { geometryOf } from '../model/geometry.ts';

const SLOT = 'cloud-measures';

/** Draws the measurements on the cloud, whichever tool is active; clears them when another project opens. */
export function keepOnTheCloud(measures: CloudMeasures, views: Views, projects: Projects): void {
  onEachView(views, (view) => {
    if (view.kind !== 'cloud') return undefined;
    const stop = reaction(
      () => pictureOf(measures, view as CloudView),
      (picture) => view.show(picture, SLOT),
      { fireImmediately: true },
    );
    return { dispose: stop };
  });
  let project = projects.current?.project.id;
  projects.current$.subscribe((current) => {
    if (current?.project.id !== project) measures.empty();
    project = current?.project.id;
  });
}

function pictureOf(measures: CloudMeasures, view: CloudView): Sketch | undefined {
  const { list, signs } = measures;
  if (list.length === 0) return undefined;
  const found = list.flatMap(({ reading }) => (reading?.position ? [reading.position] : []));
  return {
    shapes: [
      ...list.map((figure) => ({ geometry: geometryOf(figure) })),
      ...list.flatMap(({ reading, choices }) =>
        reading
          ? signOf(reading.measured, choices.radius / view.unit, (place) => view.fromCloud(place)).map(
              (geometry) => ({ geometry }),
            )
          : [],
      ),
    ],
    handles: [...signs, ...found.map((position) => ({ position, role: 'pivot' as const }))],
  };
}
