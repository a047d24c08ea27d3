import { allows } from '#core/access';
import { isAbort, sentenceOf } from '#core/kernel';
import type { Plugins } from '#core/plugin';
import type { Session } from '#core/session';
import type { Toasts } from '#core/toasts';
import type { AddClouds } from '#plugins/cloud/clouds/api';
import type { TakesFieldFiles } from '#plugins/field/surveys/api';

/** What is meant as points when it is dropped on the map: tables may be something else. */
const CLOUDS = /\.(las|laz|e57|ply|pts|xyz)$/i;
const MODELS = /\.ifc(zip)?$/i;
/** What may be of a survey: pictures. GeoTIFFs are layers. */
const FIELD = /\.(jpe?g|png|webp|avif|hei[cf])$/i;
/** What is shown on the map without an import; what it does not hold can still be attached from there. */
const LAYERS = /\.(zip|geojson|json|geojsonl|ndjson|topojson|gpx|kml|kmz|gpkg|fgb|gml|dxf|mif|cxf|tiff?)$/i;
const GUARDS = {
  clouds: { needs: ['pointcloud.write'], layers: ['point-cloud'] },
  'bim-models': { needs: ['bim.write'], layers: ['bim'] },
  'external-layers': { needs: ['geometries.read'], layers: ['map-2d', 'map-3d'] },
  documents: { needs: ['files.write'] },
  surveys: { needs: ['files.write'] },
} as const;
type Taker = keyof typeof GUARDS;

interface Services {
  readonly host: Pick<Plugins, 'manifests' | 'service'>;
  readonly session: Pick<Session, 'me'>;
  readonly toasts: Pick<Toasts, 'show'>;
  readonly t: (key: string) => string;
}

/** So that it is here when the files are dropped; if it cannot be loaded, the drop says so. */
export function loadTakers({ manifests }: Pick<Plugins, 'manifests'>): void {
  for (const { id, load } of manifests) if (id in GUARDS) load().catch(() => undefined);
}

/** Gives each of the dropped files to the plugin that takes its kind. */
export async function shareDropped(
  projectId: string,
  all: readonly File[],
  { host, session, toasts, t }: Services,
): Promise<void> {
  const mayAdd = (plugin: Taker): boolean => !!session.me && allows(session.me, GUARDS[plugin]);
  const add = async (plugin: Taker, files: readonly File[]) => {
    if (files.length === 0) return;
    if (!mayAdd(plugin)) {
      toasts.show('error', t(`denied.${plugin}`));
      return;
    }
    try {
      (await host.service<AddClouds>(plugin, `${plugin}.Add`))(projectId, files);
    } catch (thrown) {
      if (!isAbort(thrown)) toasts.show('error', sentenceOf(thrown));
    }
  };
  /** Panoramas, and pictures with a track. Whoever may not add to surveys, and when its code cannot be loaded: none. */
  const takenBySurveys = async (): Promise<readonly File[]> => {
    if (!mayAdd('surveys') || !all.some(({ name }) => FIELD.test(name))) return [];
    return host.service<TakesFieldFiles>('surveys', 'surveys.Takes').then(
      (takes) => takes(all),
      () => [],
    );
  };
  const ofField = await takenBySurveys();
  const files = all.filter((file) => !ofField.includes(file));
  const ofKind = (kind: RegExp) => files.filter(({ name }) => kind.test(name));
  void add('surveys', ofField);
  void add('clouds', ofKind(CLOUDS));
  void add('bim-models', ofKind(MODELS));
  void add('external-layers', ofKind(LAYERS));
  const isOther = ({ name }: File) => ![CLOUDS, MODELS, LAYERS].some((kind) => kind.test(name));
  void add('documents', files.filter(isOther));
}
