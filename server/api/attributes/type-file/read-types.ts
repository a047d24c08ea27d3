import {
  TYPE_FILE_FORMAT,
  TYPE_FILE_VERSION,
  typeFile,
  type DescribedType,
  type Language,
} from '#core/protocol';
import { HttpError } from '../../../base/http-error.ts';
import { sentence } from '../../../base/language.ts';
import { readAs } from '../../../http/parse.ts';
import { definitionFaults, layoutFaults } from '../../../shared/attributes/definition.ts';
import { MAX_NESTING, placeAt, tooDeepAt, treeOf, type TextPlace } from './places.ts';

/** Errors that are named; a file with one mistake often has it everywhere. */
const MAX_NAMED = 50;

/**
 * Reads a file of object types. Throws HttpError 422 whose errors name the line and the path of everything that cannot
 * be used, also of values that are unknown here.
 */
export function readTypeFile(text: string, language: Language): DescribedType[] {
  const refuse = (key: string, place: TextPlace): never => {
    const values = { ...place, format: TYPE_FILE_FORMAT, max: MAX_NESTING, known: TYPE_FILE_VERSION };
    throw new HttpError(422, `attributes.file-${key}`, values);
  };
  const content = text.replace(/^\uFEFF/, '');
  const deep = tooDeepAt(content);
  if (deep) refuse('deep', deep);
  const tree = treeOf(content);
  if ('line' in tree) return refuse('no-json', tree);
  const value = JSON.parse(content) as unknown;
  const { format, version } = (value ?? {}) as { format?: unknown; version?: unknown };
  if (format !== TYPE_FILE_FORMAT) refuse('other', placeAt(content, tree, 'format'));
  if (typeof version === 'number' && version > TYPE_FILE_VERSION)
    refuse('newer', placeAt(content, tree, 'version'));
  const { types, faults } = typesIn(value, language);
  if (faults.length === 0) return types;
  const errors = faults.slice(0, MAX_NAMED).map(({ path, message }) => {
    const { line } = placeAt(content, tree, path);
    return { path, message: sentence(language, 'attributes.file-at', { line, path, message }) };
  });
  const [first] = errors;
  throw faults.length > 1
    ? new HttpError(422, 'attributes.file-faults', { count: faults.length }, { errors })
    : new HttpError(422, 'attributes.file-fault', { first: first!.message }, { errors });
}

interface Fault {
  path: string;
  message: string;
}

function typesIn(value: unknown, language: Language): { types: DescribedType[]; faults: Fault[] } {
  const { data, errors } = readAs(typeFile, value, '', language);
  if (errors)
    return { types: [], faults: errors.map((each) => ({ ...each, path: each.path.replace(/^\./, '') })) };
  const faults = unknownPaths(value, data, '').map((path) => ({
    path,
    message: sentence(language, 'attributes.file-unknown'),
  }));
  const seen = new Set<string>();
  data.types.forEach((type, n) => {
    if (seen.has(type.name))
      faults.push({
        path: `types[${n}].name`,
        message: sentence(language, 'attributes.file-twice', { name: type.name }),
      });
    seen.add(type.name);
    const layout = { fields: type.fields ?? [], groups: type.groups };
    for (const { path, message } of [...definitionFaults(type, language), ...layoutFaults(layout, language)])
      faults.push({ path: `types[${n}].${path}`, message });
  });
  return { types: data.types, faults };
}

/** What the file says and the schema does not know. */
function unknownPaths(given: unknown, known: unknown, path: string): string[] {
  if (typeof given !== 'object' || given === null) return [];
  if (Array.isArray(given))
    return given.flatMap((each, n) => unknownPaths(each, (known as unknown[])[n], `${path}[${n}]`));
  return Object.entries(given).flatMap(([key, value]) => {
    const inner = path === '' ? key : `${path}.${key}`;
    if (!Object.hasOwn(known as object, key)) return [inner];
    return unknownPaths(value, (known as Record<string, unknown>)[key], inner);
  });
}
