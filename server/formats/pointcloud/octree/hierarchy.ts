import type { OctreeNode } from './octree-file.ts';

const ENTRY = 22;
const [INNER, LEAF, PROXY] = [0, 1, 2];
/** Nodes up to which the hierarchy is one page. */
const ONE_PAGE = 20_000;
const PAGE_LEVELS = 4;

interface Page {
  root: string;
  entries: { name: string; proxy: boolean }[];
}

export interface Hierarchy {
  bytes: Buffer;
  firstPageBytes: number;
  pageLevels: number;
  depth: number;
}

/** hierarchy.bin: pages of a few levels each; a proxy at the end of one leads to the next. */
export function hierarchyOf(nodes: readonly OctreeNode[], pointBytes: number): Hierarchy {
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const masks = new Map<string, number>();
  for (const name of byName.keys()) {
    if (name === 'r') continue;
    const parent = name.slice(0, -1);
    masks.set(parent, (masks.get(parent) ?? 0) | (1 << Number(name.at(-1))));
  }
  const depth = nodes.reduce((most, { name }) => Math.max(most, name.length - 1), 0);
  const pageLevels = nodes.length <= ONE_PAGE ? depth + 1 : PAGE_LEVELS;
  const pages = pagesOf(masks, pageLevels);
  const places = new Map<string, { offset: number; size: number }>();
  let total = 0;
  for (const { root, entries } of pages) {
    places.set(root, { offset: total, size: entries.length * ENTRY });
    total += entries.length * ENTRY;
  }
  const bytes = Buffer.alloc(total);
  let at = 0;
  for (const { entries } of pages)
    for (const { name, proxy } of entries) {
      const node = byName.get(name)!;
      const mask = masks.get(name) ?? 0;
      const place = proxy ? places.get(name)! : { offset: node.offset, size: node.count * pointBytes };
      bytes[at] = proxy ? PROXY : mask === 0 ? LEAF : INNER;
      bytes[at + 1] = mask;
      bytes.writeUInt32LE(node.count, at + 2);
      bytes.writeBigInt64LE(BigInt(place.offset), at + 6);
      bytes.writeBigInt64LE(BigInt(place.size), at + 14);
      at += ENTRY;
    }
  return { bytes, firstPageBytes: places.get('r')!.size, pageLevels, depth };
}

function pagesOf(masks: ReadonlyMap<string, number>, levels: number): Page[] {
  const pages: Page[] = [];
  const roots = ['r'];
  for (const root of roots) {
    const entries: Page['entries'] = [];
    for (let row = [root]; row.length > 0;) {
      const next: string[] = [];
      for (const name of row) {
        const mask = masks.get(name) ?? 0;
        const proxy = mask !== 0 && name.length - root.length === levels;
        entries.push({ name, proxy });
        if (proxy) roots.push(name);
        else for (let octant = 0; octant < 8; octant++) if ((mask >> octant) & 1) next.push(name + octant);
      }
      row = next;
    }
    pages.push({ root, entries });
  }
  return pages;
}
