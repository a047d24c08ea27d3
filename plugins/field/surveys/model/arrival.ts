import { when } from 'mobx';
import { serviceToken } from '#core/kernel';
import type { Views } from '#core/mapview';
import type { Survey } from '#core/protocol';
import type { PhotosOnMap } from '#plugins/files/documents/api';
import type { PanoramaStage } from '#plugins/field/panorama/api';
import type { SurveyDesk } from './survey-desk.ts';
import type { TracksOnMaps } from './tracks-on-maps.ts';

export interface ArrivalServices {
  readonly desk: SurveyDesk;
  readonly tracks: TracksOnMaps;
  readonly photos: PhotosOnMap;
  readonly views: Pick<Views, 'active'>;
  /** Undefined for people who may not see panoramas. */
  readonly panoramas: () => Promise<Pick<PanoramaStage, 'showOnMaps' | 'reload'> | undefined>;
}

/** Shows on the maps what is added to a survey, and flies there when all has arrived. */
export class Arrival {
  readonly #of: ArrivalServices;

  constructor(of: ArrivalServices) {
    this.#of = of;
    of.desk.changed$.subscribe(() => void this.#refresh());
  }

  /** Another clock, accuracy or track: what is shown on the maps is read anew. */
  async #refresh(): Promise<void> {
    const { desk, photos, panoramas } = this.#of;
    const { projectId } = desk;
    if (projectId !== undefined && photos.isShown(projectId)) void photos.show(projectId);
    const stage = await panoramas();
    // The viewer says what failed, with a retry.
    await stage?.reload().catch(() => undefined);
  }

  async follow({ id, projectId }: Pick<Survey, 'id' | 'projectId'>): Promise<void> {
    const { desk, tracks, photos, views, panoramas } = this.#of;
    const stage = await panoramas();
    stage?.showOnMaps(true);
    await photos.show(projectId);
    await when(() => !desk.isSendingTo(id));
    if (desk.projectId !== projectId) return;
    await Promise.all([desk.reload(), photos.show(projectId), stage?.reload()]);
    const survey = desk.surveys.find((one) => one.id === id);
    // Showing tracks flies to them.
    if (survey && survey.tracks.length > 0) return tracks.show(id);
    await desk.showPanoramas(id);
    const places = [
      ...photos.positionsOf(id),
      ...(desk.panoramas.get(id) ?? []).flatMap(({ position }) => (position ? [position] : [])),
    ];
    const [first] = places;
    if (!first) return;
    const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
    if (places.length === 1) views.active?.fly([first[0], first[1]], { zoom: 18 });
    else views.active?.fly([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]);
  }
}
export const ARRIVAL = serviceToken<Arrival>('surveys.Arrival');
