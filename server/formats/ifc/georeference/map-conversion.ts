import type { IfcLine, IfcLines } from '../ifc-lines.ts';
import { propertiesOf } from '../property-values.ts';
import type { IfcUnits } from '../units.ts';
import { crsWords, sayCrs } from './crs-words.ts';
import { level, nameOf, type FoundLevel, type PlaceNote } from './found-level.ts';

/** A combined factor (grid and height) differs by less from 1. */
const COMBINED = 0.002;

/** ePset_MapConversion and ePset_ProjectedCRS, whose names are written in any case. */
export function propertySets(lines: IfcLines, units: IfcUnits): FoundLevel[] {
  const sets = lines.ofType('IFCPROPERTYSET');
  const named = (name: string) =>
    sets.find((set) => (lines.text(set, 'Name') ?? '').toLowerCase() === `epset_${name}`);
  const conversion = named('mapconversion');
  if (!conversion) return [];
  const read = (set: IfcLine | undefined) =>
    new Map(
      (set ? propertiesOf(lines, units, set) : []).map((one) => [one.name.toLowerCase(), one] as const),
    );
  const [of, crs] = [read(conversion), read(named('projectedcrs'))];
  const number = (name: string) => {
    const found = of.get(name);
    return found ? (found.number ?? numberIn(found.value)) : null;
  };
  const word = (name: string) => crs.get(name)?.value ?? of.get(name)?.value ?? null;
  const made = level('pset', `${lines.text(conversion, 'Name')} #${conversion.line}`);
  made.says = [...of.values(), ...crs.values()].map(({ name, value, unit }) => ({ name, value, unit }));
  made.crs = {
    name: word('name') ?? word('targetcrs'),
    description: word('description'),
    datum: word('geodeticdatum'),
    verticalDatum: word('verticaldatum'),
    projection: word('mapprojection'),
    zone: word('mapzone'),
    wkt: null,
    isGeographic: false,
  };
  const map = unitNamed(word('mapunit'));
  return [
    converted(made, units, map, {
      eastings: number('eastings'),
      northings: number('northings'),
      height: number('orthogonalheight'),
      abscissa: number('xaxisabscissa'),
      ordinate: number('xaxisordinate'),
      scale: number('scale'),
      factors: [1, 1, 1],
    }),
  ];
}

/** IfcMapConversion and IfcMapConversionScaled. */
export function mapConversions(lines: IfcLines, units: IfcUnits): FoundLevel[] {
  return lines.ofType('IFCMAPCONVERSION', 'IFCMAPCONVERSIONSCALED').flatMap((line) => {
    const target = lines.referred(line, 'TargetCRS');
    const made = level('map-conversion', nameOf(lines, line));
    const mapUnit = lines.referred(target, 'MapUnit');
    const map = units.read(mapUnit);
    made.crs = crsWords(lines, target);
    const symbol = (map ?? units.length)?.symbol ?? null;
    for (const name of lines.names.attributesOf(line.type).slice(2)) {
      const value = lines.number(line, name);
      const isLength = /^(Eastings|Northings|OrthogonalHeight)$/.test(name);
      if (value !== null) made.says.push({ name, value: String(value), unit: isLength ? symbol : null });
    }
    sayCrs(made);
    const of = (name: string) => lines.number(line, name);
    return [
      converted(made, units, map?.factor, {
        eastings: of('Eastings'),
        northings: of('Northings'),
        height: of('OrthogonalHeight'),
        abscissa: of('XAxisAbscissa'),
        ordinate: of('XAxisOrdinate'),
        scale: of('Scale'),
        factors: [of('FactorX') ?? 1, of('FactorY') ?? 1, of('FactorZ') ?? 1],
      }),
    ];
  });
}

interface Conversion {
  eastings: number | null;
  northings: number | null;
  height: number | null;
  abscissa: number | null;
  ordinate: number | null;
  scale: number | null;
  factors: [number, number, number];
}

/** `map`: metres per unit of the map; undefined: not stated, so that of the file. */
function converted(
  made: FoundLevel,
  units: IfcUnits,
  map: number | undefined,
  given: Conversion,
): FoundLevel {
  const { eastings, northings, height, abscissa, ordinate, scale, factors } = given;
  if (eastings === null || northings === null)
    return { ...made, notes: [{ note: 'incomplete', values: {} }] };
  const u = units.metres;
  const m = map ?? u;
  const notes: PlaceNote[] = [];
  // What authors mean by no scale, or by 1, in a file whose unit is another than that of the map.
  const stated = scale === null || scale === 1 ? u / m : scale;
  const factor = (stated * m) / u;
  const isCombined = Math.abs(factor - 1) < COMBINED;
  const isPlain = !isCombined && Math.abs(stated - 1) < COMBINED;
  const ratio = isCombined ? factor : isPlain ? stated : 1;
  const isDoubtful = !isCombined && !isPlain;
  if (isDoubtful) notes.push({ note: 'scale', values: { scale: scale ?? 1 } });
  else if (isPlain) notes.push({ note: 'scale-without-unit', values: { scale: stated } });
  const [fx, fy, fz] = factors;
  if (Math.abs(fx - fy) > 1e-6 || Math.abs(fz - 1) > 1e-6)
    notes.push({ note: 'factors', values: { x: fx, y: fy, z: fz } });
  const degrees =
    abscissa === null && ordinate === null ? 0 : (Math.atan2(ordinate ?? 0, abscissa ?? 0) * 180) / Math.PI;
  return {
    ...made,
    eastNorth: [eastings * m, northings * m],
    otherEastNorth: map === undefined && u !== 1 ? [eastings, northings] : null,
    height: height === null ? null : height * m,
    rotation: { degrees, from: 'grid' },
    scale: ratio * fx,
    isDoubtful,
    notes: [...made.notes, ...notes],
  };
}

/** Metres of a unit that is named by a word, as psets do: `MILLIMETRE`, `m`, `US survey foot`. */
function unitNamed(word: string | null): number | undefined {
  if (word === null) return undefined;
  const bare = word
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
    .replace(/ers?$/, 're');
  const known: Record<string, number> = {
    m: 1,
    metre: 1,
    mm: 0.001,
    millimetre: 0.001,
    cm: 0.01,
    centimetre: 0.01,
    km: 1000,
    kilometre: 1000,
    foot: 0.3048,
    feet: 0.3048,
    ft: 0.3048,
    ussurveyfoot: 1200 / 3937,
    ussurveyfeet: 1200 / 3937,
  };
  return known[bare];
}

const numberIn = (text: string): number | null => {
  const number = Number(text.trim());
  return text.trim() !== '' && Number.isFinite(number) ? number : null;
};
