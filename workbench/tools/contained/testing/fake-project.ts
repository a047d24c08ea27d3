import { BehaviorSubject } from 'rxjs';
import { I18nextService } from '#core/i18n';
import type { MapObject } from '#core/document';
import { AppError } from '#core/kernel';
import { Panels } from '#core/plugin';
import type { Geometry, Language, ObjectType, PackageManifest } from '#core/protocol';
import { desk, selectionOf, targetsOf } from '#core/testing';
import { Toasts } from '#core/toasts';
import { Broker } from '../../../../plugins/work/outside-plugins/model/broker.ts';
import type { Block } from '../../../../plugins/work/outside-plugins/model/messages.ts';
import type { WorkbenchServices } from '../../../../plugins/work/outside-plugins/model/plugin-context.ts';

const PLUGIN = '00000000-0000-4000-8000-0000000000ff';
export const SHAPES: readonly Geometry[] = [
  { type: 'Point', coordinates: [12.4924, 41.8902, 35.2] },
  {
    type: 'LineString',
    coordinates: [
      [12.49, 41.89],
      [12.5, 41.9],
    ],
  },
  {
    type: 'Polygon',
    coordinates: [
      [
        [12.49, 41.89],
        [12.5, 41.89],
        [12.5, 41.9],
        [12.49, 41.89],
      ],
    ],
  },
];

/** The plugin that is tested: its manifest and its code. */
export interface Tested {
  readonly manifest: PackageManifest;
  readonly code: string;
}

/** An object of a story; what is left out is filled in. */
export type StoryObject = Pick<MapObject, 'typeName' | 'location'> & Partial<MapObject>;

/** What differs from a person who may do everything in an open project. */
export interface Situation {
  readonly language?: Language;
  readonly granted?: readonly string[];
  readonly authorizations?: readonly string[];
  /** Instead of some of each type that its permissions name. */
  readonly objects?: readonly StoryObject[];
  /** By name. */
  readonly documents?: Readonly<Record<string, unknown>>;
  /** Every object type is blocked for the person. */
  readonly isBlocked?: true;
  readonly noProject?: true;
}

/** The real broker, document and history of a plugin, on a project that is not real. */
export async function brokerFor(manifest: PackageManifest, situation: Situation = {}) {
  const { language = 'en', granted = manifest.permissions } = situation;
  const names = [
    ...new Set([...typesIn(manifest), ...(situation.objects ?? []).map(({ typeName }) => typeName)]),
  ];
  const types = situation.isBlocked ? [] : names.map((name) => ({ name, title: { en: name, it: name } }));
  const objects = (situation.objects ?? names.flatMap(someOf)).map((each, at) => ({
    id: `00000000-0000-4000-8000-${String(at + 1).padStart(12, '0')}`,
    properties: {},
    relatesTo: [],
    ...each,
  }));
  const { project, view } = desk(objects, types as unknown as ObjectType[]);
  const i18n = new I18nextService([language]);
  await i18n.load('outside-plugins', 'core');
  const shown$ = new BehaviorSubject<ReadonlyMap<string, readonly Block[]>>(new Map());
  const services: WorkbenchServices = {
    api: storeAnd(situation.documents),
    projects: { current: situation.noProject ? undefined : project },
    views: { active: situation.noProject ? undefined : Object.assign(view, { fly: () => undefined }) },
    selection: selectionOf([]),
    targets: targetsOf(project),
    toasts: new Toasts(),
    session: { me: { authorizations: situation.authorizations ?? ['*'] } },
    i18n,
    panels: new Panels(),
    show: (panel: string, blocks: readonly Block[]) =>
      shown$.next(new Map([...shown$.value, [panel, blocks]])),
    overlay: () => undefined,
  } as unknown as WorkbenchServices;
  const broker = new Broker({ id: PLUGIN, manifest, granted: [...granted] }, services);
  const before = JSON.stringify([...project.document.values()]);
  return {
    broker,
    shown$,
    objects,
    isUnchanged: () => JSON.stringify([...project.document.values()]) === before,
  };
}

const someOf = (typeName: string): StoryObject[] =>
  SHAPES.map((location, n) => ({ typeName, location, properties: { name: `A${n + 1}`, number: n + 1 } }));

/** The object types that the permissions name; one of our own where they name none. */
function typesIn({ permissions }: PackageManifest): string[] {
  const names = permissions.flatMap((each) => /^objects\.(?:read|write):(.+)$/.exec(each)?.[1] ?? []);
  const own = [...new Set(names)].filter((name) => name !== '*');
  return own.length > 0 ? own : ['thing'];
}

/** Keeps what the plugin stores in memory; another server answers with an empty list. */
function storeAnd(documents: Readonly<Record<string, unknown>> = {}) {
  const kept = new BehaviorSubject<ReadonlyMap<string, unknown>>(new Map(Object.entries(documents)));
  type Request = { params: { name?: string }; body?: { value?: unknown } };
  return {
    call: ({ id }: { id: string }, { params: { name = '' }, body }: Request) => {
      if (id === 'pluginDocuments.list') return Promise.resolve({ data: [...kept.value.keys()] });
      if (id === 'plugins.outgoing')
        return Promise.resolve({ data: { status: 200, type: 'application/json', body: '[]' } });
      if (id === 'pluginDocuments.put') kept.next(new Map([...kept.value, [name, body?.value]]));
      if (id === 'pluginDocuments.get' && !kept.value.has(name))
        return Promise.reject(new AppError('not-found', 'There is no such document.', { status: 404 }));
      return Promise.resolve({ data: { value: kept.value.get(name) } });
    },
  };
}
