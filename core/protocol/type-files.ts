import * as z from 'zod/mini';
import { attributeFields, fieldGroups, objectType } from './attributes.ts';
import { defineCall, TIMEOUT } from './call.ts';
import { like, localized, name, uuid } from './common.ts';
import { GEOMETRY_TYPES } from './geometry.ts';
import { style } from './style.ts';

/** What `format` says in a file of object types. */
export const TYPE_FILE_FORMAT = 'groma-object-types';
export const TYPE_FILE_VERSION = 1;
/** Most characters of a file of object types. */
export const MAX_TYPE_FILE = 2_000_000;
/** Most types in a file. */
export const MAX_TYPES_IN_FILE = 200;

/** An object type without what belongs to one server: its id, version, projects and pictures. */
export const describedType = z.object({
  name,
  /** Default: the name. */
  title: z.optional(localized),
  /** Null or missing: objects of the type may have any geometry. */
  geometryType: z.optional(z.nullable(z.enum(GEOMETRY_TYPES))),
  fields: z.optional(attributeFields),
  groups: z.optional(fieldGroups),
  /** Default: the next colour of the palette. */
  style: z.optional(style),
  icon: z.optional(z.nullable(z.string().check(z.maxLength(120)))),
});
export type DescribedType = z.output<typeof describedType>;

/** A file of object types: JSON. */
export const typeFile = z.object({
  format: z.literal(TYPE_FILE_FORMAT),
  version: z.literal(TYPE_FILE_VERSION),
  types: z.array(describedType).check(z.minLength(1), z.maxLength(MAX_TYPES_IN_FILE)),
});
export type TypeFile = z.output<typeof typeFile>;

const text = z.string().check(z.maxLength(MAX_TYPE_FILE));
/** Where the types are to be; none: in all projects of the organization. */
const projectIds = z.array(uuid).check(z.maxLength(10_000));

export const typeInFile = z.extend(describedType, {
  /** A type of this name is there already, in one of the projects. */
  exists: z.boolean(),
  /** That type has the same geometry, fields and groups. */
  isSame: z.boolean(),
  /** A name that is free. */
  freeName: z.string(),
});
export type TypeInFile = z.output<typeof typeInFile>;

export const saveTypes = defineCall({
  id: 'attributes.file',
  method: 'GET',
  path: '/attributes/file',
  summary:
    'Object types as a file (JSON) that `POST /attributes/file` reads, without their pictures: those with the comma-separated `ids`, or all that the caller sees; 404 if one of `ids` is not among them, 409 for more than 200.',
  authorization: 'geometries.read',
  query: z.object({
    ids: z.optional(
      like(
        '2f1e1d5c-0000-4000-8000-000000000000,2f1e1d5c-0000-4000-8000-000000000001',
        /^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,199}$/i,
      ),
    ),
  }),
  answer: typeFile,
});
export const readTypes = defineCall({
  id: 'attributes.readFile',
  method: 'POST',
  path: '/attributes/file',
  summary:
    'The object types in a file, and which of their names exist already in these projects. Nothing is stored. 422 with the line of each error.',
  authorization: 'attributes.write',
  body: z.object({ text, projectIds: z._default(projectIds, []) }),
  answer: z.object({ types: z.array(typeInFile) }),
  timeout: TIMEOUT.files,
});
export const takeTypes = defineCall({
  id: 'attributes.takeFile',
  method: 'POST',
  path: '/attributes/file/types',
  summary:
    'Creates the chosen object types of a file, each under its name or `as` another: all of them or, when one cannot be created, none.',
  authorization: 'attributes.write',
  body: z.object({
    text,
    projectIds: z._default(projectIds, []),
    take: z
      .array(z.object({ name, as: z.optional(name) }))
      .check(z.minLength(1), z.maxLength(MAX_TYPES_IN_FILE)),
  }),
  answer: z.array(objectType),
  timeout: TIMEOUT.files,
});
