import { AppError } from '#core/kernel';
import type { SourceOf } from '#core/protocol';
import type { ReadBytes } from '../raster/remote-bytes.ts';
import { describeTiles } from './describe-tiles.ts';
import { TileArchive } from './tile-archive.ts';
import { isTilePattern } from './tile-pattern.ts';

export interface OfferedTiles {
  readonly name: string;
  readonly attribution: string;
  readonly source: SourceOf<'vector-tiles'>;
}

interface Reading {
  readonly bytes: (address: string) => ReadBytes;
  readonly text: (address: string) => Promise<string>;
}

const COLOUR = '#0072b2';
/** The deepest level that most servers have. */
const USUAL_DEPTH = 14;

/**
 * Vector tiles by their pattern, their TileJSON, a PMTiles file, or a Mapbox style. Throws AppError: of `reading`, or with an id
 * `vector-tiles.…`.
 */
export async function offeredTiles(
  address: string,
  reading: Reading,
  mayBeStyle = true,
): Promise<OfferedTiles> {
  const made = (
    url: string,
    { minZoom, maxZoom }: { minZoom: number; maxZoom: number },
    { name = '', attribution = '', archive = 'none' }: Partial<Named> = {},
  ): OfferedTiles => ({
    name: name || nameOf(url),
    attribution,
    source: { kind: 'vector-tiles', url, archive, colour: COLOUR, style: null, minZoom, maxZoom },
  });
  if (isTilePattern(address)) return made(address, { minZoom: 0, maxZoom: USUAL_DEPTH });
  const { pathname } = new URL(address);
  if (/\.pmtiles$/i.test(pathname)) {
    const archive = await TileArchive.open(reading.bytes(address));
    return made(address, archive, { archive: 'pmtiles' });
  }
  const described = describeTiles(await reading.text(address), address);
  if (described.kind === 'tiles') return made(described.url, described, described);
  // Styles might name each other.
  if (!mayBeStyle) throw new AppError('vector-tiles.other', 'a style');
  const { source } = described;
  const tiles =
    'tiles' in source ? made(source.tiles, source, source) : await offeredTiles(source.url, reading, false);
  return { ...tiles, name: described.name || tiles.name, source: { ...tiles.source, style: address } };
}

interface Named {
  name: string;
  attribution: string;
  archive: SourceOf<'vector-tiles'>['archive'];
}

function nameOf(url: string): string {
  const { hostname, pathname } = new URL(url.replace(/[{}]/g, ''));
  const file = /([^/]+)\.(?:pmtiles|json)$/i.exec(pathname)?.[1];
  return (file === undefined ? hostname : decodeURIComponent(file)).slice(0, 120);
}
