import { COMPUTED_TYPES, expressionProblem } from '#core/expression';
import { layoutProblems, type FormLayout } from '#core/fields';
import { isReference, VIEWERS, type Field, type Language, type Localized, type Style } from '#core/protocol';
import { sentence } from '../../base/language.ts';
import { HttpError } from '../../base/http-error.ts';
import { hasUnstorable, isCleanText } from '../../base/clean-text.ts';
import { fieldProblem } from './check.ts';
import { isPattern, isSlow } from './pattern.ts';
import { styleFaults } from './style-faults.ts';

interface Definition {
  name?: string | undefined;
  title?: Localized | undefined;
  icon?: string | null | undefined;
  fields?: readonly Field[] | undefined;
  style?: Style | undefined;
}

/** Throws HttpError 422 when the form of a type could not be shown, with the path of each error. */
export function refuseLayout(layout: FormLayout, language: Language): void {
  refuse(layoutFaults(layout, language));
}

/** What is wrong with groups and conditions: the path (`groups[1].when`) and a sentence of each error. */
export function layoutFaults(layout: FormLayout, language: Language): { path: string; message: string }[] {
  const faults = layoutProblems(layout).map(({ of, index, key, kind, part }) => ({
    path: `${of}[${index}].${key}`,
    message: sentence(language, `attributes.layout-${kind}`, { part: part.slice(0, 200) }),
  }));
  (layout.groups ?? []).forEach((group, n) => {
    if (hasUnstorable(group))
      faults.push({ path: `groups[${n}]`, message: sentence(language, 'attributes.name-unclean') });
  });
  return faults;
}

/** Throws HttpError 422 when a type could not be used with this definition, with the path of each error. */
export function refuseDefinition(definition: Definition, language: Language): void {
  refuse(definitionFaults(definition, language));
}

function refuse(faults: readonly { path: string; message: string }[]): void {
  const [first] = faults;
  if (!first) return;
  const errors = faults.map(({ path, message }) => ({ path: `body.${path}`, message }));
  throw new HttpError(422, 'attributes.unusable', { reason: first.message }, { errors });
}

/** Why a type could not be used with this definition: the path (`fields[2].choices`) and a sentence of each error. */
export function definitionFaults(
  definition: Definition,
  language: Language,
): { path: string; message: string }[] {
  const errors: { path: string; message: string }[] = [];
  const fault = (path: string, key: string, values: Record<string, string | number> = {}) =>
    errors.push({ path, message: sentence(language, `attributes.${key}`, values) });
  const { name, fields = [] } = definition;
  // Blocked layers name viewers and types in one list.
  if (name !== undefined && (VIEWERS as readonly string[]).includes(name))
    fault('name', 'name-of-a-viewer', { name });
  if (name !== undefined && !isCleanText(name)) fault('name', 'name-unclean');
  for (const part of ['title', 'icon', 'style'] as const)
    if (hasUnstorable(definition[part] ?? null)) fault(part, 'name-unclean');
  for (const { path, key, values } of definition.style ? styleFaults(definition.style) : [])
    errors.push({ path: `style.${path}`, message: sentence(language, `styles.${key}`, values) });
  const seen = new Set<string>();
  fields.forEach((field, n) => {
    const path = `fields[${n}]`;
    if (seen.has(field.name)) fault(`${path}.name`, 'field-twice', { field: field.name });
    seen.add(field.name);
    fieldFaults(field, fields, (part, key, more) => fault(path + part, key, more));
  });
  return errors;
}

type AddFault = (part: string, key: string, values?: FaultValues) => void;

function fieldFaults(field: Field, fields: readonly Field[], fault: AddFault): void {
  const values = { field: field.name };
  if (field.pattern && !isPattern(field.pattern))
    fault('.pattern', 'pattern-unusable', { ...values, pattern: field.pattern });
  else if (field.pattern && isSlow(field.pattern))
    fault('.pattern', 'pattern-slow', { ...values, pattern: field.pattern });
  if (field.min !== undefined && field.max !== undefined && field.min > field.max)
    fault('.min', 'range-empty', values);
  if (field.type === 'choice' && !field.choices?.length) fault('.choices', 'no-choices', values);
  if (field.computed === undefined) defaultFaults(field, (key, more) => fault('.default', key, more));
  else computedFaults(field, fields, (part, key, more) => fault(`.${part}`, key, more));
  if (hasUnstorable(field)) fault('', 'name-unclean');
}

type FaultValues = Record<string, string | number>;

/** A default that could not be stored would make every new object fail. */
function defaultFaults(field: Field, fault: (key: string, values: FaultValues) => void): void {
  if (field.default === undefined) return;
  const values = { field: field.name, value: String(field.default).slice(0, 60) };
  if (field.unique) fault('default-of-unique', values);
  else if (isReference(field)) fault('default-impossible', values);
  else if (fieldProblem(field, field.default)) fault('default-unfit', values);
}

function computedFaults(
  field: Field,
  fields: readonly Field[],
  fault: (part: string, key: string, values: FaultValues) => void,
): void {
  const { name } = field;
  if (!COMPUTED_TYPES.includes(field.type)) return fault('type', 'computed-type', { field: name });
  for (const part of ['required', 'unique', 'default', 'min', 'max', 'pattern'] as const)
    if (field[part] !== undefined && field[part] !== false) fault(part, 'computed-rule', { field: name });
  const problem = expressionProblem(field, fields);
  if (problem) fault('computed', `expression-${problem.kind}`, { field: name, part: problem.part });
}
