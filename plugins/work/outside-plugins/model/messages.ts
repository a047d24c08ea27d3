import * as z from 'zod/mini';
import { geometry, properties, typeName, uuid } from '#core/protocol';

const number = z.int();
/** What the code of a plugin may say; anything else ends it. */
export const fromPlugin = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ready') }),
  z.strictObject({ kind: z.literal('pong'), number }),
  z.strictObject({ kind: z.literal('done'), number, problem: z.optional(z.string()) }),
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
  readonly name: 'command' | 'tool' | 'opened' | 'pressed' | 'submitted';
  /** Id of the command, tool or panel in its manifest. */
  readonly of: string;
  readonly position?: readonly number[];
  readonly part?: string;
  readonly values?: FieldValues;
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
]);
export type Block = z.output<typeof block>;

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
    center: z.tuple([
      z.number().check(z.minimum(-180), z.maximum(180)),
      z.number().check(z.minimum(-90), z.maximum(90)),
    ]),
    zoom: z.optional(z.number().check(z.minimum(0), z.maximum(28))),
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
} as const;
export type CallName = keyof typeof CALLS;
export type ValuesOf<N extends CallName> = z.output<(typeof CALLS)[N]>;
