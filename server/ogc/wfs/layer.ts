import type { Field } from '#core/protocol';
import type { TypeSummary } from '../features/extents.ts';
import { queryablesOf, type Queryable } from '../features/queryables.ts';
import {
  EVERYTHING,
  PROJECT_ELEMENT,
  scopeWithin,
  typesOf,
  type FeatureType,
  type Root,
} from '../features/types.ts';
import type { Scope } from '../../shared/access/scope.ts';
import type { Queries } from '../../platform/db/database.ts';
import { WfsError } from './exceptions.ts';

/** A feature type of the service: an object type, or objects of every type. */
export interface WfsLayer {
  /** Element name without prefix. */
  element: string;
  type: FeatureType | undefined;
  /** Properties other than the geometry, in schema order. */
  properties: LayerProperty[];
  scope: Scope;
}

export interface LayerProperty {
  element: string;
  /** A field of the object type; undefined for common properties. */
  field: Field | undefined;
  /** Name in the API. */
  name: string;
}

/** Title and extent of a layer, for the list of feature types. */
export interface LayerDescription {
  layer: WfsLayer;
  title: string;
  extent: TypeSummary | undefined;
}

const EVERY_OBJECT = ['typeName', 'projectId', 'createdAt', 'updatedAt', 'properties'];

export async function layersOf(db: Queries, root: Root): Promise<WfsLayer[]> {
  return [...(await typesOf(db, root)).map((type) => layerOf(root, type)), everything(root)];
}

/** The feature types named in a request. Throws WfsError for unknown ones. */
export async function layersNamed(
  db: Queries,
  root: Root,
  names: readonly string[],
  locator: string,
): Promise<WfsLayer[]> {
  const all = await layersOf(db, root);
  return names.map((name) => layerNamed(all, name, locator));
}

export function layerNamed(layers: readonly WfsLayer[], name: string, locator: string): WfsLayer {
  // Clients choose their own prefix: GDAL sends `feature:parcel`.
  const local = name.replace(/^(?:[^:{}]+:|\{[^}]*\})/, '');
  const found = layers.find(({ element }) => element === local);
  if (found) return found;
  throw new WfsError('InvalidParameterValue', locator, 'wfs.no-such-type', { type: name.slice(0, 120) });
}

export function everything(root: Root): WfsLayer {
  return {
    element: EVERYTHING,
    type: undefined,
    properties: EVERY_OBJECT.map((name) => ({ name, element: name, field: undefined })),
    scope: scopeWithin(root),
  };
}

function layerOf(root: Root, type: FeatureType): WfsLayer {
  const fields = type.fields.map((field) => ({
    name: field.name,
    field,
    element: type.elements.get(field.name)!,
  }));
  const project = { name: 'projectId', element: PROJECT_ELEMENT, field: undefined };
  return {
    element: type.element,
    type,
    properties: root.projectId ? fields : [...fields, project],
    scope: scopeWithin(root, [type]),
  };
}

/** Properties usable in filters, by element name and plain name. */
export function queryablesByElement({ type }: WfsLayer): Map<string, Queryable> {
  const found = queryablesOf(type);
  for (const [name, element] of type?.elements ?? []) found.set(element, found.get(name)!);
  return found;
}
