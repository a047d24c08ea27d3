import { plain, type IfcLines } from '../ifc-lines.ts';
import { locationOf, placementOf } from '../placements.ts';
import type { StepValue } from '../../step/step-values.ts';
import type { IfcUnits } from '../units.ts';
import { level, nameOf, type FoundLevel } from './found-level.ts';

/** Postal addresses of sites and buildings. */
export function addresses(lines: IfcLines): FoundLevel[] {
  const owners = [...lines.ofType('IFCSITE'), ...lines.ofType('IFCBUILDING')];
  for (const owner of owners) {
    const address = lines.referred(owner, 'SiteAddress') ?? lines.referred(owner, 'BuildingAddress');
    if (!address) continue;
    const says = lines.names.attributesOf(address.type).flatMap((name, at) => {
      const value = [address.values[at] ?? null].flat().map(plain);
      const text = value.filter((one) => typeof one === 'string' && one !== '').join(', ');
      return text === '' || name === 'Purpose' ? [] : [{ name, value: text, unit: null }];
    });
    if (says.length > 0) return [{ ...level('address', nameOf(lines, address)), says }];
  }
  return [];
}

/** Latitude, longitude and elevation of a site. */
export function site(lines: IfcLines, units: IfcUnits, trueNorth: number | null): FoundLevel[] {
  const [one] = lines
    .ofType('IFCSITE')
    .filter((line) => degreesOf(lines.value(line, 'RefLatitude')) !== null);
  if (!one) return [];
  const latitude = degreesOf(lines.value(one, 'RefLatitude'));
  const longitude = degreesOf(lines.value(one, 'RefLongitude'));
  const elevation = lines.number(one, 'RefElevation');
  const made = level('site', nameOf(lines, one));
  const say = (name: string, value: StepValue, unit: string | null) =>
    made.says.push({ name, value: Array.isArray(value) ? value.map(String).join(' ') : String(value), unit });
  say('RefLatitude', lines.value(one, 'RefLatitude'), '° ′ ″');
  say('RefLongitude', lines.value(one, 'RefLongitude'), '° ′ ″');
  if (elevation !== null) say('RefElevation', elevation, units.length?.symbol ?? null);
  if (trueNorth !== null) say('TrueNorth', trueNorth, '°');
  if (latitude === null || longitude === null || Math.abs(latitude) > 90 || Math.abs(longitude) > 180)
    return [made];
  // Zero is what programs write that know nothing.
  const isNowhere = latitude === 0 && longitude === 0;
  if (isNowhere) made.notes.push({ note: 'zero', values: {} });
  const placed = placementOf(lines, one, units.metres);
  return [
    {
      ...made,
      lonLat: isNowhere ? null : [longitude, latitude],
      height: elevation === null ? null : elevation * units.metres,
      anchor: locationOf(placed),
      rotation: { degrees: trueNorth ?? 0, from: 'true' },
    },
  ];
}

/** Degrees, minutes, seconds and millionths of a second, all with the same sign. */
function degreesOf(value: StepValue): number | null {
  if (!Array.isArray(value) || value.length < 3) return null;
  const parts = value.map(plain);
  if (!parts.every((part): part is number => typeof part === 'number')) return null;
  const [degrees = 0, minutes = 0, seconds = 0, millionths = 0] = parts.map(Math.abs);
  const sum = degrees + minutes / 60 + (seconds + millionths / 1e6) / 3600;
  return parts.some((part) => part < 0) ? -sum : sum;
}
