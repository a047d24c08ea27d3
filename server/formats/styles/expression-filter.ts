import { parseExpression, type ExpressionNode } from '#core/expression';
import { MAX_FORMULA } from '#core/protocol';
import { escapeXml } from '../xml-tree.ts';
import { Untranslatable } from './ogc-filter.ts';

type Comparison = Extract<ExpressionNode, { kind: 'comparison' }>;

const COMPARISONS: Readonly<Record<Exclude<Comparison['operator'], 'like'>, string>> = {
  '=': 'PropertyIsEqualTo',
  '<>': 'PropertyIsNotEqualTo',
  '<': 'PropertyIsLessThan',
  '<=': 'PropertyIsLessThanOrEqualTo',
  '>': 'PropertyIsGreaterThan',
  '>=': 'PropertyIsGreaterThanOrEqualTo',
};
const ARITHMETIC = { '+': 'Add', '-': 'Sub', '*': 'Mul', '/': 'Div' } as const;

/** An expression as the content of an OGC filter 1.1. Throws Untranslatable with what filters cannot say. */
export function filterOf(expression: string): string {
  return conditionXml(parseExpression(expression, MAX_FORMULA));
}

/** An expression as the content of a label. Throws Untranslatable. */
export function labelOf(expression: string): string {
  return operandXml(parseExpression(expression, MAX_FORMULA));
}

function conditionXml(node: ExpressionNode): string {
  switch (node.kind) {
    case 'and':
    case 'or':
      return tag(node.kind === 'and' ? 'And' : 'Or', conditionXml(node.left) + conditionXml(node.right));
    case 'not':
      return tag('Not', conditionXml(node.of));
    case 'null':
      return tag('PropertyIsNull', operandXml(node.of));
    case 'in': {
      const equal = node.list.map((each) => tag('PropertyIsEqualTo', operandXml(node.of) + operandXml(each)));
      return equal.length === 1 ? equal[0]! : tag('Or', equal.join(''));
    }
    case 'comparison':
      return comparisonXml(node);
    default:
      throw new Untranslatable(nameOf(node));
  }
}

function comparisonXml({ operator, left, right }: Comparison): string {
  const operands = operandXml(left) + operandXml(right);
  if (operator !== 'like') return tag(COMPARISONS[operator], operands);
  return `<ogc:PropertyIsLike wildCard="%" singleChar="_" escapeChar="\\">${operands}</ogc:PropertyIsLike>`;
}

function operandXml(node: ExpressionNode): string {
  switch (node.kind) {
    case 'number':
      return tag('Literal', String(node.value));
    case 'text':
      return tag('Literal', escapeXml(node.value));
    case 'boolean':
      return tag('Literal', String(node.value));
    case 'field':
      return tag('PropertyName', escapeXml(node.name));
    case 'minus':
      return tag('Sub', tag('Literal', '0') + operandXml(node.of));
    case 'operation':
      return tag(ARITHMETIC[node.operator], operandXml(node.left) + operandXml(node.right));
    default:
      throw new Untranslatable(nameOf(node));
  }
}

function nameOf(node: ExpressionNode): string {
  if (node.kind === 'call') return node.name;
  return node.kind === 'measure' ? `$${node.name}` : node.kind;
}

export function tag(name: string, content: string): string {
  return `<ogc:${name}>${content}</ogc:${name}>`;
}
