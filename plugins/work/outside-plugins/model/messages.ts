import * as z from 'zod/mini';
import { geometry, properties, typeName, uuid, type Geometry } from '#core/protocol';

const number = z.int();
/** What the code of a plugin may say; anything else ends it. */
export const fromPlugin = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ready') }),
  z.strictObject({ kind: z.literal('pong'), number }),
  z.strictObject({
    kind: z.literal('done'),
    number,
    problem: z.optional(z.string()),
    /** What the event asked for. */
    value: z.optional(z.unknown()),
  }),
  z.strictObject({
    kind: z.literal('call'),
    number,
    name: z.string().check(z.maxLength(40)),
    values: z.record(z.string(), z.unknown()),
  }),
]);
export type FromPlugin = z.output<typeof fromPlugin>;

/** What happened that a plugin handles. */
export interface PluginEvent {
  readonly name:
    | 'command'
    | 'tool'
    | 'opened'
    | 'pressed'
    | 'submitted'
    | 'find'
    | 'chosen'
    | 'import'
    | 'export';
  /** Id of the command, tool, panel, page, finder, importer or exporter in its manifest. */
  readonly of: string;
  readonly position?: readonly number[];
  /** What was drawn with a tool. */
  readonly location?: Geometry;
  readonly part?: string;
  readonly values?: FieldValues;
  /** What is searched. */
  readonly text?: string;
  /** By which calls refer to the file that is read or written. */
  readonly file?: string;
  /** The file that is read. */
  readonly fileName?: string;
  readonly bytes?: Uint8Array;
  /** What is written to a file. */
  readonly objects?: readonly ExportedObject[];
}
/** An object of an export, in WGS 84. */
export interface ExportedObject {
  readonly typeName: string;
  readonly location: Geometry | null;
  readonly properties: Readonly<Record<string, unknown>>;
}
export type FieldValues = Readonly<Record<string, string | number | boolean | null>>;

const text = (max: number) => z.string().check(z.maxLength(max));
const name = text(80).check(z.minLength(1));
const field = z.discriminatedUnion('type', [
  z.strictObject({ name, label: text(120), type: z.literal('text'), value: z.optional(text(2000)) }),
  z.strictObject({ name, label: text(120), type: z.literal('number'), value: z.optional(z.number()) }),
  z.strictObject({ name, label: text(120), type: z.literal('yesNo'), value: z.optional(z.boolean()) }),
  z.strictObject({
    name,
    label: text(120),
    type: z.literal('choice'),
    value: z.optional(text(200)),
    choices: z.array(z.strictObject({ value: text(200), label: text(200) })).check(z.maxLength(200)),
  }),
]);
export type Field = z.output<typeof field>;

const cell = z.union([text(500), z.number()]);
const MOST_IN_CHART = 2000;
const points = <S extends z.ZodMiniType>(schema: S) =>
  z.array(schema).check(z.minLength(1), z.maxLength(MOST_IN_CHART));
/** Numbers over numbers or names; null is a gap. */
const chart = z.strictObject({
  kind: z.literal('chart'),
  form: z.enum(['bars', 'line', 'points']),
  title: text(120).check(z.minLength(1)),
  across: z.strictObject({ title: text(120), values: z.union([points(z.number()), points(text(120))]) }),
  up: z.strictObject({ title: text(120) }),
  series: z
    .array(z.strictObject({ title: text(120).check(z.minLength(1)), values: points(z.nullable(z.number())) }))
    .check(z.minLength(1), z.maxLength(6)),
});
export type Chart = z.output<typeof chart>;

/** One part of a panel. Texts are shown as they are, never as markup. */
const block = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['heading', 'text']), text: text(5000) }),
  z.strictObject({
    kind: z.literal('table'),
    columns: z.array(text(120)).check(z.minLength(1), z.maxLength(20)),
    rows: z.array(z.array(cell).check(z.maxLength(20))).check(z.maxLength(1000)),
  }),
  z.strictObject({ kind: z.literal('button'), id: name, label: text(120).check(z.minLength(1)) }),
  z.strictObject({
    kind: z.literal('form'),
    id: name,
    fields: z.array(field).check(z.minLength(1), z.maxLength(40)),
    submit: text(120).check(z.minLength(1)),
  }),
  chart,
]);
export type Block = z.output<typeof block>;

/** Most shapes, and most labels, that a plugin shows over the map, and the positions of the shapes together. */
const MAX_SHAPES = 1000;
export const MAX_OVERLAY_POSITIONS = 50_000;
const degrees = z.tuple([
  z.number().check(z.minimum(-180), z.maximum(180)),
  z.number().check(z.minimum(-90), z.maximum(90)),
]);

/** Most objects that one call lists, or changes. */
export const MAX_OBJECTS = 10_000;

const place = z.enum(['project', 'organization']);
const documentName = z.string().check(z.regex(/^[a-z0-9][a-z0-9._-]{0,79}$/i));
const ids = z.array(uuid).check(z.maxLength(MAX_OBJECTS));
const ofObjects = <S extends z.ZodMiniType>(schema: S) =>
  z.optional(z.array(schema).check(z.maxLength(MAX_OBJECTS)));

/** The calls of a plugin, with the form of their values. */
export const CALLS = {
  'objects.list': z.strictObject({ typeName }),
  'objects.write': z.strictObject({
    create: ofObjects(z.strictObject({ typeName, location: geometry, properties })),
    change: ofObjects(
      z.strictObject({ id: uuid, location: z.optional(geometry), properties: z.optional(properties) }),
    ),
    remove: z.optional(ids),
  }),
  'selection.get': z.strictObject({}),
  'selection.set': z.strictObject({ ids }),
  'view.get': z.strictObject({}),
  'view.show': z.strictObject({
    center: degrees,
    zoom: z.optional(z.number().check(z.minimum(0), z.maximum(28))),
  }),
  'overlay.show': z.strictObject({
    shapes: z
      .array(
        z.strictObject({
          location: geometry,
          colour: z.optional(z.string().check(z.regex(/^#[0-9a-f]{6}$/i))),
          dashed: z.optional(z.boolean()),
        }),
      )
      .check(z.maxLength(MAX_SHAPES)),
    labels: z
      .array(z.strictObject({ position: degrees, text: text(80).check(z.minLength(1)) }))
      .check(z.maxLength(MAX_SHAPES)),
  }),
  message: z.strictObject({ text: text(500).check(z.minLength(1)), kind: z.enum(['info', 'error']) }),
  'panel.show': z.strictObject({
    panel: text(40),
    blocks: z.array(block).check(z.maxLength(100)),
    open: z.boolean(),
  }),
  'store.get': z.strictObject({ place, name: documentName }),
  'store.set': z.strictObject({ place, name: documentName, value: z.unknown() }),
  'store.remove': z.strictObject({ place, name: documentName }),
  'store.list': z.strictObject({ place }),
  'store.open': z.strictObject({ place, name: documentName, version: z.optional(z.int()) }),
  'store.replace': z.strictObject({
    place,
    name: documentName,
    value: z.unknown(),
    version: z.int().check(z.minimum(0)),
  }),
  'store.versions': z.strictObject({ place, name: documentName }),
  'store.usage': z.strictObject({ place }),
  'jobs.run': z.strictObject({ place, job: text(40), input: z.optional(z.unknown()) }),
  fetch: z.strictObject({
    url: text(8000),
    method: z.optional(z.enum(['GET', 'POST'])),
    headers: z.optional(
      z.strictObject({
        accept: z.optional(text(4000)),
        'content-type': z.optional(text(4000)),
        authorization: z.optional(text(4000)),
      }),
    ),
    body: z.optional(text(256 * 1024)),
  }),
  language: z.strictObject({}),
  'import.add': z.strictObject({
    file: uuid,
    objects: z
      .array(z.strictObject({ location: geometry, properties }))
      .check(z.minLength(1), z.maxLength(MAX_OBJECTS)),
    /** `EPSG:<code>` of the coordinates; WGS 84 if it is missing. The first of a file holds. */
    crs: z.optional(z.string().check(z.regex(/^EPSG:\d{4,6}$/))),
  }),
  'export.write': z.strictObject({
    file: uuid,
    part: z.union([text(4_000_000), z.instanceof(Uint8Array)]),
  }),
} as const;
export type CallName = keyof typeof CALLS;
export type ValuesOf<N extends CallName> = z.output<(typeof CALLS)[N]>;

/** The answer of a finder. */
export const searchResults = z
  .array(z.strictObject({ id: name, title: text(120).check(z.minLength(1)), detail: z.optional(text(200)) }))
  .check(z.maxLength(20));
