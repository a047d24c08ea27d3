import type { PhotosOnMap } from '../api.ts';
import type { PhotoList } from './photo-list.ts';

/** The photos on the maps, for other plugins. */
export class ShownPhotos implements PhotosOnMap {
  readonly #list: PhotoList;

  constructor(list: PhotoList) {
    this.#list = list;
  }

  isShown(projectId: string): boolean {
    return this.#list.isOnMap && this.#list.projectId === projectId;
  }

  async show(projectId: string): Promise<void> {
    this.#list.showOnMap(true);
    await this.#list.open(projectId);
  }

  hide(): void {
    this.#list.showOnMap(false);
  }

  positionsOf(surveyId: string): readonly (readonly [number, number])[] {
    return this.#list.all.flatMap((photo) =>
      photo.surveyId === surveyId && photo.position ? [photo.position] : [],
    );
  }
}
