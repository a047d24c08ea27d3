import { action, makeObservable, observableRef, reaction } from 'mobx';
import type { Api } from '#core/api';
import { AppError, isAbort, newUuid, serviceToken } from '#core/kernel';
import {
  measurePointcloud,
  type CloudMeasure,
  type CloudMeasured,
  type PointsIn,
  type Position,
} from '#core/protocol';
import { amongShown } from '#core/shapes';
import { Figures, type Figure } from '#core/sketch';
import type { CloudStage, CloudViews, ShownCloud } from '#plugins/cloud/point-cloud/api';
import { KINDS, type CloudMeasureKind } from './kinds.ts';
import type { KeptComparisons } from './kept-comparisons.ts';
import { distanceOver } from './distance.ts';
import { FIRST_CHOICES, ignoresClips, requestsOf, type CloudChoices } from './request.ts';
import { readingOf, type CloudReading } from './values.ts';

/** A measurement on stored points; the server computes it. */
export interface CloudFigure extends Figure {
  readonly kind: CloudMeasureKind;
  readonly choices: CloudChoices;
  /** The cloud it is measured on. */
  readonly cloud: Pick<ShownCloud, 'id' | 'name'>;
  readonly reading: CloudReading | undefined;
  readonly failed?: unknown;
  /** Several clips are shown, and it was measured on all points. */
  readonly onAllPoints?: boolean;
}

/** A comparison of two clouds: what was asked for, in units of the view, and what was found. */
export interface Compared {
  readonly key: string;
  readonly request: Omit<Extract<CloudMeasure, { measure: 'deviation' }>, 'sample'>;
  readonly query: PointsIn;
  readonly measured: Extract<CloudMeasured, { measure: 'deviation' }>;
}

/** The measurements on clouds in the open project. Each is computed again when its vertices change. */
export class CloudMeasures extends Figures<CloudFigure> {
  choices: CloudChoices = FIRST_CHOICES;
  readonly #api: Pick<Api, 'call'>;
  readonly #stage: CloudStage;
  readonly #views: CloudViews;
  /** What is being computed or is computed, by the id of its figure. */
  readonly #taken = new Map<string, { vertices: readonly Position[]; controller: AbortController }>();

  constructor(
    api: Pick<Api, 'call'>,
    stage: CloudStage,
    views: CloudViews,
    readonly kept: Pick<KeptComparisons, 'keep'>,
  ) {
    super(({ kind }) => KINDS[kind]);
    this.#api = api;
    this.#stage = stage;
    this.#views = views;
    makeObservable(this, { choices: observableRef, choose: action });
    reaction(
      () => this.list,
      () => this.#follow(),
    );
  }

  choose(change: Partial<CloudChoices>): void {
    this.choices = { ...this.choices, ...change };
  }

  /** Measures on the cloud under the first vertex. Throws AppError where there is none. */
  add(kind: CloudMeasureKind, vertices: readonly Position[], single: boolean): CloudFigure {
    const cloud = this.#cloudAt(vertices[0]!);
    if (!cloud)
      throw new AppError('no-cloud', 'There is no point cloud in the view: show one and measure again.');
    const { choices } = this;
    const figure: CloudFigure = {
      id: newUuid(),
      kind,
      vertices,
      choices,
      cloud: { id: cloud.id, name: cloud.name },
      offset: undefined,
      reading: undefined,
    };
    this.put(figure, single);
    return figure;
  }

  /** Deviations of a cloud from the surface of another. Throws AppError. */
  async compare(
    {
      cloudId,
      from,
      most,
      tolerance,
    }: { cloudId: string; from: string; most: number; tolerance?: number | undefined },
    signal: AbortSignal,
  ): Promise<Compared> {
    const unit = this.#views.current?.unit ?? 1;
    const request = {
      measure: 'deviation' as const,
      cloudId: from,
      most: most / unit,
      ...(tolerance !== undefined && { tolerance: tolerance / unit }),
      ...amongShown(this.#stage.look),
    };
    const query = this.#pointsIn(cloudId, from);
    const asked = { params: { id: cloudId }, query, body: request };
    const { data } = await this.#api.call(measurePointcloud, asked, { signal });
    return { key: newUuid(), request, query, measured: data as Compared['measured'] };
  }

  /** The server compares again, and keeps what it finds. Throws AppError. */
  keep({ request, query, measured }: Compared, name: string, signal: AbortSignal): Promise<void> {
    return this.kept.keep(measured.source.cloudId, { ...request, name }, query, signal);
  }

  /** Of clouds in several reference systems: in that of the view. */
  #pointsIn(...ids: (string | undefined)[]): PointsIn {
    const clouds = this.#stage.clouds.filter(({ id }) => ids.includes(id));
    return clouds.find(({ pointsIn }) => pointsIn)?.pointsIn ?? {};
  }

  #cloudAt(vertex: Position): ShownCloud | undefined {
    const view = this.#views.current;
    const pixel = view?.toPixel(vertex);
    const drawn = this.#stage.clouds.filter(({ state }) => state === 'drawn');
    return (pixel && view?.pointAt(pixel)?.cloud) ?? drawn[0];
  }

  #follow(): void {
    const here = new Set(this.list.map(({ id }) => id));
    for (const [id, { controller }] of this.#taken)
      if (!here.has(id)) {
        controller.abort();
        this.#taken.delete(id);
      }
    for (const figure of this.list)
      if (this.#taken.get(figure.id)?.vertices !== figure.vertices) void this.#take(figure);
  }

  async #take({ id, kind, vertices, choices, cloud }: CloudFigure): Promise<void> {
    this.#taken.get(id)?.controller.abort();
    const controller = new AbortController();
    this.#taken.set(id, { vertices, controller });
    const { signal } = controller;
    try {
      const view = this.#views.current;
      if (!view) throw new AppError('no-view', 'Open the point cloud view to measure on it.');
      const { look } = this.#stage;
      const bodies = requestsOf(kind, vertices, choices, view, look);
      if (!bodies)
        throw new AppError('no-base', 'Choose the base of the volume in the panel, and measure again.');
      const query = this.#pointsIn(cloud.id, choices.baseCloud);
      const measured: CloudMeasured[] = [];
      for (const body of bodies) {
        const request = { params: { id: cloud.id }, query, body };
        measured.push((await this.#api.call(measurePointcloud, request, { signal })).data);
      }
      const reading =
        kind === 'distance'
          ? distanceOver(measured, view.unit)
          : await readingOf(measured[0]!, view.unit, view);
      if (!signal.aborted) this.change(id, { reading, failed: undefined, onAllPoints: ignoresClips(look) });
    } catch (thrown) {
      if (!signal.aborted && !isAbort(thrown)) this.change(id, { reading: undefined, failed: thrown });
    }
  }
}
export const CLOUD_MEASURES = serviceToken<CloudMeasures>('cloud-measure.CloudMeasures');
