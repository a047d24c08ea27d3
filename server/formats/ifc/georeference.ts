import type { BimLevelName } from '#core/protocol';
import { plain, refsIn, type IfcLine, type IfcLines } from './ifc-lines.ts';
import { axesOf, placementOf, IDENTITY, locationOf, rotationOf, type Matrix } from './placements.ts';
import { propertiesOf } from './property-values.ts';
import { Typed, type StepValue } from './step-values.ts';
import type { IfcUnits } from './units.ts';

/** A key below `bim.place.`, with its values. */
export interface PlaceNote {
  note: string;
  values: Record<string, string | number>;
}

/** One level of georeference as the file has it, in metres and degrees; CRS and datum as named. */
export interface FoundLevel {
  level: BimLevelName;
  source: string;
  says: { name: string; value: string; unit: string | null }[];
  crs: CrsWords | null;
  /** Longitude and latitude of `anchor`. */
  lonLat: [number, number] | null;
  /** Easting and northing of `anchor`. */
  eastNorth: [number, number] | null;
  /** The same if the numbers were in metres, where the file does not say their unit. */
  otherEastNorth: [number, number] | null;
  /** Height of `anchor`; null: not stated. */
  height: number | null;
  /** The point of the file's axes that is placed, metres. */
  anchor: [number, number, number];
  /** The x axis of the file, degrees counter-clockwise from grid east, or from true east; null: not stated. */
  rotation: { degrees: number; from: 'grid' | 'true' } | null;
  scale: number;
  /** Whether a person has to confirm it. */
  isDoubtful: boolean;
  notes: PlaceNote[];
}

/** How a file names its CRS. */
export interface CrsWords {
  name: string | null;
  description: string | null;
  datum: string | null;
  verticalDatum: string | null;
  projection: string | null;
  zone: string | null;
  wkt: string | null;
  isGeographic: boolean;
}

const FAR = 10_000;
/** A combined factor (grid and height) differs by less from 1. */
const COMBINED = 0.002;

/** All that a file says of where it stands, the vaguest first. */
export function levelsOf(lines: IfcLines, units: IfcUnits): FoundLevel[] {
  bringPlacements(lines);
  const trueNorth = trueNorthOf(lines);
  return [
    ...addresses(lines),
    ...site(lines, units, trueNorth),
    ...placements(lines, units),
    ...contexts(lines, units, trueNorth),
    ...propertySets(lines, units),
    ...mapConversions(lines, units),
    ...rigidOperations(lines, units, trueNorth),
  ];
}

/** Sites and buildings whose placements are looked at: files have one or two, and each has to be looked up. */
const MAX_PLACED = 3;
const placedThings = (lines: IfcLines): IfcLine[] => [
  ...lines.ofType('IFCSITE').slice(0, MAX_PLACED),
  ...lines.ofType('IFCBUILDING', 'IFCFACILITY', 'IFCBRIDGE', 'IFCROAD').slice(0, MAX_PLACED),
];

/** Reads in two passes over the file all that placements and directions refer to. */
function bringPlacements(lines: IfcLines): void {
  const contexts = lines.ofType('IFCGEOMETRICREPRESENTATIONCONTEXT').slice(0, 20);
  const axes = [
    ...placedThings(lines).flatMap((thing) => axesOf(lines, thing)),
    ...contexts.flatMap((context) => refsIn(lines.value(context, 'WorldCoordinateSystem'))),
  ];
  lines.bring([...axes, ...contexts.flatMap((context) => refsIn(lines.value(context, 'TrueNorth')))]);
  lines.bring(axes.flatMap((line) => refsIn(lines.get(line)?.values)));
}

const level = (level: BimLevelName, source: string): FoundLevel => ({
  level,
  source,
  says: [],
  crs: null,
  lonLat: null,
  eastNorth: null,
  otherEastNorth: null,
  height: null,
  anchor: [0, 0, 0],
  rotation: null,
  scale: 1,
  isDoubtful: false,
  notes: [],
});
const nameOf = (lines: IfcLines, line: IfcLine) => `${lines.names.nameOf(line.type)} #${line.line}`;

function addresses(lines: IfcLines): FoundLevel[] {
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

function site(lines: IfcLines, units: IfcUnits, trueNorth: number | null): FoundLevel[] {
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

function placements(lines: IfcLines, units: IfcUnits): FoundLevel[] {
  for (const one of placedThings(lines)) {
    const [x, y, z] = locationOf(placementOf(lines, one, units.metres));
    if (Math.max(Math.abs(x), Math.abs(y)) < FAR) continue;
    const made = level('placement', nameOf(lines, one));
    const unit = units.length?.symbol ?? null;
    const as = (metres: number) => String(rounded(metres / units.metres));
    made.says = [
      { name: 'X', value: as(x), unit },
      { name: 'Y', value: as(y), unit },
      { name: 'Z', value: as(z), unit },
    ];
    return [{ ...made, eastNorth: [0, 0], height: 0, rotation: { degrees: 0, from: 'grid' } }];
  }
  return [];
}

/** Coordinates of the file's axes are its own; those of the map are what the world coordinate system makes of them. */
function contexts(lines: IfcLines, units: IfcUnits, trueNorth: number | null): FoundLevel[] {
  for (const context of modelContexts(lines)) {
    const matrix = worldOf(lines, context, units.metres);
    const [x, y, z] = locationOf(matrix);
    if (trueNorth === null && x === 0 && y === 0 && z === 0) continue;
    const made = level('context', nameOf(lines, context));
    const unit = units.length?.symbol ?? null;
    const as = (metres: number) => String(rounded(metres / units.metres));
    for (const [name, value] of [
      ['X', x],
      ['Y', y],
      ['Z', z],
    ] as const)
      if (value !== 0) made.says.push({ name, value: as(value), unit });
    if (trueNorth !== null)
      made.says.push({ name: 'TrueNorth', value: String(rounded(trueNorth)), unit: '°' });
    const isPlaced = Math.max(Math.abs(x), Math.abs(y)) >= FAR;
    const north = trueNorth === null ? null : { degrees: trueNorth, from: 'true' as const };
    if (!isPlaced)
      return [{ ...made, rotation: north, notes: north ? [{ note: 'only-north', values: {} }] : [] }];
    const turned = rotationOf(matrix);
    return [
      {
        ...made,
        eastNorth: [x, y],
        height: z,
        // The axes of the world coordinate system are those of the map, unless true north says how they are turned.
        rotation:
          turned !== 0 || trueNorth === null
            ? { degrees: turned, from: 'grid' }
            : { degrees: trueNorth, from: 'true' },
      },
    ];
  }
  return [];
}

const modelContexts = (lines: IfcLines) =>
  lines
    .ofType('IFCGEOMETRICREPRESENTATIONCONTEXT')
    .toSorted(
      (a, b) =>
        Number(lines.number(b, 'CoordinateSpaceDimension') === 3) -
        Number(lines.number(a, 'CoordinateSpaceDimension') === 3),
    );

function worldOf(lines: IfcLines, context: IfcLine, metres: number): Matrix {
  const world = lines.value(context, 'WorldCoordinateSystem');
  const [line] = refsIn(world);
  return line === undefined ? IDENTITY : placementOf.axis(lines, line, metres);
}

/** The x axis of the file, degrees counter-clockwise from true east. */
function trueNorthOf(lines: IfcLines): number | null {
  for (const context of modelContexts(lines)) {
    const [line] = refsIn(lines.value(context, 'TrueNorth'));
    if (line === undefined) continue;
    lines.bring([line]);
    const ratios = lines.get(line)?.values[0];
    if (!Array.isArray(ratios)) continue;
    const [a, b] = ratios.map(plain);
    if (typeof a === 'number' && typeof b === 'number' && (a !== 0 || b !== 0))
      return normal(90 - (Math.atan2(b, a) * 180) / Math.PI);
  }
  return null;
}

/** ePset_MapConversion and ePset_ProjectedCRS, whose names are written in any case. */
function propertySets(lines: IfcLines, units: IfcUnits): FoundLevel[] {
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

function mapConversions(lines: IfcLines, units: IfcUnits): FoundLevel[] {
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

function rigidOperations(lines: IfcLines, units: IfcUnits, trueNorth: number | null): FoundLevel[] {
  return lines.ofType('IFCRIGIDOPERATION').flatMap((line) => {
    const target = lines.referred(line, 'TargetCRS');
    const made = level('rigid-operation', nameOf(lines, line));
    made.crs = crsWords(lines, target);
    const [one, two] = [lines.value(line, 'FirstCoordinate'), lines.value(line, 'SecondCoordinate')];
    const [first, second] = [plain(one), plain(two)];
    if (typeof first !== 'number' || typeof second !== 'number')
      return [{ ...made, notes: [{ note: 'incomplete', values: {} }] }];
    const height = lines.number(line, 'Height');
    const isAngle =
      (one instanceof Typed && /PLANEANGLE/.test(one.type)) || (made.crs?.isGeographic ?? false);
    const map = units.read(lines.referred(target, isAngle ? 'AngleUnit' : 'MapUnit'));
    const heights =
      units.read(lines.referred(target, 'HeightUnit'))?.factor ?? (isAngle ? units.metres : map?.factor);
    const symbol = isAngle ? (map?.symbol ?? '°') : ((map ?? units.length)?.symbol ?? null);
    made.says = [
      { name: 'FirstCoordinate', value: String(first), unit: symbol },
      { name: 'SecondCoordinate', value: String(second), unit: symbol },
      ...(height === null
        ? []
        : [{ name: 'Height', value: String(height), unit: units.length?.symbol ?? null }]),
    ];
    sayCrs(made);
    const stated = height === null ? null : height * (heights ?? units.metres);
    if (isAngle) {
      // Degrees where the CRS does not say its unit: no program writes radians there.
      const k = map ? (map.factor * 180) / Math.PI : 1;
      const [a, b] = [first * k, second * k];
      return [
        {
          ...made,
          // Latitude first, as geographic systems of the EPSG have it; a file that cannot mean that has them reversed.
          lonLat: Math.abs(a) > 90 ? [a, b] : [b, a],
          height: stated,
          rotation: { degrees: trueNorth ?? 0, from: 'true' as const },
          notes: Math.abs(a) > 90 ? [{ note: 'reversed', values: {} }] : [],
        },
      ];
    }
    const m = map?.factor ?? units.metres;
    return [
      {
        ...made,
        eastNorth: [first * m, second * m] as [number, number],
        otherEastNorth:
          map === undefined && units.metres !== 1 ? ([first, second] as [number, number]) : null,
        height: stated,
        rotation: { degrees: 0, from: 'grid' as const },
      },
    ];
  });
}

function crsWords(lines: IfcLines, crs: IfcLine | undefined): CrsWords | null {
  if (!crs) return null;
  const of = (name: string) => lines.text(crs, name);
  const wkt = lines
    .ofType('IFCWELLKNOWNTEXT')
    .find((one) => lines.referred(one, 'CoordinateReferenceSystem') === crs);
  return {
    name: of('Name'),
    description: of('Description'),
    datum: of('GeodeticDatum'),
    verticalDatum: of('VerticalDatum'),
    projection: of('MapProjection'),
    zone: of('MapZone'),
    wkt: lines.text(wkt, 'WellKnownText'),
    isGeographic: crs.type === 'IFCGEOGRAPHICCRS',
  };
}

function sayCrs(made: FoundLevel): void {
  const { crs } = made;
  if (!crs) return;
  const words = {
    Name: crs.name,
    Description: crs.description,
    GeodeticDatum: crs.datum,
    VerticalDatum: crs.verticalDatum,
    MapProjection: crs.projection,
    MapZone: crs.zone,
  };
  for (const [name, value] of Object.entries(words))
    if (value !== null) made.says.push({ name, value, unit: null });
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
const rounded = (value: number) => Math.round(value * 1e6) / 1e6;
const normal = (degrees: number) =>
  degrees > 180 ? degrees - 360 : degrees <= -180 ? degrees + 360 : degrees;
