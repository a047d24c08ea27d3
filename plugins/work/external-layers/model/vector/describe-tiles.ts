import { AppError, asRecord } from '#core/kernel';

/** What an address says of vector tiles. */
export type TilesDescription =
  | {
      readonly kind: 'tiles';
      readonly url: string;
      readonly minZoom: number;
      readonly maxZoom: number;
      readonly attribution: string;
      readonly name: string;
    }
  /** A Mapbox style, whose tiles are at or described by `source`. */
  | { readonly kind: 'style'; readonly name: string; readonly source: StyleSource };

/** Either the address of a TileJSON or PMTiles file, or tiles. */
export type StyleSource =
  | { readonly url: string }
  | {
      readonly tiles: string;
      readonly minZoom: number;
      readonly maxZoom: number;
      readonly attribution: string;
    };

const DEEPEST = 22;

/**
 * Reads a TileJSON or a Mapbox style, requested at `address`. Throws AppError with the id `vector-tiles.other` where the text is
 * something else, `vector-tiles.no-source` where a style has no vector tiles.
 */
export function describeTiles(text: string, address: string): TilesDescription {
  const json = parsed(text);
  if (json['version'] === 8 && json['sources'] !== undefined) {
    const sources = Object.values(asRecord(json['sources'])).map((each) => asRecord(each));
    const source = sources.find(({ type }) => type === 'vector');
    if (!source) throw new AppError('vector-tiles.no-source', 'no vector source');
    return { kind: 'style', name: textOf(json['name']), source: sourceOf(source, address) };
  }
  const tiles = tilesIn(json, address);
  if (tiles === undefined) throw new AppError('vector-tiles.other', text.slice(0, 200));
  return { kind: 'tiles', url: tiles, name: textOf(json['name']), ...factsOf(json) };
}

function sourceOf(source: Readonly<Record<string, unknown>>, address: string): StyleSource {
  const tiles = tilesIn(source, address);
  if (tiles !== undefined) return { tiles, ...factsOf(source) };
  const url = textOf(source['url']).replace(/^pmtiles:\/\//, '');
  if (url === '' || !URL.canParse(url, address)) throw new AppError('vector-tiles.no-source', 'no address');
  return { url: new URL(url, address).href };
}

function tilesIn(json: Readonly<Record<string, unknown>>, address: string): string | undefined {
  const [first] = Array.isArray(json['tiles']) ? (json['tiles'] as unknown[]) : [];
  if (typeof first !== 'string' || !URL.canParse(first, address)) return undefined;
  // Braces are escaped in addresses.
  return new URL(first, address).href.replaceAll('%7B', '{').replaceAll('%7D', '}');
}

function factsOf(json: Readonly<Record<string, unknown>>) {
  const minZoom = zoomOf(json['minzoom'], 0);
  return {
    minZoom,
    maxZoom: Math.max(minZoom, zoomOf(json['maxzoom'], DEEPEST)),
    // It may be HTML with links.
    attribution: textOf(json['attribution'])
      .replace(/<[^>]*>/g, '')
      .slice(0, 500),
  };
}

function zoomOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' && value >= 0 ? Math.min(DEEPEST, Math.floor(value)) : otherwise;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return asRecord(JSON.parse(text));
  } catch {
    throw new AppError('vector-tiles.other', text.slice(0, 200));
  }
}
