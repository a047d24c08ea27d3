import { fullCircle } from '#core/geodesy';
import type { FieldBookTraverse } from '#core/protocol';
import type { Approximate } from './approximate.ts';
import { azimuthOf, lengthOf, meanAngle, polar, signed, type Place } from './plane.ts';
import type { SetUp, Sight } from './setups.ts';

/** A known point nearer than this, metres, does not orient. */
const NEAREST = 0.5;

interface TraverseInput {
  setUps: readonly SetUp[];
  found: Pick<Approximate, 'places' | 'heights' | 'orientations' | 'stated'>;
  /** Points of known place. */
  known: ReadonlySet<string>;
  /** By point. */
  knownHeights: ReadonlyMap<string, number>;
}

/** Points in the order of the traverse; the last may not be occupied. */
interface Chain {
  names: string[];
  setUps: (SetUp | undefined)[];
}

interface Leg {
  distance: number;
  /** Undefined without heights of instrument and target. */
  rise: number | undefined;
}

/**
 * Traverses in the order in which stations were occupied: each begins on a known point and ends on one, or where no
 * further station follows. Angular misclosure is distributed evenly, linear misclosure by Bowditch.
 */
export function traverses(input: TraverseInput): FieldBookTraverse[] {
  return chainsOf(input).flatMap((chain) => traverseOf(chain, input) ?? []);
}

function chainsOf({ setUps, known }: TraverseInput): Chain[] {
  const chains: Chain[] = [];
  let chain: Chain | undefined;
  const end = () => {
    if (chain) chains.push(closed(chain, known));
    chain = undefined;
  };
  for (const setUp of setUps) {
    const last = chain?.setUps.at(-1);
    if (last?.name === setUp.name) continue;
    if (!chain || !last || !isLeg(last, setUp)) end();
    else if (chain.names.length > 1 && !seesBoth(last, chain.names.at(-2)!, setUp.name)) end();
    if (chain) {
      chain.names.push(setUp.name);
      chain.setUps.push(setUp);
      if (known.has(setUp.name)) end();
    }
    if (!chain && known.has(setUp.name)) chain = { names: [setUp.name], setUps: [setUp] };
  }
  end();
  return chains.filter(({ names }) => names.length > 2);
}

/** With the known point that its last station sees: the first of the traverse rather than another. */
function closed(chain: Chain, known: ReadonlySet<string>): Chain {
  const { names, setUps } = chain;
  const [first, last, before] = [names[0]!, names.at(-1)!, names.at(-2)];
  if (known.has(last) || names.length < 2) return chain;
  const seen = setUps
    .at(-1)!
    .sights.filter(
      ({ target, circle, distance }) =>
        known.has(target) && target !== before && circle !== undefined && distance !== undefined,
    );
  const end = seen.find(({ target }) => target === first) ?? seen[0];
  if (!end) return chain;
  return {
    names: [...names, end.target],
    setUps: [...setUps, end.target === first && sightTo(setUps[0]!, last) ? setUps[0] : undefined],
  };
}

function traverseOf({ names, setUps }: Chain, input: TraverseInput): FieldBookTraverse | undefined {
  const { found, known } = input;
  const start = found.places.get(names[0]!)!;
  const orientation = orientationOf(setUps[0]!, input);
  if (orientation === undefined) return undefined;
  const legs = names.slice(1).map((name, i) => legOf(setUps[i]!, setUps[i + 1], name));
  const first = fullCircle(orientation + sightTo(setUps[0]!, names[1]!)!.circle!);
  const angles = names.slice(1, -1).map((_, i) => angleAt(setUps[i + 1]!, names[i]!, names[i + 2]!));
  const azimuths = [first];
  for (const angle of angles) azimuths.push(fullCircle(azimuths.at(-1)! + 180 + angle));
  const closing = closingOf({ names, setUps }, { first, last: azimuths.at(-1)! }, input);
  // Each angle takes its share, with the one that closes.
  const share = closing === undefined ? 0 : closing / (angles.length + 1);
  const balanced = azimuths.map((azimuth, i) => fullCircle(azimuth - share * i));
  const places = [start];
  for (const [i, { distance }] of legs.entries()) places.push(polar(places[i]!, balanced[i]!, distance));
  const end = known.has(names.at(-1)!) ? found.places.get(names.at(-1)!) : undefined;
  const heights = heightsAlong(names, legs, input);
  const length = legs.reduce((sum, { distance }) => sum + distance, 0);
  const [east, north] = end
    ? [places.at(-1)!.east - end.east, places.at(-1)!.north - end.north]
    : [null, null];
  return {
    stations: names,
    kind: !end ? 'open' : names[0] === names.at(-1) ? 'loop' : 'connecting',
    length,
    angles: angles.length + (closing === undefined ? 0 : 1),
    angular: closing ?? null,
    east,
    north,
    height: heights.misclosure,
    legs: bowditch({ names, legs, places, azimuths: balanced, angles, heights }, { east, north, length }),
  };
}

interface Computed {
  names: readonly string[];
  legs: readonly Leg[];
  places: readonly Place[];
  azimuths: readonly number[];
  angles: readonly number[];
  heights: { values: (number | null)[]; misclosure: number | null };
}

function bowditch(
  { names, legs, places, azimuths, angles, heights }: Computed,
  { east, north, length }: { east: number | null; north: number | null; length: number },
): FieldBookTraverse['legs'] {
  let lengthSoFar = 0;
  return legs.map(({ distance }, i) => {
    lengthSoFar += distance;
    const share = lengthSoFar / length;
    const height = heights.values[i + 1] ?? null;
    return {
      to: names[i + 1]!,
      angle: i === 0 ? null : angles[i - 1]!,
      azimuth: azimuths[i]!,
      distance,
      east: places[i + 1]!.east - (east ?? 0) * share,
      north: places[i + 1]!.north - (north ?? 0) * share,
      height: height === null ? null : height - (heights.misclosure ?? 0) * share,
    };
  });
}

/** Measured minus known; undefined where nothing closes the angles. */
function closingOf(
  { names, setUps }: Chain,
  { first, last }: { first: number; last: number },
  input: TraverseInput,
): number | undefined {
  const end = setUps.at(-1);
  const [to, before] = [names.at(-1)!, names.at(-2)!];
  const back = end && sightTo(end, before);
  if (!end || back?.circle === undefined || !input.known.has(to)) return undefined;
  const arriving = last + 180;
  const again = sightTo(end, names[1]!);
  if (names[0] === to && again?.circle !== undefined && before !== names[1])
    return signed(arriving + again.circle - back.circle - first);
  const orientation = orientationOf(end, input);
  return orientation === undefined ? undefined : signed(arriving - orientation - back.circle);
}

/** By known points alone, or as the file states it: what the traverse finds must not orient it. */
function orientationOf(setUp: SetUp, { found, known }: TraverseInput): number | undefined {
  const at = found.places.get(setUp.name);
  const seen = setUp.sights.flatMap(({ target, circle }) => {
    const place = known.has(target) ? found.places.get(target) : undefined;
    if (!at || !place || circle === undefined || lengthOf(at, place) < NEAREST) return [];
    return [{ azimuth: azimuthOf(at, place) - circle, weight: lengthOf(at, place) }];
  });
  if (seen.length > 0)
    return meanAngle(
      seen.map(({ azimuth }) => azimuth),
      seen.map(({ weight }) => weight),
    );
  return found.stated.has(setUp) ? found.orientations.get(setUp) : undefined;
}

function heightsAlong(
  names: readonly string[],
  legs: readonly Leg[],
  { found, knownHeights }: TraverseInput,
): Computed['heights'] {
  const [start, end] = [names[0]!, names.at(-1)!];
  const values: (number | null)[] = [found.heights.get(start) ?? null];
  for (const [i, { rise }] of legs.entries()) {
    const from = values[i] ?? null;
    values.push(from === null || rise === undefined ? null : from + rise);
  }
  const last = values.at(-1)!;
  const known = start === end ? values[0] : knownHeights.has(start) ? knownHeights.get(end) : null;
  return { values, misclosure: last === null || typeof known !== 'number' ? null : last - known };
}

function sightTo(setUp: SetUp, target: string): Sight | undefined {
  return setUp.sights.find((sight) => sight.target === target);
}

function seesBoth(setUp: SetUp, back: string, fore: string): boolean {
  return sightTo(setUp, back)?.circle !== undefined && sightTo(setUp, fore)?.circle !== undefined;
}

/** Two set-ups that are a leg: the first sees the second, and one of them has measured the distance. */
function isLeg(from: SetUp, to: SetUp): boolean {
  const [fore, back] = [sightTo(from, to.name), sightTo(to, from.name)];
  return (
    fore?.circle !== undefined &&
    back?.circle !== undefined &&
    (fore.distance !== undefined || back.distance !== undefined)
  );
}

function angleAt(setUp: SetUp, back: string, fore: string): number {
  return fullCircle(sightTo(setUp, fore)!.circle! - sightTo(setUp, back)!.circle!);
}

/** The means of both directions. */
function legOf(from: SetUp, to: SetUp | undefined, name: string): Leg {
  const [fore, back] = [sightTo(from, name), to && sightTo(to, from.name)];
  const mean = (values: (number | undefined)[]) => {
    const there = values.filter((value) => value !== undefined);
    return there.length === 0 ? undefined : there.reduce((sum, value) => sum + value, 0) / there.length;
  };
  return {
    distance: mean([fore?.distance, back?.distance])!,
    rise: mean([fore?.rise, back?.rise === undefined ? undefined : -back.rise]),
  };
}
