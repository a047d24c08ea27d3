import { MAX_PLACES, type Language, type FoundPlace } from '#core/protocol';
import { openGazetteer, type GazetteerPlace } from './gazetteer.ts';
import { folded } from './text.ts';

/** Most places of one name compared with a named province or country. */
const MAX_LOOKED_AT = 2000;

/** Places of the gazetteer: `codogno`, `florence, italia`, `paris tx`. */
export async function findPlaces(text: string, language: Language, max = MAX_PLACES): Promise<FoundPlace[]> {
  const gazetteer = await openGazetteer();
  const [name = '', ...where] = text.split(',').map(folded).filter(Boolean);
  for (const [searched, rest] of readings(name, where)) {
    const found: FoundPlace[] = [];
    let looked = 0;
    for (const place of gazetteer.find(searched)) {
      if (liesIn(place, rest)) found.push(placeOf(place, language, searched));
      if (found.length === max || ++looked === MAX_LOOKED_AT) break;
    }
    if (found.length > 0) return found;
  }
  return [];
}

/** The whole text as a name, then its last words as region: `codogno lo`. */
function* readings(name: string, where: readonly string[]): Generator<[string, readonly string[]]> {
  if (name === '') return;
  yield [name, where];
  const words = name.split(' ');
  for (let length = words.length - 1; length >= Math.max(1, words.length - 3); length--)
    yield [words.slice(0, length).join(' '), [words.slice(length).join(' '), ...where]];
}

export async function nearestPlace(lon: number, lat: number, language: Language): Promise<FoundPlace[]> {
  const nearest = (await openGazetteer()).nearest(lon, lat);
  if (!nearest) return [];
  return [{ ...placeOf(nearest, language), distance: Math.round(nearest.metres) }];
}

function liesIn({ country, region }: GazetteerPlace, where: readonly string[]): boolean {
  const names = [region, country, countryName(country, 'en'), countryName(country, 'it')].map(folded);
  return where.every((each) => names.some((name) => name !== '' && name === each));
}

/** Under the name searched for, followed by the official one: `Firenze`, `Florence, FI, Italia`. */
function placeOf(place: GazetteerPlace, language: Language, searched?: string): FoundPlace {
  const { country, region, position } = place;
  const matched = [place.name, ...place.others].find((each) => folded(each) === searched);
  const name = matched ?? place.name;
  const context = [name === place.name ? '' : place.name, region, countryName(country, language)]
    .filter(Boolean)
    .join(', ');
  return { kind: 'place', name, context, position, extent: null, source: 'geonames' };
}

const COUNTRIES = {
  en: new Intl.DisplayNames('en', { type: 'region' }),
  it: new Intl.DisplayNames('it', { type: 'region' }),
};

function countryName(code: string, language: Language): string {
  return COUNTRIES[language].of(code) ?? code;
}
