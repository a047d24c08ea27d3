import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { sentenceOf } from '#core/kernel';
import type { Pixel } from '#core/mapview';
import type { AnnotationContent, CloudAnnotation } from '#core/protocol';
import type { LoneCloud } from '#plugins/cloud/point-cloud/api';

/** The annotations of a cloud on a phone: read, and written by those who may. */
export class Notes {
  list: readonly CloudAnnotation[] = [];
  /** The one that is read. */
  chosen: CloudAnnotation | undefined = undefined;
  /** The place of the one that is written. */
  place: AnnotationContent['position'] | undefined = undefined;
  /** The last tap met no point. */
  missed = false;
  isSaving = false;
  /** Why they could not be read or kept: a sentence. */
  problem: string | undefined = undefined;
  readonly #cloud: Pick<LoneCloud, 'annotations' | 'annotate' | 'view'>;

  constructor(cloud: Pick<LoneCloud, 'annotations' | 'annotate' | 'view'>) {
    this.#cloud = cloud;
    makeAutoObservable(this, { list: observableRef, chosen: observableRef, place: observableRef });
  }

  get mayWrite(): boolean {
    return this.#cloud.annotate !== undefined;
  }

  async read(): Promise<void> {
    try {
      const list = await this.#cloud.annotations();
      runInAction(() => (this.list = list));
    } catch (failure) {
      runInAction(() => (this.problem = sentenceOf(failure)));
    }
  }

  choose(annotation: CloudAnnotation | undefined): void {
    this.chosen = annotation;
    this.place = undefined;
  }

  tap(pixel: Pixel): void {
    const [longitude, latitude, height = 0] = this.#cloud.view.pointAt(pixel)?.position ?? [];
    this.missed = longitude === undefined || latitude === undefined;
    this.chosen = undefined;
    this.problem = undefined;
    if (longitude !== undefined && latitude !== undefined) this.place = [longitude, latitude, height];
  }

  clear(): void {
    this.chosen = this.place = this.problem = undefined;
    this.missed = false;
  }

  async save(content: Pick<AnnotationContent, 'title' | 'text' | 'category'>): Promise<void> {
    const { place } = this;
    const { annotate } = this.#cloud;
    if (!place || !annotate || this.isSaving) return;
    this.isSaving = true;
    this.problem = undefined;
    try {
      const kept = await annotate({ ...content, position: place, camera: null });
      runInAction(() => {
        this.list = [...this.list, kept];
        this.place = undefined;
        this.chosen = kept;
      });
    } catch (failure) {
      runInAction(() => (this.problem = sentenceOf(failure)));
    } finally {
      runInAction(() => (this.isSaving = false));
    }
  }
}
