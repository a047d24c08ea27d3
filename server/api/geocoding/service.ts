import * as z from 'zod/mini';
import { MAX_PLACES, type Language, type FoundPlace } from '#core/protocol';
import type { ServerConfig } from '../../base/config/server-config.ts';
import { HttpError } from '../../base/http-error.ts';
import { hostOf, type Outgoing } from '../../platform/outgoing/fetch.ts';
import type { GeocoderSettings } from '../../base/config/geocoder.ts';
import { outgoingText } from './text.ts';

const PATIENCE = 8_000;
const MAX_BYTES = 1024 * 1024;
const LONGEST = 300;

/** The configured geocoding service: Nominatim or Photon. */
export class GeocodingService {
  readonly host: string;
  readonly #outgoing: Outgoing;
  readonly #settings: GeocoderSettings;
  readonly #version: string;

  constructor(outgoing: Outgoing, settings: GeocoderSettings, { version }: Pick<ServerConfig, 'version'>) {
    this.#outgoing = outgoing;
    this.#settings = settings;
    this.#version = version;
    this.host = new URL(settings.base).host;
  }

  /** Throws 502 or 504 saying how the service failed. */
  search(text: string, language: Language): Promise<FoundPlace[]> {
    const query = `q=${outgoingText(text)}&limit=${MAX_PLACES}`;
    // Photon knows no Italian names; it then answers with those of the place.
    return this.#ask(
      this.#settings.kind === 'nominatim'
        ? `/search?${query}&format=jsonv2&accept-language=${language}`
        : `/api/?${query}${language === 'en' ? '&lang=en' : ''}`,
    );
  }

  /** Throws 502 or 504 saying how the service failed. */
  reverse(lon: number, lat: number, language: Language): Promise<FoundPlace[]> {
    const at = `lat=${lat}&lon=${lon}`;
    return this.#ask(
      this.#settings.kind === 'nominatim'
        ? `/reverse?${at}&format=jsonv2&accept-language=${language}`
        : `/reverse?${at}&limit=1${language === 'en' ? '&lang=en' : ''}`,
    );
  }

  async #ask(path: string): Promise<FoundPlace[]> {
    const { base, kind } = this.#settings;
    const response = await this.#outgoing.fetch(`${base}${path}`, {
      // Operators want to know the client (Nominatim's usage policy).
      headers: { accept: 'application/json', 'user-agent': `Groma/${this.#version}` },
      internal: [hostOf(base)],
      timeout: PATIENCE,
      maxBytes: MAX_BYTES,
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new HttpError(502, 'geocoding.refused', { host: this.host, status: response.status });
    }
    const text = await response.text();
    try {
      const answer: unknown = JSON.parse(text);
      return (kind === 'nominatim' ? fromNominatim(answer) : fromPhoton(answer))
        .slice(0, MAX_PLACES)
        .map((place) => ({ ...place, kind: 'address' as const, source: this.host }));
    } catch (thrown) {
      if (thrown instanceof HttpError) throw thrown;
      throw new HttpError(502, 'geocoding.broken', { host: this.host });
    }
  }
}

type PlaceMatch = Omit<FoundPlace, 'kind' | 'source'>;

const longitude = z.coerce.number().check(z.minimum(-180), z.maximum(180));
const latitude = z.coerce.number().check(z.minimum(-90), z.maximum(90));

const nominatim = z.object({
  lat: latitude,
  lon: longitude,
  display_name: z.string(),
  name: z.optional(z.nullable(z.string())),
  /** South, north, west, east, as text. */
  boundingbox: z.optional(z.tuple([latitude, latitude, longitude, longitude])),
});
/** A reverse search without a result, as at sea, returns `{error}`. */
const nominatimAnswer = z.union([
  z.array(nominatim),
  nominatim,
  z.object({ error: z.literal('Unable to geocode') }),
]);

function fromNominatim(answer: unknown): PlaceMatch[] {
  const parsed = nominatimAnswer.parse(answer);
  if ('error' in parsed) return [];
  return (Array.isArray(parsed) ? parsed : [parsed]).map(({ lat, lon, display_name, name, boundingbox }) => {
    const parts = display_name.split(', ');
    const first = name || parts[0] || display_name;
    const [south, north, west, east] = boundingbox ?? [];
    return {
      name: first.slice(0, LONGEST),
      context: (parts[0] === first ? parts.slice(1) : parts).join(', ').slice(0, LONGEST),
      position: [lon, lat],
      extent: boundingbox ? [west!, south!, east!, north!] : null,
    };
  });
}

const text = z.optional(z.nullable(z.string()));
const photonAnswer = z.object({
  features: z.array(
    z.object({
      geometry: z.object({ coordinates: z.tuple([longitude, latitude]) }),
      properties: z.object({
        name: text,
        street: text,
        housenumber: text,
        postcode: text,
        city: text,
        county: text,
        state: text,
        country: text,
        /** West, north, east, south. */
        extent: z.optional(z.tuple([longitude, latitude, longitude, latitude])),
      }),
    }),
  ),
});

function fromPhoton(answer: unknown): PlaceMatch[] {
  return photonAnswer.parse(answer).features.map(({ geometry, properties }) => {
    const { name, street, housenumber, postcode, city, county, state, country, extent } = properties;
    const address = [street, housenumber].filter(Boolean).join(' ');
    const town = [postcode, city].filter(Boolean).join(' ');
    const parts = [...new Set([name, address, town, county, state, country].filter((part) => part))];
    return {
      name: (parts[0] ?? '').slice(0, LONGEST),
      context: parts.slice(1).join(', ').slice(0, LONGEST),
      position: geometry.coordinates,
      extent: extent ? [extent[0], extent[3], extent[2], extent[1]] : null,
    };
  });
}
