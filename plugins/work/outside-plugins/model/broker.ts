import * as z from 'zod/mini';
import type { MapView } from '#core/mapview';
import type { OutsidePlugin } from '#core/protocol';
import type { Selection } from '#plugins/work/selection/api';
import { Desk, type Reach } from './desk.ts';
import { fetchOutside, listDocuments, readDocument, removeDocument, storeDocument } from './documents.ts';
import { Rate } from './limits.ts';
import { CALLS, type CallName, type ValuesOf } from './messages.ts';
import { listObjects, writeObjects } from './objects.ts';

/** Messages that a plugin shows at once, and per second in the long run. */
const TOLD_BURST = 5;
const TOLD_PER_SECOND = 0.2;

type Handlers = { readonly [N in CallName]: (values: ValuesOf<N>) => unknown };

/**
 * Answers the calls of one plugin. Each is checked against what was granted to it, then against what the person may do; the
 * server checks both again where it is asked.
 */
export class Broker {
  readonly #desk: Desk;
  readonly #told = new Rate(TOLD_BURST, TOLD_PER_SECOND);
  readonly #handlers: Handlers = {
    'objects.list': (values) => listObjects(this.#desk, values),
    'objects.write': (values) => writeObjects(this.#desk, values),
    'selection.get': () => this.#selection().ids,
    'selection.set': ({ ids }) => this.#selection().set(ids),
    'view.get': () => {
      const { center, zoom } = this.#view().camera;
      return { center: [center[0], center[1]], zoom };
    },
    'view.show': ({ center, zoom }) => this.#view().fly(center, zoom === undefined ? {} : { zoom }),
    message: ({ text, kind }) => this.#tell(text, kind),
    'panel.show': (values) => this.#show(values),
    'store.get': (values) => readDocument(this.#desk, values),
    'store.set': (values) => storeDocument(this.#desk, values),
    'store.remove': (values) => removeDocument(this.#desk, values),
    'store.list': (values) => listDocuments(this.#desk, values),
    fetch: (values) => fetchOutside(this.#desk, values),
    language: () => this.#desk.reach.i18n.language,
  };

  constructor(plugin: OutsidePlugin, reach: Reach) {
    this.#desk = new Desk(plugin, reach);
  }

  /** Throws AppError with a sentence for a call that is unknown, malformed, or not allowed. */
  async answer(name: string, values: Record<string, unknown>): Promise<unknown> {
    if (!Object.hasOwn(CALLS, name)) throw this.#desk.problem('call-unknown', { call: name });
    const call = name as CallName;
    const parsed = z.safeParse(CALLS[call], values);
    if (!parsed.success) {
      const at = parsed.error.issues[0]?.path.join('.') ?? '';
      throw this.#desk.problem('call-malformed', { call, at: at === '' ? call : at });
    }
    return this.#handlers[call](parsed.data as never);
  }

  #selection(): Selection {
    this.#desk.require('selection');
    this.#desk.open();
    return this.#desk.reach.selection;
  }

  #view(): MapView {
    this.#desk.require('view');
    const view = this.#desk.reach.views.active;
    if (!view) throw this.#desk.problem('no-view');
    return view;
  }

  /** Named, so that no message of a plugin passes for one of the workbench. */
  #tell(text: string, kind: 'info' | 'error'): void {
    if (!this.#told.take()) throw this.#desk.problem('too-many-messages');
    const plugin = this.#desk.plugin.manifest.title[this.#desk.reach.i18n.language];
    this.#desk.reach.toasts.show(kind, this.#desk.reach.i18n.t('outside-plugins:says', { plugin, text }));
  }

  #show({ panel, blocks, open }: ValuesOf<'panel.show'>): void {
    const { manifest } = this.#desk.plugin;
    if (!manifest.panels.some(({ id }) => id === panel)) throw this.#desk.problem('no-panel', { panel });
    this.#desk.reach.show(panel, blocks);
    if (open) this.#desk.reach.panels.open(`${manifest.id}.${panel}`);
  }
}
