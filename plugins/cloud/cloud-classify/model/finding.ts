import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { UploadService, type Api, type Live } from '#core/api';
import { serviceToken } from '#core/kernel';
import { findClasses, type CloudEdit, type CloudFinding } from '#core/protocol';
import type { CloudViews } from '#plugins/cloud/point-cloud/api';
import type { Classifying } from './classifying.ts';

export type Sought = CloudFinding['find'];
type Of<K extends Sought> = Extract<CloudFinding, { find: K }>;

/** How each is looked for; lengths in metres, undefined while a field is empty. */
export interface Ways {
  readonly ground: Loose<Of<'ground'>>;
  readonly noise: Loose<Of<'noise'>>;
  readonly outliers: Loose<Of<'outliers'>>;
  readonly height: Loose<Of<'height'>>;
}
type Loose<T> = { readonly [K in keyof Required<Omit<T, 'find'>>]: T[K & keyof T] | undefined };

const FIRST_WAYS: Ways = {
  ground: { cell: 1, window: 20, slope: 0.15, threshold: 0.3 },
  noise: { radius: 1, fewest: 4 },
  outliers: { neighbours: 8, deviations: 3 },
  height: { min: 2, max: undefined, cell: 1 },
};
const FIRST_CLASSES: Readonly<Record<Sought, number>> = { ground: 2, noise: 7, outliers: 7, height: 5 };
export const SOUGHT = Object.keys(FIRST_WAYS) as Sought[];
/** What may be missing: the greatest height. */
const OPEN = ['max'];
/** Values of a finding that are lengths. */
export const LENGTHS: readonly string[] = ['cell', 'window', 'threshold', 'radius', 'min', 'max'];

/** Looks for points by their surroundings, with a job of the server. */
export class Finding {
  sought: Sought = 'ground';
  ways: Ways = FIRST_WAYS;
  classes = FIRST_CLASSES;
  /** Of the last job. */
  found: CloudEdit | undefined = undefined;
  readonly job: UploadService;
  readonly #api: Pick<Api, 'call'>;
  readonly #classifying: Classifying;
  readonly #views: CloudViews;

  constructor(api: Api, live: Live, classifying: Classifying, views: CloudViews) {
    this.#api = api;
    this.#classifying = classifying;
    this.#views = views;
    this.job = new UploadService(api, live);
    makeAutoObservable(this, {
      job: false,
      ways: observableRef,
      classes: observableRef,
      found: observableRef,
    });
  }

  seek(sought: Sought): void {
    this.sought = sought;
  }

  set<K extends Sought>(sought: K, change: Partial<Ways[K]>): void {
    this.ways = { ...this.ways, [sought]: { ...this.ways[sought], ...change } };
  }

  /** The class that is given. */
  get to(): number {
    return this.classes[this.sought];
  }
  giveClass(to: number): void {
    this.classes = { ...this.classes, [this.sought]: to };
  }

  /** Whether every field has a value. */
  get isComplete(): boolean {
    return Object.entries(this.ways[this.sought]).every(
      ([field, value]) => value !== undefined || OPEN.includes(field),
    );
  }

  /** Starts the job and follows it; the state of `job` says how it ended. Throws AppError before it starts. */
  async start(name: string): Promise<void> {
    const { cloud, among } = this.#classifying;
    if (!cloud || !this.isComplete) return;
    this.found = undefined;
    await this.job.upload(
      name,
      (options) =>
        this.#api.call(
          findClasses,
          {
            params: { id: cloud.id },
            query: cloud.pointsIn ?? {},
            body: { ...among, finding: this.#asked, to: this.to },
          },
          options,
        ),
      async ({ result }) => {
        runInAction(() => (this.found = result as CloudEdit));
        await this.#classifying.changed(cloud.id);
      },
    );
  }

  /** In the unit of the view. */
  get #asked(): CloudFinding {
    const unit = this.#views.current?.unit ?? 1;
    const fields = Object.entries(this.ways[this.sought]).flatMap(([field, value]) =>
      value === undefined ? [] : [[field, LENGTHS.includes(field) ? value / unit : value] as const],
    );
    return { find: this.sought, ...Object.fromEntries(fields) } as CloudFinding;
  }
}
export const FINDING = serviceToken<Finding>('cloud-classify.Finding');
