import type { FieldBookPoint } from '#core/protocol';
import type { DesignPoint } from './design.ts';

export interface Tolerance {
  /** Metres. */
  plan: number;
  height: number;
}

/** As staked minus design, metres. */
export interface Staked {
  name: string;
  east: number;
  north: number;
  plan: number;
  /** Null where one of them has no height. */
  height: number | null;
  isWithin: boolean;
  design: DesignPoint;
}

export interface StakeOut {
  staked: Staked[];
  /** Names of design points that were not measured. */
  missing: string[];
}

/** Compares points of the same name, in any case, the worst first. */
export function compareStaked(
  design: readonly DesignPoint[],
  points: readonly Pick<FieldBookPoint, 'name' | 'east' | 'north' | 'height'>[],
  tolerance: Tolerance,
): StakeOut {
  const measured = new Map(points.map((point) => [keyOf(point.name), point]));
  const staked = design.flatMap((wanted): Staked[] => {
    const point = measured.get(keyOf(wanted.name));
    if (!point) return [];
    const [east, north] = [point.east - wanted.east, point.north - wanted.north];
    const height = point.height === null || wanted.height === null ? null : point.height - wanted.height;
    const plan = Math.hypot(east, north);
    const isWithin = plan <= tolerance.plan && Math.abs(height ?? 0) <= tolerance.height;
    return [{ name: wanted.name, east, north, plan, height, isWithin, design: wanted }];
  });
  const share = ({ plan, height }: Staked) =>
    Math.max(plan / tolerance.plan, Math.abs(height ?? 0) / tolerance.height);
  return {
    staked: staked.sort((a, b) => share(b) - share(a)),
    missing: design.filter(({ name }) => !measured.has(keyOf(name))).map(({ name }) => name),
  };
}

/** Instruments fill names with zeros, and write capitals. */
function keyOf(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/^0+(?=.)/, '');
}

/** The report: design, as staked, differences and whether they are within tolerance. */
export function stakedCsv({ staked, missing }: StakeOut, { plan, height }: Tolerance): string {
  const cell = (text: string) => {
    const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const n = (value: number | null) => (value === null ? '' : value.toFixed(4));
  const head =
    'point,design_east,design_north,design_height,delta_east,delta_north,delta_plan,delta_height,tolerance_plan,tolerance_height,within';
  const rows = staked.map((one) =>
    [
      cell(one.name),
      n(one.design.east),
      n(one.design.north),
      n(one.design.height),
      n(one.east),
      n(one.north),
      n(one.plan),
      n(one.height),
      n(plan),
      n(height),
      one.isWithin ? 'yes' : 'no',
    ].join(','),
  );
  const without = missing.map((name) =>
    [cell(name), ...Array.from({ length: 9 }, () => ''), 'missing'].join(','),
  );
  return `\uFEFF${[head, ...rows, ...without].join('\r\n')}\r\n`;
}
