import { combineLatest, filter, firstValueFrom } from 'rxjs';
import type { Api } from '#core/api';
import { canProject, crsOf, loadCrs } from '#core/geodesy';
import { AppError, Lifetime } from '#core/kernel';
import { loadDefinitions, type OpenProject } from '#core/project';
import { measurePointcloud, type Pointcloud } from '#core/protocol';
import type { MapView } from '#core/mapview';
import type { Session } from '#core/session';
import type { Settings } from '#core/settings';
import { amongShown } from '#core/shapes';
import type { Following } from '#plugins/work/map-2d/api';
import type { SceneQuality } from '../model/budget.ts';
import { CopcSource } from '../model/copc.ts';
import { EditedClasses } from '../model/edited-classes.ts';
import { ExactPoints } from '../model/exact.ts';
import { CloudFrame } from '../model/frame.ts';
import { OctreeSource } from '../model/octree.ts';
import type { CloudOpening } from '../model/open-cloud.ts';
import { RangeReader } from '../model/range-reader.ts';
import type { CloudSource } from '../model/source.ts';
import { crsOfView, sourceOf, type ProjectClouds } from '../model/stage.ts';
import { Decoder } from './decoder.ts';
import { MapViewCloud } from './view.ts';

/** Where calls begin. */
const API_BASE = '/api';

export interface CloudServices {
  readonly api: Pick<Api, 'call' | 'bytes'>;
  readonly session: Pick<Session, 'token' | 'refresh'>;
  readonly settings: Pick<Settings, 'observe'>;
  readonly stage: ProjectClouds;
  /** The newest version of the classes of a cloud, where their list is not open. */
  readonly newestClasses?: (id: string) => Promise<number>;
  /** The sentences of this plugin. */
  readonly t: (key: string, values?: Record<string, string>) => string;
  readonly number: (value: number, options: Intl.NumberFormatOptions) => string;
}

/** The objects that are drawn among the points. */
type Objects = Pick<OpenProject, 'document'>;
export interface ObjectServices<P extends Objects> extends CloudServices {
  readonly follow: (view: MapView, project: P) => Pick<Following, 'whole' | 'dispose'>;
}
type OpenCloudView<P extends Objects> = (element: HTMLElement, project: P) => MapViewCloud;

/**
 * Prepares the view of the clouds of a project: which there are, and the header of the first one shown, whose CRS is
 * that of the view. Rejects with the reason.
 */
export async function prepareClouds<P extends Objects>(
  services: ObjectServices<P>,
  options: { readonly quality: SceneQuality; readonly stopped: (error: unknown) => void },
): Promise<{ open: OpenCloudView<P> } | Extract<CloudOpening, { nothing: string }>> {
  const { stage, api } = services;
  if ((await firstValueFrom(stage.listed$.pipe(filter((state) => state !== 'loading')))) === 'failed')
    await stage.reload();
  const drawable = stage.clouds.filter(({ state }) => state === 'loading' || state === 'drawn');
  const [first] = drawable.flatMap(({ id }) => stage.storedOf(id) ?? []);
  if (!first) {
    const { clouds } = stage;
    if (clouds.some(({ state }) => state === 'off')) return { nothing: 'off' };
    if (clouds.some(({ state }) => state === 'unplaced')) return { nothing: 'unplaced' };
    if (clouds.some(({ state }) => state === 'unready')) return { nothing: 'unready' };
    return { nothing: clouds.length > 0 ? 'failed' : 'none' };
  }
  const crs = crsOfView(first)!;
  await loadDefinitions(api, [crs], new AbortController().signal);
  await loadCrs(crs);
  if (!canProject(crs)) throw new AppError('unknown-crs', services.t('crs.unknown', { crs }));
  if (crsOf(crs)!.geographic) throw new AppError('cloud-in-degrees', services.t('crs.degrees', { crs }));
  const decoder = new Decoder();
  try {
    const source = await openSource(services, decoder, first);
    return { open: openWith(services, { ...options, first, source, decoder }) };
  } catch (error) {
    decoder.dispose();
    throw error;
  }
}

interface FirstCloud {
  readonly quality: SceneQuality;
  readonly stopped: (error: unknown) => void;
  readonly first: Pointcloud;
  readonly source: CloudSource;
  readonly decoder: Decoder;
}

function openWith<P extends Objects>(
  services: ObjectServices<P>,
  { quality, stopped, first, source, decoder }: FirstCloud,
): OpenCloudView<P> {
  const { stage, settings, follow } = services;
  return (element, project) => {
    const isOctree = sourceOf(first)!.kind === 'octree';
    const frame = new CloudFrame({
      crs: crsOfView(first)!,
      unit: isOctree ? 1 : first.metresPerUnit,
      heightUnit: isOctree ? 1 : first.metresPerHeightUnit,
      crsUnits: isOctree ? 1 / first.metresPerUnit : 1,
    });
    const [x, y, z] = source.root.corner;
    const view = new MapViewCloud(element, project.document, {
      frame,
      origin: [Math.floor(x), Math.floor(y), Math.floor(z)],
      quality,
      exact: new ExactPoints({
        measure: async (id, body) =>
          (await services.api.call(measurePointcloud, { params: { id }, body })).data,
        among: () => amongShown(stage.look),
        position: (coordinates) => frame.fromCloud(coordinates),
        say: (key, lengths, values) => {
          const texts = Object.entries(lengths).map(([name, units]) => [
            name,
            services.number(units * frame.unit, { maximumSignificantDigits: 2 }),
          ]);
          return services.t(key, { ...Object.fromEntries(texts), ...values });
        },
      }),
      normalsOf: decoder.normalsOf,
      cloudOf: (id) => stage.clouds.find((cloud) => cloud.id === id),
      seen: (classes) => stage.seen(classes),
    });
    view.open(decoder);
    view.open(view.stopped$.subscribe(stopped));
    const following = follow(view, project);
    view.open(following);
    view.whole = () => view.first ?? following.whole;
    view.open(settings.observe('pointSize3D').subscribe((metres) => (view.pointSize = metres)));
    view.open(settings.observe('navigationRange').subscribe((metres) => (view.step = metres)));
    view.open(followClouds(services, view, { first, source, decoder, crs: frame.crs, isOctree }));
    return view;
  };
}

/** Opens and closes clouds in the view as they are shown and hidden. */
function followClouds(
  services: CloudServices,
  view: MapViewCloud,
  {
    first,
    source: firstSource,
    decoder,
    crs,
    isOctree,
  }: Pick<FirstCloud, 'first' | 'source' | 'decoder'> & { crs: string; isOctree: boolean },
): Lifetime {
  const { stage, t } = services;
  const lifetime = new Lifetime();
  const opening = new Set<string>();
  const add = async (cloud: Pointcloud): Promise<void> => {
    opening.add(cloud.id);
    stage.found(cloud.id, { state: 'loading' });
    const failed = (error: unknown) => {
      if (!lifetime.closed) stage.found(cloud.id, { state: 'failed', reason: sentence(error, t) });
    };
    try {
      const isSame = crsOfView(cloud) === crs && (sourceOf(cloud)!.kind === 'octree') === isOctree;
      if (!isSame) throw new AppError('cloud-other-crs', t('crs.other', { crs: crsOfView(cloud)! }));
      const source = cloud.id === first.id ? firstSource : await openSource(services, decoder, cloud);
      if (lifetime.closed || !opening.has(cloud.id)) return;
      const drawn = () => stage.found(cloud.id, { state: 'drawn' });
      view.add(cloud.id, source, { first: drawn, failed });
    } catch (error) {
      failed(error);
    }
  };
  const following = combineLatest([stage.clouds$, stage.look$]).subscribe(([clouds, look]) => {
    for (const cloud of clouds) {
      const wanted = cloud.shown && cloud.state !== 'unready' && cloud.state !== 'unplaced';
      const stored = stage.storedOf(cloud.id);
      if (wanted && stored && sourceOf(stored) && !opening.has(cloud.id)) void add(stored);
      else if (!wanted && opening.delete(cloud.id)) {
        view.remove(cloud.id);
        stage.found(cloud.id, undefined);
      }
    }
    view.look = look;
  });
  lifetime.add(() => following.unsubscribe());
  lifetime.add(() => {
    for (const id of opening) stage.found(id, undefined);
  });
  return lifetime;
}

async function openSource(
  { api, session, newestClasses, t }: CloudServices,
  decoder: Decoder,
  cloud: Pointcloud,
): Promise<CloudSource> {
  const { kind, path } = sourceOf(cloud)!;
  const { id } = cloud;
  const newest = newestClasses && (() => newestClasses(id));
  const edited = (file: CloudSource) => new EditedClasses(file, api, { id, kind, newest });
  const reader = new RangeReader(API_BASE, { session, failed: (reason) => t('read.failed', { reason }) });
  try {
    if (kind === 'copc') {
      const read = (start: number, end: number, signal?: AbortSignal) =>
        reader.read(path, start, end, signal);
      return edited(await CopcSource.open(read, decoder.decodeChunk));
    }
    const beside = (file: string) => path.replace(/[^/]+$/, file);
    const files = {
      metadata: (signal?: AbortSignal) => reader.json(path, signal),
      hierarchy: (start: number, end: number, signal?: AbortSignal) =>
        reader.read(beside('hierarchy.bin'), start, end, signal),
      points: (start: number, end: number, signal?: AbortSignal) =>
        reader.read(beside('octree.bin'), start, end, signal),
    };
    return edited(await OctreeSource.open(files, decoder.decodeNode));
  } catch (error) {
    throw error instanceof AppError && error.id === 'cloud-unread'
      ? error
      : new AppError('cloud-unreadable', sentence(error, t), { cause: error });
  }
}

function sentence(error: unknown, t: CloudServices['t']): string {
  if (!(error instanceof AppError)) return t('read.failed', { reason: String(error) });
  if (error.id === 'no-copc' || error.id === 'no-octree') return t('read.no-cloud', { part: error.message });
  if (error.id === 'cloud-node-cut' || error.id === 'cloud-node-unreadable')
    return t('read.node', { reason: error.message });
  return error.message;
}
