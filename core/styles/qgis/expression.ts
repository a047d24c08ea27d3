import { MAX_EXPRESSION, parseExpression, type ExpressionNode } from '#core/expression';
import { MAX_FORMULA } from '#core/protocol';

/** An expression in the words of QGIS, where texts are joined by `||` alone. One that cannot be read is returned as it is. */
export function qgisExpression(text: string): string {
  try {
    return printed(parseExpression(text, Math.max(MAX_FORMULA, MAX_EXPRESSION)));
  } catch {
    return text;
  }
}

function printed(node: ExpressionNode): string {
  switch (node.kind) {
    case 'number':
    case 'boolean':
      return String(node.value);
    case 'text':
      return `'${node.value.replaceAll("'", "''")}'`;
    case 'field':
      return `"${node.name.replaceAll('"', '""')}"`;
    case 'measure':
      return `$${node.name}`;
    case 'minus':
      return `-(${printed(node.of)})`;
    case 'not':
      return `not (${printed(node.of)})`;
    case 'operation':
      return pair(node.left, node.operator === '+' && isText(node) ? '||' : node.operator, node.right);
    case 'comparison':
      return pair(node.left, node.operator, node.right);
    case 'and':
    case 'or':
      return pair(node.left, node.kind, node.right);
    case 'in':
      return `(${printed(node.of)} in (${node.list.map(printed).join(', ')}))`;
    case 'null':
      return `(${printed(node.of)} is null)`;
    case 'call':
      return `${node.name}(${node.of.map(printed).join(', ')})`;
  }
}

function pair(left: ExpressionNode, operator: string, right: ExpressionNode): string {
  return `(${printed(left)} ${operator} ${printed(right)})`;
}

/** Whether it is a text for certain: one with a text in it. */
function isText(node: ExpressionNode): boolean {
  if (node.kind === 'call') return node.name === 'upper' || node.name === 'lower';
  if (node.kind === 'operation') return node.operator === '+' && (isText(node.left) || isText(node.right));
  return node.kind === 'text';
}
