import { ByteFile } from '../../../../formats/byte-file.ts';
import { readLines } from '../../../../formats/text-stream.ts';
import { Unreadable, type Findings } from '../../../../base/problems.ts';
import type { LayerSource, ReadOptions, SourceFile } from '../source.ts';
import { streamed, type SourceRecord } from '../streamed.ts';
import { encodingOf } from '../table/csv.ts';

/** Layers in the order that they are offered. */
const ORDER = [
  'particelle',
  'fabbricati',
  'strade',
  'acque',
  'confine',
  'fiduciali',
  'linee',
  'simboli',
  'testi',
];
const WORDS = new Set([
  'MAPPA',
  'BORDO',
  'TESTO',
  'SIMBOLO',
  'FIDUCIALE',
  'LINEA',
  'RIFERIMENTO_RASTER',
  'LIBRETTO',
  'EOF',
]);
const MAX_COUNT = 1_000_000;

/**
 * Opens a CXF, the cadastral map of the Italian Agenzia delle Entrate: one value on each line, parts by their word. The
 * file does not say its reference system.
 */
export async function openCxf(
  from: SourceFile,
  options: ReadOptions,
  findings: Findings,
): Promise<LayerSource> {
  const file = new ByteFile(from.file);
  let encoding: string;
  try {
    if (file.size === 0) throw new Unreadable('empty-file');
    encoding = encodingOf(file, options.encoding, findings);
    if (
      !/^\s*MAPPA/i.test(
        file
          .slice(0, 200)
          .toString('latin1')
          .replace(/^\u00ef\u00bb\u00bf/, ''),
      )
    )
      throw new Unreadable('no-cxf');
  } catch (thrown) {
    file.close();
    throw thrown;
  }
  let read = 0;
  return streamed(
    {
      name: from.name,
      order: ORDER,
      encoding,
      records: (found) =>
        new CxfParts(
          readLines(file, encoding, (offset) => (read = offset)),
          found,
        ).all(),
      part: () => read / file.size,
      close: () => file.close(),
    },
    options,
    findings,
  );
}

/** A part that is cut off, or has another value than expected. */
class BrokenPart extends Error {}

class CxfParts {
  readonly #lines: Iterator<string>;
  readonly #findings: Findings;
  #line: string | undefined;
  #number = 0;
  #map: Record<string, unknown> = {};

  constructor(lines: Iterable<string>, findings: Findings) {
    this.#lines = lines[Symbol.iterator]();
    this.#findings = findings;
    this.#next();
  }

  *all(): Generator<SourceRecord> {
    let ended = false;
    while (this.#line !== undefined && !ended) {
      const word = this.#line.toUpperCase();
      if (!WORDS.has(word)) {
        this.#next();
        continue;
      }
      const at = this.#number;
      this.#next();
      if (word === 'EOF') ended = true;
      else {
        const record = this.#guarded(word, at);
        if (record) yield record;
      }
    }
    if (!ended) this.#findings.once('cxf-cut-off');
  }

  #guarded(word: string, line: number): SourceRecord | undefined {
    try {
      return this.#part(word);
    } catch (thrown) {
      if (!(thrown instanceof BrokenPart)) throw thrown;
      const problems: SourceRecord['problems'] = [['cxf-broken', { word, line }]];
      return { layer: layerOfWord(word), properties: { ...this.#map }, geometry: () => null, problems };
    }
  }

  #part(word: string): SourceRecord | undefined {
    switch (word) {
      case 'MAPPA':
        this.#map = { foglio: this.#text(), scala: this.#value() };
        return undefined;
      case 'BORDO':
        return this.#border();
      case 'TESTO': {
        const [testo, altezza, angolo] = [this.#text(), this.#value(), this.#value()];
        return this.#point('testi', this.#place(), { testo, altezza, angolo });
      }
      case 'SIMBOLO': {
        const [codice, angolo] = [this.#text(), this.#value()];
        return this.#point('simboli', this.#place(), { codice, angolo });
      }
      case 'FIDUCIALE': {
        const [codice, simbolo] = [this.#text(), this.#value()];
        const place = this.#place();
        this.#place();
        return this.#point('fiduciali', place, { codice, simbolo });
      }
      case 'LINEA': {
        const [tratto, count] = [this.#text(), this.#count()];
        const coordinates = this.#places(count);
        return {
          layer: 'linee',
          properties: { ...this.#map, tratto },
          geometry: () => ({ type: 'LineString', coordinates }),
        };
      }
      default:
        this.#findings.once('cxf-unread', { field: word });
        return undefined;
    }
  }

  /** An area: its first vertices are the outline, the others its islands. */
  #border(): SourceRecord {
    const codice = this.#text();
    const [altezza, angolo] = [this.#value(), this.#value()];
    this.#place();
    this.#place();
    const [islands, count] = [this.#count(0), this.#count()];
    const sizes = Array.from({ length: islands }, () => this.#count());
    const inIslands = sizes.reduce((sum, size) => sum + size, 0);
    const places = this.#places(count);
    // The count has the islands in it; of writers that leave them out they follow.
    if (inIslands >= count || (inIslands > 0 && this.#hasNumber())) places.push(...this.#places(inIslands));
    const outline = places.length - inIslands;
    const rings = [places.slice(0, outline)];
    let from = outline;
    for (const size of sizes) rings.push(places.slice(from, (from += size)));
    const properties = { ...this.#map, codice, numero: codice.replace(/\+$/, ''), altezza, angolo };
    const layer = borderLayer(codice, String(this.#map['foglio'] ?? ''));
    return { layer, properties, geometry: () => ({ type: 'Polygon', coordinates: rings }) };
  }

  #point(layer: string, place: number[], properties: Record<string, unknown>): SourceRecord {
    const about = { ...this.#map, ...properties };
    return { layer, properties: about, geometry: () => ({ type: 'Point', coordinates: place }) };
  }

  #next(): void {
    const next = this.#lines.next();
    this.#number++;
    this.#line = next.done ? undefined : next.value.trim();
  }

  /** The next value; the word of another part is none. */
  #text(): string {
    const line = this.#line;
    if (line === undefined || WORDS.has(line)) throw new BrokenPart();
    this.#next();
    return line;
  }

  #hasNumber(): boolean {
    return this.#line !== undefined && /^[-+]?\d/.test(this.#line);
  }

  #value(): number {
    const value = Number(this.#text().replace(',', '.'));
    if (!Number.isFinite(value)) throw new BrokenPart();
    return value;
  }

  #count(least = 1): number {
    const value = this.#value();
    if (!Number.isInteger(value) || value < least || value > MAX_COUNT) throw new BrokenPart();
    return value;
  }

  #place(): number[] {
    return [this.#value(), this.#value()];
  }

  #places(count: number): number[][] {
    return Array.from({ length: count }, () => this.#place());
  }
}

function layerOfWord(word: string): string {
  const layers: Record<string, string> = {
    TESTO: 'testi',
    SIMBOLO: 'simboli',
    FIDUCIALE: 'fiduciali',
    LINEA: 'linee',
  };
  return layers[word] ?? 'particelle';
}

/** By its code: a number is a parcel, with `+` a building; roads and waters by their words; the map by its name. */
function borderLayer(code: string, map: string): string {
  if (/\+$/.test(code)) return 'fabbricati';
  if (/^STRAD/i.test(code)) return 'strade';
  if (/^ACQU/i.test(code)) return 'acque';
  return code === map ? 'confine' : 'particelle';
}
