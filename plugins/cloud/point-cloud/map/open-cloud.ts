import { combineLatest, filter, firstValueFrom } from 'rxjs';
import type { Api } from '#core/api';
import { ObjectDocument } from '#core/document';
import { canProject, crsOf, loadCrs, unitOfCrs, verticalCrsOf } from '#core/geodesy';
import { AppError, Lifetime } from '#core/kernel';
import { loadDefinitions, type OpenProject } from '#core/project';
import {
  measurePointcloud,
  type CloudMeasure,
  type CloudMeasured,
  type Georeference,
  type Pointcloud,
} from '#core/protocol';
import type { MapView } from '#core/mapview';
import type { Session } from '#core/session';
import type { Settings } from '#core/settings';
import { amongShown } from '#core/shapes';
import type { Following } from '#plugins/work/map-2d/api';
import type { SceneQuality } from '../model/budget.ts';
import { CopcSource } from '../model/copc.ts';
import { NodeDeviations } from '../model/deviations.ts';
import { EditedClasses } from '../model/edited-classes.ts';
import { ExactPoints } from '../model/exact.ts';
import { isOwnCrs } from '../model/own-crs.ts';
import { inSomeCrs } from '../model/own-frame.ts';
import { frameOf, type CloudFrame } from '../model/frame.ts';
import { OctreeSource } from '../model/octree.ts';
import type { CloudOpening } from '../model/open-cloud.ts';
import { placedOf, placingAcross, placingOf, type CloudPlacing } from '../model/placing.ts';
import type { Triple } from '../model/points.ts';
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
  const { stage } = services;
  if ((await firstValueFrom(stage.listed$.pipe(filter((state) => state !== 'loading')))) === 'failed')
    await stage.reload();
  const drawable = stage.clouds.filter(({ state }) => state === 'loading' || state === 'drawn');
  const [stored] = drawable.flatMap(({ id }) => stage.storedOf(id) ?? []);
  if (!stored) {
    const { clouds } = stage;
    if (clouds.some(({ state, shown }) => shown && state === 'unplaced')) return { nothing: 'unplaced' };
    if (clouds.some(({ state }) => state === 'off')) return { nothing: 'off' };
    if (clouds.some(({ state }) => state === 'unready')) return { nothing: 'unready' };
    return { nothing: clouds.length > 0 ? 'failed' : 'none' };
  }
  const decoder = new Decoder();
  try {
    const source = await openSource(services, decoder, stored);
    const first = inSomeCrs(stored, middleOf(source));
    await readyFor(services, first);
    const frame = await frameOf(first, placedOf(first).toMap(middleOf(source)));
    return { open: openWith(services, { ...options, first, source, frame, decoder }) };
  } catch (error) {
    decoder.dispose();
    throw error;
  }
}

/** Loads what it takes to compute in the CRS of a cloud. Throws AppError where nothing can. */
async function readyFor({ api, t }: Pick<CloudServices, 'api' | 't'>, cloud: Pointcloud): Promise<void> {
  const crs = crsOfView(cloud)!;
  if (!isOwnCrs(crs)) await loadDefinitions(api, [crs], new AbortController().signal);
  await loadCrs(crs);
  if (!canProject(crs)) throw new AppError('unknown-crs', t('crs.unknown', { crs }));
  if (crsOf(crs)!.geographic) throw new AppError('cloud-in-degrees', t('crs.degrees', { crs }));
}

/** Where a cloud is in the frame of a view. */
async function placeIn(
  services: CloudServices,
  frame: CloudFrame,
  cloud: Pointcloud,
  source: CloudSource,
): Promise<CloudPlacing> {
  await readyFor(services, cloud);
  const own = await frameOf(cloud, placedOf(cloud).toMap(middleOf(source)));
  return frame.isSame(own) ? placingOf(cloud) : placingAcross(cloud, own, frame, source);
}

/** A cloud without a CRS, in a view of local coordinates: in those of the view, which a person says are its own. */
function inLocalFrame({ crs }: CloudFrame, cloud: Pointcloud): Pointcloud {
  return isOwnCrs(crs) && crsOfView(cloud) === null ? { ...cloud, viewCrs: crs } : cloud;
}

/** A cloud as it would be elsewhere. */
function viewedAt(cloud: Pointcloud, place: Georeference): Pointcloud {
  const unit = place.crs === null ? cloud.metresPerUnit : unitOfCrs(place.crs).metres;
  const heightUnit = place.verticalCrs === null ? 1 : (verticalCrsOf(place.verticalCrs)?.metres ?? 1);
  const georeference = { ...cloud.georeference, ...place, unit, heightUnit };
  return { ...cloud, viewCrs: place.crs, metresPerUnit: unit, georeference };
}

function middleOf({ min, max }: CloudSource): Triple {
  return [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2];
}

interface FirstCloud {
  readonly quality: SceneQuality;
  readonly stopped: (error: unknown) => void;
  readonly first: Pointcloud;
  readonly source: CloudSource;
  readonly frame: CloudFrame;
  readonly decoder: Decoder;
}

function openWith<P extends Objects>(
  services: ObjectServices<P>,
  { quality, stopped, first, source, frame, decoder }: FirstCloud,
): OpenCloudView<P> {
  const { stage, settings, follow } = services;
  return (element, project) => {
    const [x, y, z] = placedOf(first).toMap(source.root.corner);
    const measure = async (id: string, body: CloudMeasure): Promise<CloudMeasured> => {
      const query = view.clouds.pointsIn(id) ?? {};
      return (await services.api.call(measurePointcloud, { params: { id }, query, body })).data;
    };
    const among = () => amongShown(stage.look);
    const metres = (units: number) => services.number(units * frame.unit, { maximumSignificantDigits: 2 });
    // Objects are somewhere on the earth, and nobody knows where this cloud is.
    const isLocal = isOwnCrs(frame.crs);
    const document = isLocal ? new ObjectDocument(first.projectId) : project.document;
    const view: MapViewCloud = new MapViewCloud(element, document, {
      frame,
      origin: [Math.floor(x), Math.floor(y), Math.floor(z)],
      quality,
      exact: new ExactPoints({
        measure,
        among,
        position: (coordinates) => frame.fromCloud(coordinates),
        say: (key, lengths, values) => {
          const texts = Object.entries(lengths).map(([name, units]) => [name, metres(units)]);
          return services.t(key, { ...Object.fromEntries(texts), ...values });
        },
      }),
      snapping: {
        measure,
        among,
        say: (part, plusMinus) => {
          if (plusMinus === 'none') return services.t(`snap.none.${part}`);
          const name = services.t(`snap.${part}`);
          return plusMinus === undefined ? name : `${name} ± ${metres(plusMinus)} m`;
        },
      },
      normalsOf: decoder.normalsOf,
      deviations: new NodeDeviations({
        api: services.api,
        pointsIn: (id) => view.clouds.pointsIn(id),
        unit: frame.unit,
        thinned: (spacing) => stage.thinned(spacing),
      }),
      cloudOf: (id) => stage.clouds.find((cloud) => cloud.id === id),
      seen: (classes) => stage.seen(classes),
    });
    view.open(decoder);
    view.open(view.stopped$.subscribe(stopped));
    const following = isLocal ? undefined : follow(view, project);
    if (following) view.open(following);
    view.whole = () => view.first ?? following?.whole;
    view.open(settings.observe('pointSize3D').subscribe((metres) => (view.clouds.pointSize = metres)));
    view.open(settings.observe('navigationRange').subscribe((metres) => (view.step = metres)));
    view.open(followClouds(services, view, { first, source, frame, decoder }));
    return view;
  };
}

/** Opens and closes clouds in the view as they are shown and hidden. */
function followClouds(
  services: CloudServices,
  view: MapViewCloud,
  { first, source: firstSource, frame, decoder }: Pick<FirstCloud, 'first' | 'source' | 'frame' | 'decoder'>,
): Lifetime {
  const { stage, t } = services;
  const lifetime = new Lifetime();
  const sources = new Map<string, CloudSource>();
  /** Versions of the places of the clouds that are open or opening. */
  const opening = new Map<string, number>();
  const versionOf = ({ georeference }: Pointcloud) => georeference.version;
  const add = async (cloud: Pointcloud): Promise<void> => {
    opening.set(cloud.id, versionOf(cloud));
    stage.found(cloud.id, { state: 'loading' });
    const failed = (error: unknown) => {
      if (!lifetime.closed) stage.found(cloud.id, { state: 'failed', reason: sentence(error, t) });
    };
    try {
      const source = cloud.id === first.id ? firstSource : await openSource(services, decoder, cloud);
      sources.set(cloud.id, source);
      // At once, so that the view looks at the first cloud when it opens.
      const isFirst = cloud.id === first.id && versionOf(cloud) === versionOf(first);
      const placing = isFirst
        ? placingOf(cloud)
        : await placeIn(services, frame, inLocalFrame(frame, cloud), source);
      if (lifetime.closed || opening.get(cloud.id) !== versionOf(cloud)) return;
      const drawn = (reason?: string) =>
        stage.found(cloud.id, {
          state: 'drawn',
          reason,
          error: placing.error,
          pointsIn: view.clouds.pointsIn(cloud.id),
        });
      const incomplete = (error: unknown) => drawn(sentence(error, t));
      view.clouds.add(cloud.id, source, placing, { drawn: () => drawn(), incomplete, failed });
    } catch (error) {
      failed(error);
    }
  };
  const following = combineLatest([stage.clouds$, stage.look$]).subscribe(([clouds, look]) => {
    for (const cloud of clouds) {
      const wanted = cloud.shown && cloud.state !== 'unready' && cloud.state !== 'unplaced';
      const stored = stage.storedOf(cloud.id);
      // Somebody has placed it elsewhere.
      const isMoved = stored && opening.has(cloud.id) && opening.get(cloud.id) !== versionOf(stored);
      if (isMoved) view.clouds.remove(cloud.id);
      if (wanted && stored && sourceOf(stored) && (isMoved || !opening.has(cloud.id))) void add(stored);
      else if (!wanted && opening.delete(cloud.id)) {
        view.clouds.remove(cloud.id);
        stage.found(cloud.id, undefined);
      }
    }
    view.look = look;
  });
  lifetime.add(() => following.unsubscribe());
  let tried = new Map<string, Georeference | undefined>();
  const show = async (id: string, place: Georeference | undefined): Promise<void> => {
    const [stored, source] = [stage.storedOf(id), sources.get(id)];
    if (!stored || !source || isOwnCrs(frame.crs)) return;
    const placed = place && viewedAt(stored, place);
    const placing = placed && (await placeIn(services, frame, placed, source).catch(() => undefined));
    if (!lifetime.closed && tried.get(id) === place) view.clouds.showAt(id, placing);
  };
  const trying = stage.tries$.subscribe((tries) => {
    const ids = new Set([...tried.keys(), ...tries.keys()]);
    const changed = [...ids].filter((id) => tried.get(id) !== tries.get(id));
    tried = new Map(tries);
    for (const id of changed) void show(id, tries.get(id));
  });
  lifetime.add(() => trying.unsubscribe());
  lifetime.add(() => {
    for (const id of opening.keys()) stage.found(id, undefined);
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
  const edited = (file: CloudSource) => new EditedClasses(file, api, { id, newest });
  const reader = new RangeReader(API_BASE, { session, failed: (reason) => t('read.failed', { reason }) });
  try {
    if (kind === 'copc') {
      decoder.prepare();
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
