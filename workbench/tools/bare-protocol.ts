import { parseAst, type Plugin } from 'vite';

const PROTOCOL = /\/core\/protocol\/[\w-]+\.ts$/;
/** What only the server needs of a call: it checks requests, and describes itself. */
const OF_SERVER = new Set(['summary', 'params', 'query', 'headers', 'body', 'answer']);

/**
 * Leaves out of the workbench what only the server needs of the protocol: summaries and schemas of calls. Types remain,
 * which is all that the workbench has of them; schemas that nothing else uses are dropped with what they are made of.
 */
export function bareProtocol(): Plugin {
  return {
    name: 'groma:bare-protocol',
    enforce: 'pre',
    apply: 'build',
    transform: { filter: { id: PROTOCOL }, handler: (code) => ({ code: bare(code), map: null }) },
  };
}

interface AstNode {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/**
 * The code of a module without the schemas of its calls. Others are made in a function that is marked as pure, so that they go
 * with all that they are made of if they are not used.
 */
export function bare(code: string): string {
  const edits: { start: number; end: number; text: string }[] = [];
  const { body } = parseAst(code, { lang: 'ts' }) as unknown as { body: AstNode[] };
  for (const statement of body) {
    const declaration = (statement['declaration'] ?? statement) as AstNode;
    if (declaration.type !== 'VariableDeclaration') continue;
    for (const { init } of declaration['declarations'] as { init: AstNode | null }[]) {
      if (!init) continue;
      const removed = propertiesOfServer(init);
      edits.push(...removed.map(({ start, end }) => ({ start, end: afterComma(code, end), text: '' })));
      if (removed.length === 0 && makesSchemas(init))
        edits.push(
          { start: init.start, end: init.start, text: '/* @__PURE__ */ (() => (' },
          { start: init.end, end: init.end, text: '))()' },
        );
    }
  }
  return edits
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: instead }) => text.slice(0, start) + instead + text.slice(end), code);
}

/** Whether an expression calls something, other than in its functions. */
function makesSchemas(node: AstNode): boolean {
  if (node.type === 'CallExpression') return true;
  if (node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression') return false;
  return Object.values(node).some((value) =>
    [value].flat().some((each) => isNode(each) && makesSchemas(each)),
  );
}

function isNode(value: unknown): value is AstNode {
  return typeof value === 'object' && value !== null && typeof (value as AstNode).type === 'string';
}

/** The properties of `defineCall({ … })` that the workbench does not need. */
function propertiesOfServer(call: AstNode): AstNode[] {
  if (call.type !== 'CallExpression') return [];
  const { name } = call['callee'] as { name?: string };
  const [spec] = call['arguments'] as AstNode[];
  if (name !== 'defineCall' || spec?.type !== 'ObjectExpression') return [];
  return (spec['properties'] as AstNode[]).filter(({ key }) =>
    OF_SERVER.has((key as { name?: string } | undefined)?.name ?? ''),
  );
}

function afterComma(code: string, end: number): number {
  const comma = /^\s*,/.exec(code.slice(end));
  return end + (comma?.[0].length ?? 0);
}
