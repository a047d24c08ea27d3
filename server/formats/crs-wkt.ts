/**
 * A WKT node: `KEYWORD["name", 1.5, OTHER[...]]`, with the keyword in upper case and values in order, including
 * nodes.
 */
export interface WktNode {
  keyword: string;
  values: (string | number)[];
  nodes: WktNode[];
}

const MAX_NODES = 2000;

/** Parses well-known text of a CRS, version 1 (OGC and ESRI) or 2; undefined for anything else. */
export function parseWkt(text: string): WktNode | undefined {
  const source = text.replace(/^\ufeff/, '').trim();
  const token =
    /\s*(?:([A-Za-z_][A-Za-z0-9_]*)\s*[[(]|"((?:[^"]|"")*)"|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|([\])])|(,)|([A-Za-z]+))/y;
  const stack: WktNode[] = [];
  let root: WktNode | undefined;
  let nodes = 0;
  while (token.lastIndex < source.length) {
    const match = token.exec(source);
    if (!match || (root && stack.length === 0)) return undefined;
    const [, keyword, quoted, number, close, , word] = match;
    const top = stack[stack.length - 1];
    if (keyword !== undefined) {
      if (++nodes > MAX_NODES || stack.length > 20) return undefined;
      const node: WktNode = { keyword: keyword.toUpperCase(), values: [], nodes: [] };
      if (top) top.nodes.push(node);
      else root = node;
      stack.push(node);
    } else if (!top) return undefined;
    else if (quoted !== undefined) top.values.push(quoted.replaceAll('""', '"'));
    else if (number !== undefined) top.values.push(Number(number));
    else if (word !== undefined) top.values.push(word);
    else if (close !== undefined) stack.pop();
  }
  return root && stack.length === 0 ? root : undefined;
}

export function child(node: WktNode | undefined, ...keywords: string[]): WktNode | undefined {
  return node?.nodes.find((candidate) => keywords.includes(candidate.keyword));
}

/** The first node with one of the keywords, at any depth. */
export function descendant(node: WktNode, ...keywords: string[]): WktNode | undefined {
  for (const candidate of node.nodes) {
    if (keywords.includes(candidate.keyword)) return candidate;
    const deeper = descendant(candidate, ...keywords);
    if (deeper) return deeper;
  }
  return undefined;
}
