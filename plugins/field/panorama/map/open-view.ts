import { autorun, observable, reaction } from 'mobx';
import type { Api } from '#core/api';
import { sentenceOf } from '#core/kernel';
import type { MapView } from '#core/mapview';
import type { OpenProject } from '#core/project';
import type { PanoramicPlace } from '#core/protocol';
import type { Following, OpenMap } from '#plugins/work/map-2d/api';
import type { Surroundings } from '../model/around/surroundings.ts';
import type { PanoramaMarking } from '../model/marking.ts';
import { Pictures } from '../model/pictures.ts';
import type { ProjectPanoramas } from '../model/stage.ts';
import type { WalkState } from '../model/walk.ts';
import { MapViewPanorama } from './view.ts';

export interface PanoramaServices {
  readonly api: Pick<Api, 'bytes'>;
  readonly stage: ProjectPanoramas;
  readonly walk: WalkState;
  readonly marking: PanoramaMarking;
  readonly surroundings: Surroundings;
  readonly follow: (view: MapView, project: OpenProject) => Following;
}

/** Opens the view and lets it show what the stage shows. */
export function openPanoramas({
  api,
  stage,
  walk,
  marking,
  surroundings,
  follow,
}: PanoramaServices): OpenMap {
  return (element, project) => {
    const view = new MapViewPanorama(element, project.document, new Pictures(api));
    const following = follow(view, project);
    view.open(following);
    view.whole = () => view.first ?? following.whole;
    const entered = observable.box<PanoramicPlace | undefined>(undefined, { deep: false });
    const show = async (place: PanoramicPlace) => {
      walk.begin(place);
      if (!place.pyramid) return walk.end({ place, error: 'unready' });
      try {
        // A cancelled one says nothing.
        if (!(await view.enter(place))) return;
        walk.end({ place, lacksHeight: view.lacksHeight });
        entered.set(place);
        for (const step of [1, -1] as const) {
          const next = stage.next(step);
          if (next) view.preload(next);
        }
      } catch (thrown) {
        walk.end({ place, error: { reason: sentenceOf(thrown) } });
      }
    };
    const shown = stage.current$.subscribe((place) => place && void show(place));
    shown.add(walk.retry$.subscribe(() => stage.current && void show(stage.current)));
    view.open(() => shown.unsubscribe());
    view.open(
      reaction(
        () => marking.shown,
        (marks) => view.showMarks(marks),
        { fireImmediately: true },
      ),
    );
    // What is around it, when the picture is there.
    view.open(autorun(() => void surroundings.look(entered.get(), project.project.id)));
    view.open(
      autorun(() => {
        const { drawsPoints: points, drawsEdges: edges, hides, around } = surroundings;
        view.showAround(around, { points, edges, hides });
      }),
    );
    view.open(() => void surroundings.look(undefined, undefined));
    return view;
  };
}
