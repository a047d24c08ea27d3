import { combineLatest, filter, firstValueFrom } from 'rxjs';
import type { Api } from '#core/api';
import { canProject, crsOf, loadCrs } from '#core/geodesy';
import { AppError, Lifetime } from '#core/kernel';
import type { MapView } from '#core/mapview';
import { loadDefinitions, type OpenProject } from '#core/project';
import { bimFragments, type BimModel, type BimPart, type Position } from '#core/protocol';
import type { Following } from '#plugins/work/map-2d/api';
import type { BimSelection, ModelCoordinates } from '../api.ts';
import { ModelFrame } from '../model/frame.ts';
import { keyOf } from '../model/items.ts';
import type { BimOpening } from '../model/open-model.ts';
import { placed, turnOf } from '../model/place.ts';
import { isPlaced, type ProjectModels } from '../model/stage.ts';
import { DrawnModel } from './drawn-model.ts';
import { Fragments } from './fragments.ts';
import { followStoreys } from './storeys-apart.ts';
import { followMoving } from './moving.ts';
import { inFrame, middleOf, placementOf, zoneOf } from './placing.ts';
import { MapViewBim } from './view.ts';

export interface BimServices {
  readonly api: Pick<Api, 'call' | 'bytes'>;
  readonly stage: ProjectModels;
  readonly selection: BimSelection;
  readonly follow: (view: MapView, project: OpenProject) => Following;
  /** Says what went wrong. */
  readonly failed: (thrown: unknown) => void;
  /** The sentences of this plugin. */
  readonly t: (key: string, values?: Record<string, string>) => string;
}

/**
 * Prepares the view of the models of a project: which there are, and the CRS of the first one shown, which is that of the
 * view. Rejects with the reason.
 */
export async function prepareModels(
  services: BimServices,
  project: OpenProject,
  stopped: (error: unknown) => void,
): Promise<BimOpening> {
  const { stage, api, t } = services;
  if ((await firstValueFrom(stage.listed$.pipe(filter((state) => state !== 'loading')))) === 'failed')
    await stage.reload();
  const drawable = stage.models
    .filter(({ state }) => state === 'loading' || state === 'drawn')
    .flatMap(({ id }) => stage.storedOf(id) ?? []);
  const first = drawable.find(isPlaced) ?? drawable[0];
  if (!first) {
    const { models } = stage;
    const states = ['off', 'unready', 'empty', 'failed'] as const;
    return { nothing: states.find((one) => models.some(({ state }) => state === one)) ?? 'none' };
  }
  const middle = middleOf(project);
  const { transform, position } = first.georeference ?? {};
  const crs = transform?.crs ?? zoneOf(position ?? middle);
  await loadDefinitions(api, [crs], new AbortController().signal);
  await loadCrs(crs);
  if (!canProject(crs)) throw new AppError('unknown-crs', t('crs.unknown', { crs }));
  if (crsOf(crs)!.geographic) throw new AppError('bim-in-degrees', t('crs.degrees', { crs }));
  const frame = new ModelFrame(crs);
  const placement = placementOf(first, frame, middle);
  const { min, max } = first.box ?? { min: [0, 0, 0] as const, max: [0, 0, 0] as const };
  const center = placed(placement, [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, min[2]]);
  const origin: ModelCoordinates = [Math.floor(center[0]), Math.floor(center[1]), Math.floor(center[2])];
  return {
    open: (element, open) => {
      const fragments = new Fragments();
      const view = new MapViewBim(element, open.document, {
        frame,
        origin,
        turn: -turnOf(placement),
        fragments,
        look: () => stage.look,
      });
      view.open(fragments);
      view.open(view.stopped$.subscribe(stopped));
      const following = services.follow(view, open);
      view.open(following);
      view.whole = () => view.first ?? following.whole;
      view.open(followModels(services, view, { fragments, frame, origin, middle }));
      view.open(followSelection(services.selection, view));
      view.open(followMoving(stage, view, frame));
      const failed = (thrown: unknown) => {
        stage.change({ apart: 0 });
        services.failed(thrown);
      };
      view.open(followStoreys({ api, stage, fragments, origin, failed }, view));
      return view;
    },
  };
}

interface Frame {
  readonly fragments: Fragments;
  readonly frame: ModelFrame;
  readonly origin: ModelCoordinates;
  readonly middle: Position;
}

/** Opens and closes models in the view as they are shown and hidden, and anew as they change. */
function followModels(services: BimServices, view: MapViewBim, scene: Frame): Lifetime {
  const { stage, api, t } = services;
  const { fragments, frame, origin, middle } = scene;
  const lifetime = new Lifetime();
  /** What is drawn or on its way, by model, as `versionOf`. */
  const opening = new Map<string, string>();
  let isFirst = true;
  const add = async (model: BimModel, version: string): Promise<void> => {
    stage.found(model.id, { state: 'loading' });
    const isWanted = () => !lifetime.closed && opening.get(model.id) === version;
    try {
      const placement = await inFrame(placementOf(model, frame, middle), frame, api);
      for (const part of model.parts) {
        const bytes = await bytesOf(api, model, part);
        if (!isWanted()) return;
        const key = keyOf(model.id, part.part);
        const loaded = await fragments.load(key, bytes);
        if (!isWanted()) return void fragments.unload(loaded);
        view.models.add(await DrawnModel.prepare(model.id, loaded, placement, origin));
      }
      if (!isWanted()) return;
      stage.found(model.id, { state: 'drawn' });
      if (isFirst) {
        isFirst = false;
        view.lookAtAll();
      }
    } catch (error) {
      if (!isWanted()) return;
      const reason = error instanceof AppError ? error.message : t('read.failed', { reason: String(error) });
      stage.found(model.id, { state: 'failed', reason });
    }
  };
  const remove = (id: string) => {
    opening.delete(id);
    for (const drawn of view.models.remove(id)) void fragments.unload(drawn.fragments);
  };
  const following = combineLatest([stage.models$, stage.look$]).subscribe(([models]) => {
    const gone = [...opening.keys()].filter((id) => !models.some((model) => model.id === id));
    for (const id of gone) remove(id);
    for (const { id, shown } of models) {
      const stored = stage.storedOf(id);
      const version = shown && stored && stored.parts.length > 0 ? versionOf(stored) : undefined;
      if (opening.get(id) === version) continue;
      if (opening.has(id)) {
        remove(id);
        if (version === undefined) stage.found(id, undefined);
      }
      if (version === undefined || !stored) continue;
      opening.set(id, version);
      void add(stored, version);
    }
    view.appearance.apply();
  });
  lifetime.add(() => following.unsubscribe());
  lifetime.add(() => {
    for (const id of opening.keys()) stage.found(id, undefined);
  });
  return lifetime;
}

/** What a model is drawn from: other parts or another place are drawn anew. */
const versionOf = ({ parts, georeference }: BimModel): string =>
  JSON.stringify([
    parts.map(({ path }) => path),
    georeference?.transform ?? georeference?.toEcef,
    georeference?.position?.[2],
  ]);

async function bytesOf(
  api: BimServices['api'],
  { id }: BimModel,
  { part, path }: BimPart,
): Promise<ArrayBuffer> {
  const version = Number(/\/fragments\/(\d+)\//.exec(path)?.[1]);
  const { data } = await api.bytes(bimFragments, { params: { id, version, part } });
  return data!;
}

function followSelection(selection: BimSelection, view: MapViewBim): Lifetime {
  const lifetime = new Lifetime();
  let round = 0;
  const following = selection.elements$.subscribe((elements) => {
    const mine = ++round;
    void view.elements.itemsOf(elements).then(
      (items) => {
        if (mine === round && !lifetime.closed) view.appearance.selected = items;
      },
      () => undefined,
    );
  });
  lifetime.add(() => following.unsubscribe());
  return lifetime;
}
