/**
 * What Groma offers to a plugin from outside. This file is part of the plugin: it speaks with the workbench by messages,
 * and imports nothing. Version 1.4.
 *
 * Each call needs a permission that the manifest asks for and an administrator has granted, and the rights of the
 * person who uses the plugin. Otherwise it rejects with an Error whose message is the workbench's sentence.
 */

/** GeoJSON geometry, longitude and latitude in degrees (WGS 84), height in metres where known. */
export interface Geometry {
  type: 'Point' | 'LineString' | 'Polygon' | 'MultiPoint' | 'MultiLineString' | 'MultiPolygon';
  coordinates: unknown;
}

export interface MapObject {
  id: string;
  typeName: string;
  location: Geometry;
  properties: Record<string, unknown>;
}

export interface FoundObjects {
  objects: MapObject[];
  /** Whether these are all objects of the type in the project. If not, `reason` says why. */
  complete: boolean;
  reason: string;
}

/** What is done to objects in one step, which the person can undo. */
export interface ObjectChanges {
  create?: Omit<MapObject, 'id'>[];
  /** What is given of an object is changed; an attribute with the value null is removed. */
  change?: (Pick<MapObject, 'id'> & Partial<Pick<MapObject, 'location' | 'properties'>>)[];
  remove?: string[];
}

/** One part of a panel; the workbench draws it. */
export type Block =
  | { kind: 'heading' | 'text'; text: string }
  | { kind: 'table'; columns: string[]; rows: (string | number)[][] }
  | { kind: 'button'; id: string; label: string }
  | { kind: 'form'; id: string; fields: Field[]; submit: string }
  | Chart;

/** Numbers over numbers or names, 2,000 of them and six series at most; null is a gap. Since 1.1. */
export interface Chart {
  kind: 'chart';
  form: 'bars' | 'line' | 'points';
  title: string;
  across: { title: string; values: number[] | string[] };
  up: { title: string };
  series: { title: string; values: (number | null)[] }[];
}

export type Field = { name: string; label: string } & (
  | { type: 'text'; value?: string }
  | { type: 'number'; value?: number }
  | { type: 'yesNo'; value?: boolean }
  | { type: 'choice'; value?: string; choices: { value: string; label: string }[] }
);

export type FieldValues = Record<string, string | number | boolean | null>;

export interface OutgoingRequest {
  method?: 'GET' | 'POST';
  /** Only `accept`, `content-type` and `authorization` are sent. */
  headers?: Record<string, string>;
  /** At most 256 kB. */
  body?: string;
}

export interface OutgoingAnswer {
  status: number;
  type: string;
  /** At most 1 MB. */
  body: string;
}

/** Documents are kept on the server, for one project or for the whole organization. */
export type StorePlace = 'project' | 'organization';
export interface StoredDocument {
  value: unknown;
  version: number;
}
export interface DocumentVersion {
  version: number;
  bytes: number;
  /** ISO 8601. */
  storedAt: string;
  storedBy: string | null;
}
export interface StoreUsage {
  documents: number;
  bytes: number;
  mostDocuments: number;
  mostBytes: number;
}

/** An object that an importer reads; its type is chosen in the import wizard. */
export interface ReadObject {
  location: Geometry;
  properties: Record<string, unknown>;
}

/** The file that a person has chosen to import. Since 1.1. */
export interface ReadFile {
  name: string;
  bytes: Uint8Array;
  /**
   * Passes objects on, 10,000 at most in one call and 200,000 of one file. Wait for each call, so that the plugin is seen to
   * be alive. `crs`: `EPSG:<code>` of the coordinates of the whole file; WGS 84 if it is missing.
   */
  add(objects: ReadObject[], crs?: string): Promise<void>;
}

/** The objects that a person exports, and the file that they become. Since 1.1. */
export interface WrittenFile {
  /** In WGS 84. */
  objects: Omit<MapObject, 'id'>[];
  /** Appends to the file, 4 MB at most in one call and 100 MB in all. */
  write(part: string | Uint8Array): Promise<void>;
}

/** A shape over the map; `colour` as in `#e69f00`. Since 1.4. */
export interface OverlayShape {
  location: Geometry;
  colour?: string;
  dashed?: boolean;
}

/** A text over the map, at longitude and latitude. Since 1.4. */
export interface OverlayLabel {
  position: [number, number];
  text: string;
}

/** What the palette shows, 20 at most. */
export interface SearchResult {
  id: string;
  title: string;
  detail?: string;
}

/** Calls of the workbench. */
export const groma = {
  objects: {
    /** The objects of a type that are loaded in the open project, 10,000 at most. Needs `objects.read:<type>`. */
    list: (typeName: string) => call<FoundObjects>('objects.list', { typeName }),
    /**
     * Changes objects in one step, labelled with the plugin. Needs `objects.write:<type>` for each. Resolves to the ids
     * of the created objects, in their order.
     */
    write: (changes: ObjectChanges) => call<string[]>('objects.write', changes),
  },
  selection: {
    /** Ids of the selected objects. Needs `selection`. */
    get: () => call<string[]>('selection.get', {}),
    set: (ids: string[]) => call<void>('selection.set', { ids }),
  },
  view: {
    /** Where the person looks: the centre in degrees, and the zoom level. Needs `view`. */
    get: () => call<{ center: [number, number]; zoom: number }>('view.get', {}),
    show: (center: [number, number], zoom?: number) => call<void>('view.show', { center, zoom }),
  },
  overlay: {
    /**
     * Shows shapes and labels over every map of the open project, in place of those that the plugin has shown before: 1,000 of
     * each. They are not stored, and go with the plugin. Needs `overlay`. Since 1.4.
     */
    show: (shapes: OverlayShape[], labels: OverlayLabel[] = []) =>
      call<void>('overlay.show', { shapes, labels }),
  },
  /** Tells the person something. */
  message: (text: string, kind: 'info' | 'error' = 'info') => call<void>('message', { text, kind }),
  panel: {
    /** Replaces what a panel or page of the plugin shows. `open` also opens it, if it is a panel. */
    show: (panel: string, blocks: Block[], open = false) => call<void>('panel.show', { panel, blocks, open }),
  },
  store: {
    /** A JSON document; undefined where there is none. Needs `store`. */
    get: (place: StorePlace, name: string) => call<unknown>('store.get', { place, name }),
    set: (place: StorePlace, name: string, value: unknown) => call<void>('store.set', { place, name, value }),
    remove: (place: StorePlace, name: string) => call<void>('store.remove', { place, name }),
    list: (place: StorePlace) => call<string[]>('store.list', { place }),
    /** A document with its version, or an earlier version of it; undefined where there is none. */
    open: (place: StorePlace, name: string, version?: number) =>
      call<StoredDocument | undefined>('store.open', { place, name, version }),
    /**
     * Stores a document where nobody has changed it since `version` was opened, 0 where there was none; answers with the new
     * version, or rejects with a sentence.
     */
    replace: (place: StorePlace, name: string, value: unknown, version: number) =>
      call<number>('store.replace', { place, name, value, version }),
    /** The present version and the ten before it, the newest first. */
    versions: (place: StorePlace, name: string) => call<DocumentVersion[]>('store.versions', { place, name }),
    /** How much is stored in a place, and the most that may be. */
    usage: (place: StorePlace) => call<StoreUsage>('store.usage', { place }),
  },
  jobs: {
    /**
     * Starts a job of the manifest on the server, by the rights of the person, and answers with what it returns; rejects with a
     * sentence where it fails. Needs `jobs`.
     */
    run: (job: string, input?: unknown, place: StorePlace = 'project') =>
      call<unknown>('jobs.run', { job, input, place }),
  },
  /** A request to another server, made by the server of Groma without cookies. Needs `net:<host>`. */
  fetch: (url: string, request: OutgoingRequest = {}) => call<OutgoingAnswer>('fetch', { url, ...request }),
  /** The language of the person: `en` or `it`. */
  language: () => call<'en' | 'it'>('language', {}),
};

/** What a plugin does; the names are the ids in its manifest. */
export interface Handlers {
  commands?: Record<string, () => void | Promise<void>>;
  /** Called for each click while the tool is active. */
  tools?: Record<string, (at: { position: number[] }) => void | Promise<void>>;
  /** Called for each shape that is drawn with a tool whose manifest says what it `draws`. Since 1.4. */
  drawn?: Record<string, (location: Geometry) => void | Promise<void>>;
  panels?: Record<string, PanelHandlers>;
  /** Since 1.1. */
  pages?: Record<string, PanelHandlers>;
  /** Searches for the palette; `chosen` is called with the id of the result that the person chooses. Needs `search`. Since 1.1. */
  finders?: Record<
    string,
    {
      find(text: string): SearchResult[] | Promise<SearchResult[]>;
      chosen(id: string): void | Promise<void>;
    }
  >;
  /** Reads a file for the import wizard. Needs `files.read`. Since 1.1. */
  importers?: Record<string, (file: ReadFile) => void | Promise<void>>;
  /** Writes a file for the page of exports. Needs `files.write`, and `objects.read:<type>`. Since 1.1. */
  exporters?: Record<string, (file: WrittenFile) => void | Promise<void>>;
}

export interface PanelHandlers {
  opened(): void | Promise<void>;
  pressed?(button: string): void | Promise<void>;
  submitted?(form: string, values: FieldValues): void | Promise<void>;
}

/** Begins the plugin; called once, at the end of `main.ts`. */
export function start(handlers: Handlers): void {
  handle = (event) => run(handlers, event);
  self.onmessage = ({ ports: [port] }) => {
    if (!port || toGroma) return;
    toGroma = port;
    port.onmessage = ({ data }) => receive(data as FromGroma);
    send({ kind: 'ready' });
  };
}

interface PluginEvent {
  name: 'command' | 'tool' | 'opened' | 'pressed' | 'submitted' | 'find' | 'chosen' | 'import' | 'export';
  /** The command, tool, panel, page, finder, importer or exporter. */
  of: string;
  position?: number[];
  location?: Geometry;
  /** Of a panel: the button or form. */
  part?: string;
  values?: FieldValues;
  text?: string;
  file?: string;
  fileName?: string;
  bytes?: Uint8Array;
  objects?: Omit<MapObject, 'id'>[];
}

type FromGroma =
  | { kind: 'ping'; number: number }
  | { kind: 'answer'; number: number; value?: unknown; problem?: string }
  | { kind: 'event'; number: number; event: PluginEvent };

let toGroma: MessagePort | undefined;
let handle: (event: PluginEvent) => unknown = () => undefined;
let calls = 0;
const waiting = new Map<number, { resolve(value: never): void; reject(problem: Error): void }>();

function call<T>(name: string, values: object): Promise<T> {
  const number = ++calls;
  return new Promise<T>((resolve, reject) => {
    waiting.set(number, { resolve, reject });
    send({ kind: 'call', number, name, values });
  });
}

function send(message: object): void {
  toGroma?.postMessage(message);
}

function receive(message: FromGroma): void {
  if (message.kind === 'ping') send({ kind: 'pong', number: message.number });
  else if (message.kind === 'answer') answer(message);
  else void answerEvent(message.number, message.event);
}

function answer({ number, value, problem }: Extract<FromGroma, { kind: 'answer' }>): void {
  const caller = waiting.get(number);
  waiting.delete(number);
  if (problem === undefined) caller?.resolve(value as never);
  else caller?.reject(new Error(problem));
}

async function answerEvent(number: number, event: PluginEvent): Promise<void> {
  try {
    send({ kind: 'done', number, value: await handle(event) });
  } catch (thrown) {
    send({ kind: 'done', number, problem: thrown instanceof Error ? thrown.message : String(thrown) });
  }
}

function run(handlers: Handlers, event: PluginEvent): unknown {
  const { name, of, position, location, part = '', values, text = '' } = event;
  if (name === 'command') return handlers.commands?.[of]?.();
  if (name === 'tool' && location) return handlers.drawn?.[of]?.(location);
  if (name === 'tool') return handlers.tools?.[of]?.({ position: position ?? [] });
  if (name === 'find') return handlers.finders?.[of]?.find(text);
  if (name === 'chosen') return handlers.finders?.[of]?.chosen(part);
  if (name === 'import' || name === 'export') return runFile(handlers, event);
  const panel = handlers.panels?.[of] ?? handlers.pages?.[of];
  if (name === 'opened') return panel?.opened();
  if (name === 'pressed') return panel?.pressed?.(part);
  return panel?.submitted?.(part, values ?? {});
}

function runFile(
  handlers: Handlers,
  { name, of, file, fileName = '', bytes, objects }: PluginEvent,
): unknown {
  if (name === 'export')
    return handlers.exporters?.[of]?.({
      objects: objects ?? [],
      write: (part) => call('export.write', { file, part }),
    });
  return handlers.importers?.[of]?.({
    name: fileName,
    bytes: bytes ?? new Uint8Array(),
    add: (added, crs) => call('import.add', { file, objects: added, ...(crs !== undefined && { crs }) }),
  });
}
