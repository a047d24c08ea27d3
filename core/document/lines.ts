import { propertyOf } from '#core/kernel';
import type { Geometry, GeometryObject } from '#core/protocol';
import type { Extent } from './contract.ts';
import type { MapObject, ServerRecord } from './object.ts';
import { extentOf } from './runs.ts';

/** An object read from one line of the server's response; its JSON is parsed on first use. */
export interface ReceivedObject {
  readonly object: MapObject;
  readonly record: ServerRecord;
}

/** Returns the extent of an object's location, without parsing its coordinates where the server has sent it. */
export function extentOfObject(object: MapObject): Extent {
  return ListedObject.summaryOf(object)?.extent ?? extentOf(object.location);
}

/** Returns type and extent of an object whose JSON is not parsed yet; undefined once it is. */
export function unreadSummaryOf(object: MapObject): LocationSummary | undefined {
  return ListedObject.unread(object) === undefined ? undefined : ListedObject.summaryOf(object);
}

/**
 * Returns a filter that is false for objects whose attributes certainly do not contain the text, ignoring case. The
 * JSON of an unparsed object is searched as text, much faster than parsing it.
 */
export function mayContainText(text: string): (object: MapObject) => boolean {
  const written = JSON.stringify(text.toLowerCase()).slice(1, -1);
  return (object) => ListedObject.unread(object)?.toLowerCase().includes(written) !== false;
}

/**
 * Returns the value of an attribute; undefined without one. In the JSON of an unparsed object it is searched for, many
 * times faster than parsing it.
 */
export function peekProperty(object: MapObject, name: string): unknown {
  const json = ListedObject.unread(object);
  const found = json === undefined ? undefined : searchProperty(json, name);
  return found ? found.value : propertyOf(object.properties, name);
}

/** Undefined where only parsing shows the value. */
function searchProperty(json: string, name: string): { value: unknown } | undefined {
  const begin = json.indexOf('"properties":{');
  const end = json.indexOf('},"typeName":', begin);
  if (begin < 0 || end < 0) return undefined;
  const start = begin + '"properties":'.length;
  // Objects in the attributes could have keys of the same name.
  const inner = json.indexOf('{', start + 1);
  if (inner >= 0 && inner < end) return undefined;
  const key = `${JSON.stringify(name)}:`;
  // In a text a quote is escaped, so that a key is found only where it is one.
  let at = json.indexOf(key, start);
  while (at >= 0 && at < end && json[at - 1] !== '{' && json[at - 1] !== ',') at = json.indexOf(key, at + 1);
  if (at < 0 || at >= end) return { value: undefined };
  VALUE.lastIndex = at + key.length;
  const [text] = VALUE.exec(json) ?? [];
  return text === undefined ? undefined : { value: JSON.parse(text) };
}

/** A text, number, true, false or null of JSON. */
const VALUE = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null/y;

/** Type and extent of a location, known without parsing it. */
export interface LocationSummary {
  readonly type: Geometry['type'];
  readonly extent: Extent;
}

/** Position and length of the id in an object's JSON, which begins with it. */
const ID_AT = '{"id":"'.length;
const ID = 36;

/**
 * Reads the response of `listGeometryLines`: one line per object, with tabs between version, extent, types and JSON.
 * The JSON of most objects is never parsed: objects drawn small or out of view need only their extent.
 */
export function readLines(text: string): ReceivedObject[] {
  const objects: ReceivedObject[] = [];
  // A type's name may contain tabs, so it comes as JSON; there are few of them.
  const names = new Map<string, string>();
  const nameOf = (json: string): string => {
    const name = names.get(json) ?? (JSON.parse(json) as string);
    names.set(json, name);
    return name;
  };
  for (let at = 0; at < text.length;) {
    let end = text.indexOf('\n', at);
    if (end < 0) end = text.length;
    let from = at;
    const field = (): string => {
      const to = text.indexOf('\t', from);
      const value = text.slice(from, to);
      from = to + 1;
      return value;
    };
    const version = Number(field());
    const extent: Extent = [Number(field()), Number(field()), Number(field()), Number(field())];
    const type = field() as Geometry['type'];
    const typeName = nameOf(field());
    const object = new ListedObject(text.slice(from, end), typeName, { type, extent });
    objects.push({ object, record: new ListedRecord(version, object) });
    at = end + 1;
  }
  return objects;
}

/** The values are own properties, so that copies include them; they are parsed from JSON on first use. */
class ListedObject implements MapObject {
  static readonly #location = ownValue<ListedObject>((it) => it.#parse().location);
  static readonly #properties = ownValue<ListedObject>((it) => it.#parse().properties);
  static readonly #relatesTo = ownValue<ListedObject>((it) => it.#parse().relatesTo);
  static readonly #labelAt = ownValue<ListedObject>((it) => it.#parse().labelAt);
  readonly id: string;
  declare readonly location: MapObject['location'];
  declare readonly properties: MapObject['properties'];
  declare readonly relatesTo: MapObject['relatesTo'];
  declare readonly labelAt?: MapObject['labelAt'];
  readonly #summary: LocationSummary;
  #json: string | undefined;
  #parsed: GeometryObject | undefined;

  constructor(
    json: string,
    readonly typeName: string,
    summary: LocationSummary,
  ) {
    this.#summary = summary;
    this.id = json.slice(ID_AT, ID_AT + ID);
    this.#json = json;
    // `defineProperties` would take a third longer.
    Object.defineProperty(this, 'location', ListedObject.#location);
    Object.defineProperty(this, 'properties', ListedObject.#properties);
    Object.defineProperty(this, 'relatesTo', ListedObject.#relatesTo);
    // Few have a label moved by hand: it is the last value of their JSON, the only one there that is a list.
    if (json.endsWith(']}')) Object.defineProperty(this, 'labelAt', ListedObject.#labelAt);
  }

  static summaryOf(object: MapObject): LocationSummary | undefined {
    return #summary in object ? object.#summary : undefined;
  }

  /** Its JSON, until it is read. */
  static unread(object: MapObject): string | undefined {
    return #json in object ? object.#json : undefined;
  }

  static metadataOf(object: ListedObject): GeometryObject['metadata'] {
    return object.#parse().metadata;
  }

  #parse(): GeometryObject {
    this.#parsed ??= JSON.parse(this.#json!) as GeometryObject;
    this.#json = undefined;
    return this.#parsed;
  }
}

class ListedRecord implements ServerRecord {
  static readonly #metadata = ownValue<ListedRecord>((it) => ListedObject.metadataOf(it.#object));
  declare readonly metadata: GeometryObject['metadata'];
  readonly #object: ListedObject;

  constructor(
    readonly version: number,
    object: ListedObject,
  ) {
    this.#object = object;
    Object.defineProperty(this, 'metadata', ListedRecord.#metadata);
  }
}

/** One property descriptor for all instances: closures per object would dominate the loading time. */
function ownValue<Of>(read: (of: Of) => unknown): PropertyDescriptor {
  return {
    enumerable: true,
    get(this: Of): unknown {
      return read(this);
    },
  };
}
