import { isReference, MAX_FORMULA, type Field } from '#core/protocol';
import {
  ExpressionError,
  parseExpression,
  operandsOf,
  type ExpressionNode,
  type ExpressionProblem,
} from './parse.ts';

/** Types that a computed field can have. */
export const COMPUTED_TYPES: readonly Field['type'][] = ['number', 'integer', 'text'];

type ResultType = 'number' | 'text' | 'condition';

/**
 * Returns why the expression of a computed field cannot be used with these fields, or undefined. It reads fields with
 * a text, number, date or choice that are not computed themselves.
 */
export function expressionProblem(
  { computed = '', type }: Pick<Field, 'computed' | 'type'>,
  fields: readonly Field[],
): ExpressionProblem | undefined {
  try {
    const result = typeOf(parseExpression(computed), fields);
    if (result === 'condition') return { kind: 'unexpected', part: computed.slice(0, 20) };
    return result === 'text' && type !== 'text' ? { kind: 'not-a-number', part: computed } : undefined;
  } catch (thrown) {
    if (thrown instanceof ExpressionError) return thrown.problem;
    throw thrown;
  }
}

const CONDITIONS: ReadonlySet<ExpressionNode['kind']> = new Set([
  'boolean',
  'comparison',
  'not',
  'and',
  'or',
  'in',
  'null',
]);

/**
 * Returns why a text cannot be the condition of a form with these fields, or undefined. It reads fields that are not
 * computed, of every type but images and relations; a form does not know the geometry.
 */
export function conditionProblem(text: string, fields: readonly Field[]): ExpressionProblem | undefined {
  try {
    const node = parseExpression(text);
    refuseUnusable(node, fields);
    // Joined with the condition of a group it is in brackets.
    parseExpression(`(${text})`, text.length + 2);
    const isYesOrNo =
      node.kind === 'field' && fields.some(({ name, type }) => name === node.name && type === 'boolean');
    return isYesOrNo || CONDITIONS.has(node.kind) ? undefined : { kind: 'not-a-condition', part: text };
  } catch (thrown) {
    if (thrown instanceof ExpressionError) return thrown.problem;
    throw thrown;
  }
}

/**
 * Returns why a text is no condition on objects, or undefined. Fields may be missing in objects; where those of the type
 * are known, it reads none but them, and a field alone is a condition only if it is yes or no.
 */
export function filterProblem(
  text: string,
  fields?: readonly Pick<Field, 'name' | 'type'>[],
): ExpressionProblem | undefined {
  try {
    const node = parseExpression(text, MAX_FORMULA);
    if (fields) refuseUnknown(node, fields);
    return mayHold(node, fields) ? undefined : { kind: 'not-a-condition', part: text.slice(0, 100) };
  } catch (thrown) {
    if (thrown instanceof ExpressionError) return thrown.problem;
    throw thrown;
  }
}

/** Whether it can be true for an object. */
function mayHold(node: ExpressionNode, fields: readonly Pick<Field, 'name' | 'type'>[] | undefined): boolean {
  if (node.kind === 'field')
    return !fields || fields.some(({ name, type }) => name === node.name && type === 'boolean');
  if (node.kind !== 'call') return CONDITIONS.has(node.kind);
  if (node.name !== 'if' && node.name !== 'coalesce') return false;
  const results = node.name === 'if' ? node.of.slice(1) : node.of;
  return results.some((result) => mayHold(result, fields));
}

function refuseUnknown(node: ExpressionNode, fields: readonly Pick<Field, 'name'>[]): void {
  if (node.kind === 'field' && !fields.some(({ name }) => name === node.name))
    throw new ExpressionError({ kind: 'unknown-field', part: node.name });
  for (const operand of operandsOf(node)) refuseUnknown(operand, fields);
}

function refuseUnusable(node: ExpressionNode, fields: readonly Field[]): void {
  if (node.kind === 'measure') throw new ExpressionError({ kind: 'unexpected', part: `$${node.name}` });
  if (node.kind === 'field') {
    const field = fields.find(({ name }) => name === node.name);
    if (!field) throw new ExpressionError({ kind: 'unknown-field', part: node.name });
    if (field.computed !== undefined || isReference(field))
      throw new ExpressionError({ kind: 'unusable-field', part: node.name });
  }
  for (const operand of operandsOf(node)) refuseUnusable(operand, fields);
}

function typeOf(node: ExpressionNode, fields: readonly Field[]): ResultType {
  switch (node.kind) {
    case 'number':
    case 'measure':
      return 'number';
    case 'text':
      return 'text';
    case 'boolean':
      return 'condition';
    case 'field':
      return typeOfField(node.name, fields);
    case 'minus':
      return numeric(node.of, fields);
    case 'operation': {
      if (node.operator !== '+') {
        numeric(node.left, fields);
        return numeric(node.right, fields);
      }
      const types = [typeOf(node.left, fields), typeOf(node.right, fields)];
      return types.includes('text') ? 'text' : 'number';
    }
    case 'call':
      return typeOfCall(node, fields);
    default:
      for (const operand of operandsOf(node)) typeOf(operand, fields);
      return 'condition';
  }
}

function typeOfCall(
  { name, of }: Extract<ExpressionNode, { kind: 'call' }>,
  fields: readonly Field[],
): ResultType {
  if (name === 'round' || name === 'abs') {
    for (const each of of) numeric(each, fields);
    return 'number';
  }
  const types = of.map((each) => typeOf(each, fields));
  if (name === 'upper' || name === 'lower') return 'text';
  const results = name === 'if' ? types.slice(1) : types;
  if (name === 'if' && types[0] !== 'condition')
    throw new ExpressionError({ kind: 'unexpected', part: 'if(' });
  return results.every((type) => type === 'number') ? 'number' : 'text';
}

function numeric(node: ExpressionNode, fields: readonly Field[]): 'number' {
  if (typeOf(node, fields) === 'number') return 'number';
  throw new ExpressionError({ kind: 'not-a-number', part: partOf(node) });
}

function partOf(node: ExpressionNode): string {
  if (node.kind === 'field') return node.name;
  return node.kind === 'text' ? `'${node.value}'` : '+';
}

function typeOfField(name: string, fields: readonly Field[]): ResultType {
  const field = fields.find((each) => each.name === name);
  if (!field) throw new ExpressionError({ kind: 'unknown-field', part: name });
  if (field.computed !== undefined) throw new ExpressionError({ kind: 'unusable-field', part: name });
  switch (field.type) {
    case 'number':
    case 'integer':
      return 'number';
    case 'text':
    case 'date':
    case 'choice':
      return 'text';
    default:
      throw new ExpressionError({ kind: 'unusable-field', part: name });
  }
}
