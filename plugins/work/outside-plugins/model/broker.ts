import * as z from 'zod/mini';
import type { Disposable } from '#core/kernel';
import type { MapView } from '#core/mapview';
import type { UsedPlugin } from '#core/plugin';
import type { Selection } from '#plugins/work/selection/api';
import { PluginContext, type WorkbenchServices } from './plugin-context.ts';
import { documentVersions, openDocument, replaceDocument, storeUsage } from './document-versions.ts';
import { fetchOutside, listDocuments, readDocument, removeDocument, storeDocument } from './documents.ts';
import { runJob } from './jobs.ts';
import { Rate } from './limits.ts';
import { CALLS, MAX_OVERLAY_POSITIONS, type CallName, type ValuesOf } from './messages.ts';
import { listObjects, writeObjects } from './objects.ts';
import { overlayOf } from './overlay.ts';

/** Messages that a plugin shows at once, and per second in the long run. */
const TOAST_BURST = 5;
const TOASTS_PER_SECOND = 0.2;

/** What takes the content of a file, in portions. */
export interface OpenFile {
  readonly add?: (added: Omit<ValuesOf<'import.add'>, 'file'>) => void;
  readonly write?: (part: string | Uint8Array) => void;
}

type Handlers = { readonly [N in CallName]: (values: ValuesOf<N>) => unknown };

/**
 * Answers the calls of one plugin. Each is checked against what was granted to it, then against what the person may do; the
 * server checks both again where it is asked.
 */
export class Broker {
  readonly #context: PluginContext;
  readonly #toasts = new Rate(TOAST_BURST, TOASTS_PER_SECOND);
  readonly #handlers: Handlers = {
    'objects.list': (values) => listObjects(this.#context, values),
    'objects.write': (values) => writeObjects(this.#context, values),
    'selection.get': () => this.#selection().ids,
    'selection.set': ({ ids }) => this.#selection().set(ids),
    'view.get': () => {
      const { center, zoom } = this.#view().camera;
      return { center: [center[0], center[1]], zoom };
    },
    'view.show': ({ center, zoom }) => this.#view().fly(center, zoom === undefined ? {} : { zoom }),
    'overlay.show': (values) => this.#overlay(values),
    message: ({ text, kind }) => this.#showMessage(text, kind),
    'panel.show': (values) => this.#show(values),
    'store.get': (values) => readDocument(this.#context, values),
    'store.set': (values) => storeDocument(this.#context, values),
    'store.remove': (values) => removeDocument(this.#context, values),
    'store.list': (values) => listDocuments(this.#context, values),
    'store.open': (values) => openDocument(this.#context, values),
    'store.replace': (values) => replaceDocument(this.#context, values),
    'store.versions': (values) => documentVersions(this.#context, values),
    'store.usage': (values) => storeUsage(this.#context, values),
    'jobs.run': (values) => runJob(this.#context, values),
    fetch: (values) => fetchOutside(this.#context, values),
    language: () => this.#context.services.i18n.language,
    'import.add': ({ file, ...added }) => this.#file(file, 'files.read').add?.(added),
    'export.write': ({ file, part }) => this.#file(file, 'files.write').write?.(part),
  };
  readonly #files = new Map<string, OpenFile>();

  constructor(plugin: UsedPlugin, services: WorkbenchServices) {
    this.#context = new PluginContext(plugin, services);
  }

  /** Takes what the plugin reads or writes under the name that it is given, until it is closed. */
  openFile(file: string, open: OpenFile): Disposable {
    this.#files.set(file, open);
    return { dispose: () => void this.#files.delete(file) };
  }

  /** Throws AppError with a sentence for a call that is unknown, malformed, or not allowed. */
  async answer(name: string, values: Record<string, unknown>): Promise<unknown> {
    if (!Object.hasOwn(CALLS, name)) throw this.#context.problem('call-unknown', { call: name });
    const call = name as CallName;
    const parsed = z.safeParse(CALLS[call], values);
    if (!parsed.success) {
      const at = parsed.error.issues[0]?.path.join('.') ?? '';
      throw this.#context.problem('call-malformed', { call, at: at === '' ? call : at });
    }
    return this.#handlers[call](parsed.data as never);
  }

  #file(name: string, permission: string): OpenFile {
    this.#context.require(permission);
    const file = this.#files.get(name);
    if (!file) throw this.#context.problem('no-file');
    return file;
  }

  #selection(): Selection {
    this.#context.require('selection');
    this.#context.open();
    return this.#context.services.selection;
  }

  #view(): MapView {
    this.#context.require('view');
    const view = this.#context.services.views.active;
    if (!view) throw this.#context.problem('no-view');
    return view;
  }

  #overlay(values: ValuesOf<'overlay.show'>): void {
    this.#context.require('overlay');
    this.#context.open();
    const sketch = overlayOf(values);
    if (!sketch)
      throw this.#context.problem('overlay-too-large', { most: this.#number(MAX_OVERLAY_POSITIONS) });
    this.#context.services.overlay(sketch);
  }

  #number(value: number): string {
    return this.#context.services.i18n.number(value);
  }

  /** Named, so that no message of a plugin passes for one of the workbench. */
  #showMessage(text: string, kind: 'info' | 'error'): void {
    if (!this.#toasts.take()) throw this.#context.problem('too-many-messages');
    const plugin = this.#context.plugin.manifest.title[this.#context.services.i18n.language];
    this.#context.services.toasts.show(
      kind,
      this.#context.services.i18n.t('outside-plugins:says', { plugin, text }),
    );
  }

  #show({ panel, blocks, open }: ValuesOf<'panel.show'>): void {
    const { manifest } = this.#context.plugin;
    const isPanel = manifest.panels.some(({ id }) => id === panel);
    if (!isPanel && !manifest.pages.some(({ id }) => id === panel))
      throw this.#context.problem('no-panel', { panel });
    this.#context.services.show(panel, blocks);
    if (open && isPanel) this.#context.services.panels.open(`${manifest.id}.${panel}`);
  }
}
