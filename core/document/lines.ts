import type { Geometry, GeometryObject } from '#core/protocol';
import type { Extent } from './contract.ts';
import type { MapObject, ServerRecord } from './object.ts';
import { extentOf } from './runs.ts';

/** An object as a line of the server's answer tells it: the rest of it is read when it is first asked for. */
export interface Listed {
  readonly object: MapObject;
  readonly record: ServerRecord;
}

/** Extent of an object's location, without a look at its coordinates where the server has told it. */
export function extentOfObject(object: MapObject): Extent {
  return ListedObject.told(object)?.extent ?? extentOf(object.location);
}

/** What is known of an object's location while nobody has read it; undefined once it is there to be looked at. */
export function unreadSummaryOf(object: MapObject): LocationSummary | undefined {
  return ListedObject.unread(object) === undefined ? undefined : ListedObject.told(object);
}

/**
 * Says no of an object whose attributes surely do not hold the text, in whatever case; of one that nobody has read its line
 * is looked through, which takes far less than reading it.
 */
export function mayContainText(text: string): (object: MapObject) => boolean {
  const written = JSON.stringify(text.toLowerCase()).slice(1, -1);
  return (object) => ListedObject.unread(object)?.toLowerCase().includes(written) !== false;
}

/** What a line tells of the location that is in its JSON. */
export interface LocationSummary {
  readonly type: Geometry['type'];
  readonly extent: Extent;
}

/** Where the id stands in an object's JSON, which begins with it. */
const ID_AT = '{"id":"'.length;
const ID = 36;

/**
 * Reads the answer of `listGeometryLines`: a line an object, with tabs between version, extent, types and JSON. The JSON of
 * most objects is never looked at: what is drawn small, or out of the picture, is known by its extent.
 */
export function readLines(text: string): Listed[] {
  const objects: Listed[] = [];
  // A type's name may hold tabs, and so comes as JSON; there are few of them.
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

/** Values are its own, so that copies have them; they are read from its JSON when one is first asked for. */
class ListedObject implements MapObject {
  static readonly #location = ownValue<ListedObject>((it) => it.#parse().location);
  static readonly #properties = ownValue<ListedObject>((it) => it.#parse().properties);
  static readonly #relatesTo = ownValue<ListedObject>((it) => it.#parse().relatesTo);
  readonly id: string;
  declare readonly location: MapObject['location'];
  declare readonly properties: MapObject['properties'];
  declare readonly relatesTo: MapObject['relatesTo'];
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
    // All three in one call take a third longer.
    Object.defineProperty(this, 'location', ListedObject.#location);
    Object.defineProperty(this, 'properties', ListedObject.#properties);
    Object.defineProperty(this, 'relatesTo', ListedObject.#relatesTo);
  }

  static told(object: MapObject): LocationSummary | undefined {
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

/** A property shared by all of a class: closures for each object would take longer than all else. */
function ownValue<Of>(read: (of: Of) => unknown): PropertyDescriptor {
  return {
    enumerable: true,
    get(this: Of): unknown {
      return read(this);
    },
  };
}
