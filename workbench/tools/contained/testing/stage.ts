import { BehaviorSubject } from 'rxjs';
import { I18nextService } from '#core/i18n';
import { AppError } from '#core/kernel';
import { Panels } from '#core/plugin';
import type { Geometry, Language, ObjectType, PackageManifest } from '#core/protocol';
import { desk, selectionOf, targetsOf } from '#core/testing';
import { Toasts } from '#core/toasts';
import { Broker } from '../../../../plugins/work/outside-plugins/model/broker.ts';
import type { Block, PluginEvent } from '../../../../plugins/work/outside-plugins/model/messages.ts';
import type { WorkbenchServices } from '../../../../plugins/work/outside-plugins/model/plugin-context.ts';
import { WorkerHost } from './worker-host.ts';

const PLUGIN = '00000000-0000-4000-8000-0000000000ff';
const SHAPES: readonly Geometry[] = [
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

/** What differs from a person who may do everything in an open project. */
export interface Situation {
  readonly language?: Language;
  readonly granted?: readonly string[];
  readonly authorizations?: readonly string[];
  /** Every object type is blocked for the person. */
  readonly isBlocked?: true;
  readonly noProject?: true;
}

/** Runs a plugin with the real broker, document and history on a project that is not real. */
export async function stageFor({ manifest, code }: Tested, situation: Situation = {}) {
  const { language = 'en', granted = manifest.permissions } = situation;
  const names = typesIn(manifest);
  const types = situation.isBlocked ? [] : names.map((name) => ({ name, title: { en: name, it: name } }));
  const objects = names.flatMap((typeName, n) =>
    SHAPES.map((location, at) => ({
      id: `00000000-0000-4000-8000-${String(n * 10 + at + 1).padStart(12, '0')}`,
      typeName,
      location,
      properties: { name: `A${at + 1}`, number: at + 1 },
      relatesTo: [],
    })),
  );
  const { project, view } = desk(objects, types as unknown as ObjectType[]);
  const i18n = new I18nextService([language]);
  await i18n.load('outside-plugins', 'core');
  const shown = new Map<string, readonly Block[]>();
  const calls: string[] = [];
  const refused: string[] = [];
  const services: WorkbenchServices = {
    api: storeAnd(),
    projects: { current: situation.noProject ? undefined : project },
    views: { active: situation.noProject ? undefined : Object.assign(view, { fly: () => undefined }) },
    selection: selectionOf([]),
    targets: targetsOf(project),
    toasts: new Toasts(),
    session: { me: { authorizations: situation.authorizations ?? ['*'] } },
    i18n,
    panels: new Panels(),
    show: (panel: string, blocks: readonly Block[]) => void shown.set(panel, blocks),
    overlay: () => undefined,
  } as unknown as WorkbenchServices;
  const broker = new Broker({ id: PLUGIN, manifest, granted: [...granted] }, services);
  const host = new WorkerHost(code, async (name, values) => {
    calls.push(name);
    try {
      return await broker.answer(name, values);
    } catch (thrown) {
      refused.push(`${name}: ${String(thrown)}`);
      throw thrown;
    }
  });
  await host.ready;
  const before = JSON.stringify([...project.document.values()]);
  return {
    host,
    broker,
    shown,
    calls,
    refused,
    objects,
    /** The sentence with which it was refused; undefined where it was handled. */
    send: (event: PluginEvent) =>
      host.send(event).then(
        () => undefined,
        (thrown: unknown) => (thrown instanceof AppError ? thrown.message : Promise.reject(thrown as Error)),
      ),
    isUnchanged: () => JSON.stringify([...project.document.values()]) === before,
  };
}

/** The object types that the permissions name; one of our own where they name none. */
function typesIn({ permissions }: PackageManifest): string[] {
  const names = permissions.flatMap((each) => /^objects\.(?:read|write):(.+)$/.exec(each)?.[1] ?? []);
  const own = [...new Set(names)].filter((name) => name !== '*');
  return own.length > 0 ? own : ['thing'];
}

/** Keeps what the plugin stores in memory; another server answers with an empty list. */
function storeAnd() {
  const kept = new BehaviorSubject<ReadonlyMap<string, unknown>>(new Map());
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

/** What a person can do with a plugin, each once. */
export function eventsOf({ tools, commands, panels, pages }: PackageManifest): PluginEvent[] {
  return [
    ...[...panels, ...pages].map(({ id }): PluginEvent => ({ name: 'opened', of: id })),
    ...tools.map(({ id, draws }): PluginEvent => {
      const location = draws && SHAPES[['point', 'line', 'polygon'].indexOf(draws)]!;
      return { name: 'tool', of: id, ...(location ? { location } : { position: [12.4924, 41.8902] }) };
    }),
    ...commands.map(({ id }): PluginEvent => ({ name: 'command', of: id })),
  ];
}
