import { findNodeAtLocation, parseTree, type Node, type ParseError } from 'jsonc-parser';

/** Deepest nesting of a file; styles of classes nest 8 levels. */
export const MAX_NESTING = 30;

/** A place in a text; both count from 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

const TEXT_OR_BRACKET = /"(?:\\.|[^"\\])*"?|[{[]|[}\]]/gs;

/** Where brackets are nested more than `MAX_NESTING` levels deep; undefined: nowhere. */
export function tooDeepAt(text: string): TextPlace | undefined {
  let depth = 0;
  for (const { 0: sign, index } of text.matchAll(TEXT_OR_BRACKET)) {
    if (sign === '{' || sign === '[') depth++;
    else if (sign === '}' || sign === ']') depth--;
    if (depth > MAX_NESTING) return placeOf(text, index);
  }
  return undefined;
}

/** The tree of a JSON text that is not nested too deeply, or where it is no JSON. */
export function treeOf(text: string): Node | TextPlace {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true });
  const [first] = errors;
  return tree && !first ? tree : placeOf(text, first?.offset ?? 0);
}

/** The place of what is at a path such as `types[2].fields[0].type`, or of the nearest thing that contains it. */
export function placeAt(text: string, tree: Node, path: string): TextPlace {
  const steps = [...path.matchAll(/[^.[\]]+/g)].map(([step]) => (/^\d+$/.test(step) ? Number(step) : step));
  for (let length = steps.length; length > 0; length--) {
    const found = findNodeAtLocation(tree, steps.slice(0, length));
    if (found) return placeOf(text, found.offset);
  }
  return placeOf(text, tree.offset);
}

function placeOf(text: string, offset: number): TextPlace {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: before.at(-1)!.length + 1 };
}
