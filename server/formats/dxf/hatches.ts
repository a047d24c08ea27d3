import type { MapSymbol, Position } from '#core/protocol';
import { printNumber } from '../shapes.ts';
import { sizeOf, type DrawingScale } from './look.ts';

type Hatch = NonNullable<MapSymbol['hatch']>;

const [OUTLINE, HOLE] = [3, 2];
/** Directions of the lines: degrees anticlockwise from the first axis. */
const ANGLES: Readonly<Record<Hatch['kind'], readonly number[]>> = {
  horizontal: [0],
  vertical: [90],
  forward: [45],
  backward: [135],
  cross: [0, 90],
  'diagonal-cross': [45, 135],
  dots: [0],
};

/** What follows the head of a HATCH: an area filled with one colour, whose rings are closed. */
export function solidText(rings: readonly (readonly Position[])[]): string {
  return `${beginning(rings, 'SOLID', true)}75\n0\n76\n1\n${SEEDS}`;
}

/** What follows the head of a HATCH: an area with lines or dots. */
export function patternText(
  rings: readonly (readonly Position[])[],
  hatch: Hatch,
  symbol: MapSymbol,
  drawing: DrawingScale,
): string {
  const spacing = sizeOf(hatch.spacing, symbol, drawing);
  const angles = ANGLES[hatch.kind];
  const lines = angles.map((angle) => {
    const turned = (angle * Math.PI) / 180;
    const [x, y] = [-Math.sin(turned) * spacing, Math.cos(turned) * spacing].map(printNumber);
    const dashes = hatch.kind === 'dots' ? `79\n2\n49\n0.0\n49\n${printNumber(-spacing)}\n` : '79\n0\n';
    return `53\n${angle}\n43\n0.0\n44\n0.0\n45\n${x}\n46\n${y}\n${dashes}`;
  });
  const name = `GROMA_${hatch.kind.toUpperCase()}`;
  return `${beginning(rings, name, false)}75\n0\n76\n2\n52\n0.0\n41\n1.0\n77\n0\n78\n${angles.length}\n${lines.join('')}${SEEDS}`;
}

const SEEDS = '98\n1\n10\n0.0\n20\n0.0\n';

function beginning(rings: readonly (readonly Position[])[], name: string, isSolid: boolean): string {
  const height = printNumber(rings[0]![0]![2] ?? 0);
  const loops = rings.map((ring, n) => {
    const open = ring.slice(0, -1);
    const corners = open.map(([x, y]) => `10\n${printNumber(x)}\n20\n${printNumber(y)}\n`).join('');
    return `92\n${n === 0 ? OUTLINE : HOLE}\n72\n0\n73\n1\n93\n${open.length}\n${corners}97\n0\n`;
  });
  return (
    `100\nAcDbHatch\n10\n0.0\n20\n0.0\n30\n${height}\n210\n0.0\n220\n0.0\n230\n1.0\n2\n${name}\n` +
    `70\n${isSolid ? 1 : 0}\n71\n0\n91\n${loops.length}\n${loops.join('')}`
  );
}
