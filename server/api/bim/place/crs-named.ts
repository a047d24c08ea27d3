import { registeredTitles } from '../../../shared/crs/register.ts';
import { readyCrs } from '../../../shared/crs/registered.ts';
import { identify } from '../../../shared/crs/identify.ts';
import type { CrsWords } from '../../../formats/ifc/georeference/found-level.ts';

const CODE = /(?:EPSG|ESRI)\s*[:.\s]+\s*(?:[\d.]*:)?\s*(\d{4,6})\b/i;

/** The `EPSG:<code>` of the CRS that a file names in words; null when none that can be computed is meant. */
export async function crsNamed(words: CrsWords | null): Promise<string | null> {
  if (!words) return null;
  const { name, description, projection, zone, datum, wkt } = words;
  for (const text of [name, description])
    for (const code of codesIn(text)) if (await readyCrs(code)) return code;
  if (wkt !== null) {
    const found = await identify(wkt).catch(() => undefined);
    if (found && 'code' in found && (await readyCrs(`EPSG:${found.code}`))) return `EPSG:${found.code}`;
  }
  const utm = utmNamed([name, description, datum, projection, zone].filter((one) => one !== null).join(' '));
  if (utm !== null && (await readyCrs(utm))) return utm;
  return byTitle([name, description]);
}

function codesIn(text: string | null): string[] {
  const bare = text?.trim() ?? '';
  const code = CODE.exec(bare)?.[1] ?? (/^\d{4,6}$/.test(bare) ? bare : undefined);
  return code === undefined ? [] : [`EPSG:${code}`];
}

/** `ETRS89 UTM 32N`, `WGS 84 … UTM zone 33`. */
function utmNamed(text: string): string | null {
  const zone = /UTM\D{0,12}?(\d{1,2})\s*([NS])?/i.exec(text);
  if (!zone) return null;
  const number = Number(zone[1]);
  if (number < 1 || number > 60) return null;
  const isSouth = zone[2]?.toUpperCase() === 'S';
  if (/ETRS\s*-?(19)?89|EUREF/i.test(text))
    return !isSouth && number >= 28 && number <= 38 ? `EPSG:${25_800 + number}` : null;
  if (/RDN\s*2008/i.test(text)) return number === 32 ? 'EPSG:7791' : number === 33 ? 'EPSG:7792' : null;
  if (/WGS\s*-?(19)?84/i.test(text)) return `EPSG:${(isSouth ? 32_700 : 32_600) + number}`;
  return null;
}

const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '');

async function byTitle(names: (string | null)[]): Promise<string | null> {
  const wanted = names
    .flatMap((name) => (name === null ? [] : [plain(name)]))
    .filter((name) => name.length > 4);
  if (wanted.length === 0) return null;
  const found = (await registeredTitles()).find(
    (title) => !title.deprecated && wanted.includes(plain(title.name)),
  );
  const code = found && `EPSG:${found.code}`;
  return code !== undefined && (await readyCrs(code)) ? code : null;
}
