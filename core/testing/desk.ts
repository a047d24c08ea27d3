import { BehaviorSubject, NEVER, of, type Observable } from 'rxjs';
import { ObjectDocument, type MapObject } from '#core/document';
import { DocumentHistory } from '#core/history';
import { I18nextService, type I18n } from '#core/i18n';
import { ANGLE_SYMBOLS } from '#core/kernel';
import type { PluginManifest } from '#core/plugin';
import type { OpenProject } from '#core/project';
import { DEFAULT_FORMAT, type AngleUnit, type Geometry, type ObjectType } from '#core/protocol';
import type { Settings, SettingValues } from '#core/settings';
import { FlatView } from './flat-view.ts';

/** What a tool needs, with a real document and history and nothing else: for gesture tests. */
export interface Desk {
  readonly view: FlatView;
  readonly project: OpenProject;
  readonly settings: Settings;
  readonly i18n: I18n;
}

export interface DeskOptions {
  /** Plugins whose settings the tool reads: with the defaults of their manifests. */
  readonly manifests?: readonly PluginManifest[];
  /** Values that are not the default. */
  readonly settings?: Partial<SettingValues>;
}

export function desk(
  objects: readonly MapObject[] = [],
  types: readonly ObjectType[] = [],
  options: DeskOptions = {},
): Desk {
  const document = new ObjectDocument('00000000-0000-4000-8000-000000000001');
  document.apply(
    objects.map((after) => ({ id: after.id, before: undefined, after })),
    'load',
  );
  const byName = new Map(types.map((type) => [type.name, type]));
  const project = {
    project: { id: document.projectId, projectName: 'Test' },
    document,
    history: new DocumentHistory(document),
    types: byName,
    types$: of(byName),
    project$: NEVER,
    reloadProject: () => Promise.resolve(),
    reloadTypes: () => Promise.resolve(),
    load: () => Promise.resolve(),
    covers: () => true,
    loadObjects: () => Promise.resolve([]),
    refresh: () => Promise.resolve(),
    retain: () => ({ dispose: () => undefined }),
    generation$: NEVER,
    loading$: NEVER,
  } as unknown as OpenProject;
  return {
    view: new FlatView(document),
    project,
    settings: plainSettings(options),
    i18n: new I18nextService(['en'], () => Promise.resolve({})),
  };
}

/** An object with a readable id. */
export function object(id: string, location: Geometry, more: Partial<MapObject> = {}): MapObject {
  return { id, typeName: 'thing', location, properties: {}, relatesTo: [], ...more };
}

/** The defaults of the specification that tools use, and those of the manifests. */
function plainSettings({ manifests = [], settings = {} }: DeskOptions): Settings {
  const values = new Map<keyof SettingValues, BehaviorSubject<unknown>>();
  const plain: Partial<SettingValues> = {
    angleUnit: 'degree',
    angleSymbol: 'degree',
    epsg: 'EPSG:4326',
    workingCrs: 'EPSG:4326',
    units: { ...DEFAULT_FORMAT, angleUnit: 'degree' },
    measureCRS: '',
    lockCopy: true,
    isSingleMeasurement: false,
    preserveMeasure: true,
    snapping: true,
    snapTolerance: 12,
    snapVertex: true,
    snapIntersection: true,
    snapMidpoint: true,
    snapEdge: true,
    snapPerpendicular: false,
    snapCentre: false,
    snapExtension: false,
  };
  const own = manifests.flatMap((manifest) => manifest.settings ?? []);
  const defaults = { ...plain, ...Object.fromEntries(own.map((one) => [one.key, one.default])) };
  for (const [key, value] of Object.entries({ ...defaults, ...settings }))
    values.set(key as keyof SettingValues, new BehaviorSubject<unknown>(value));
  const of = <K extends keyof SettingValues>(key: K): BehaviorSubject<SettingValues[K]> => {
    const value = values.get(key);
    if (!value)
      throw new Error(
        `The desk has no setting '${key}': give it the manifest of its plugin, desk(objects, types, { manifests: [manifest] }).`,
      );
    return value as BehaviorSubject<SettingValues[K]>;
  };
  of('units').subscribe(({ angleUnit }) => of('angleSymbol').next(ANGLE_SYMBOLS[angleUnit]));
  return {
    get: (key) => of(key).value,
    observe: <K extends keyof SettingValues>(key: K): Observable<SettingValues[K]> => of(key),
    ready: () => Promise.resolve(),
    set: (key, value) => {
      if (values.has(key)) of(key).next(value);
      else values.set(key, new BehaviorSubject<unknown>(value));
      if (key === 'angleUnit')
        of('units').next({ ...of('units').value, angleUnit: of(key).value as AngleUnit });
    },
    useProject: () => undefined,
    reset: (key) => {
      const value = (defaults as Partial<SettingValues>)[key];
      if (value !== undefined) of(key).next(value);
    },
    definitions$: NEVER,
    saved$: NEVER,
  };
}
