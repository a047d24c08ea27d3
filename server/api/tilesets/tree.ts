import type { Tileset } from '#core/protocol';
import { shown, UnusableTileset } from './unusable.ts';

/** The parts of a tileset.json that are used; everything is checked while reading. */
interface UncheckedTile {
  content?: unknown;
  contents?: unknown;
  children?: unknown;
  extensions?: unknown;
  implicitTiling?: unknown;
}

export interface Tree {
  edition: Tileset['edition'];
  /** Paths of contents, below the root. */
  contents: string[];
}

const MAX_TILES = 1_000_000;
const EDITIONS: readonly unknown[] = ['1.0', '1.1'] satisfies Tileset['edition'][];

/** Parses the JSON of a tileset at `path`. Throws UnusableTileset. */
export function readTree(text: string, path: string): Tree {
  const json = parsed(text);
  const asset = recordOf(recordOf(json)?.['asset']);
  const root = recordOf(recordOf(json)?.['root']);
  if (!asset || !root) throw new UnusableTileset('no-tileset', { name: shown(path) });
  const edition = asset['version'];
  if (!EDITIONS.includes(edition))
    throw new UnusableTileset('edition', { name: shown(path), edition: String(edition).slice(0, 20) });
  return { edition: edition as Tileset['edition'], contents: contentsOf(root, path) };
}

/** Tells a tileset's JSON from a model's, which also has `asset`. */
export function isTree(text: string): boolean {
  const json = recordOf(parsed(text));
  return recordOf(json?.['root']) !== undefined && recordOf(json?.['asset']) !== undefined;
}

/** Without recursion: nesting is not limited. */
function contentsOf(root: UncheckedTile, path: string): string[] {
  const found: string[] = [];
  const waiting: UncheckedTile[] = [root];
  for (let seen = 0; waiting.length > 0; seen++) {
    if (seen > MAX_TILES) throw new UnusableTileset('too-many-tiles', { most: MAX_TILES });
    const tile = waiting.pop()!;
    for (const uri of urisOf(tile)) found.push(pathOf(uri, path));
    if (Array.isArray(tile.children))
      for (const child of tile.children as unknown[]) {
        const next = recordOf(child);
        if (next) waiting.push(next);
      }
  }
  return found;
}

/** Implicit tiles use URI templates, which are not files. */
function urisOf(tile: UncheckedTile): string[] {
  const implicit = tile.implicitTiling ?? recordOf(tile.extensions)?.['3DTILES_implicit_tiling'];
  if (implicit !== undefined) return [];
  const several =
    tile.contents ?? recordOf(recordOf(tile.extensions)?.['3DTILES_multiple_contents'])?.['contents'];
  const all = [tile.content, ...(Array.isArray(several) ? (several as unknown[]) : [])];
  return all.flatMap((content) => {
    // Tilesets before version 1.0 use `url`; viewers still read it.
    const uri = recordOf(content)?.['uri'] ?? recordOf(content)?.['url'];
    return typeof uri === 'string' ? [uri] : [];
  });
}

/** The path that a URI in the file at `from` refers to. Throws UnusableTileset where it leads out of the tileset. */
export function pathOf(uri: string, from: string): string {
  const out = () => new UnusableTileset('leads-out', { name: shown(from), uri: shown(uri) });
  // A scheme, another host, or the root of the sending host.
  if (/^([a-z][a-z\d+.-]*:|[\\/])/i.test(uri)) throw out();
  const folder = from.includes('/') ? from.slice(0, from.lastIndexOf('/')).split('/') : [];
  for (const step of decoded(uri.replace(/[?#].*$/s, '')).split('/')) {
    if (step === '..') {
      if (folder.pop() === undefined) throw out();
    } else if (step !== '.' && step !== '') folder.push(step);
  }
  return folder.join('/');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}

function recordOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}
