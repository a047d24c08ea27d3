import type { MapSymbol } from '#core/protocol';
import { markerOf } from '#core/styles';
import type { ExportLayer } from '../layer-writer.ts';
import { UniqueNames } from '../names.ts';
import { plainText } from './dxf-frame.ts';

/** Most attributes of a block. */
const MAX_TAGS = 100;

/** A symbol of points: a drawing with the radius 1, and the attributes of the objects. */
export interface Block {
  readonly name: string;
  readonly shape: NonNullable<MapSymbol['shape']>;
  /** Attribute of an object by its tag. */
  readonly tags: ReadonlyMap<string, string>;
}

/** The blocks of all types with points, one for each marker. */
export class Blocks {
  readonly #names = new UniqueNames(200, ['*model_space', '*paper_space']);
  readonly #blocks = new Map<string, Block>();
  readonly #tags = new Map<ExportLayer, ReadonlyMap<string, string>>();

  /** `layerName`: that of the drawing. */
  add(layer: ExportLayer, layerName: string, symbols: readonly MapSymbol[]): void {
    this.#tags.set(layer, tagsOf(layer));
    for (const { shape = 'circle' } of symbols) {
      const key = keyOf(layer, shape);
      if (this.#blocks.has(key)) continue;
      const isFirst = ![...this.#blocks.keys()].some((other) => other.startsWith(keyOf(layer, '')));
      const name = this.#names.of(isFirst ? layerName : `${layerName}-${shape}`);
      this.#blocks.set(key, { name, shape, tags: this.#tags.get(layer)! });
    }
  }

  of(layer: ExportLayer, { shape = 'circle' }: Pick<MapSymbol, 'shape'>): Block | undefined {
    return this.#blocks.get(keyOf(layer, shape));
  }

  get all(): Block[] {
    return [...this.#blocks.values()];
  }
}

const keyOf = ({ typeName }: ExportLayer, shape: string): string => `${typeName}\0${shape}`;

/** Tags have neither blanks nor the same name. */
function tagsOf({ columns }: ExportLayer): ReadonlyMap<string, string> {
  const names = new UniqueNames(100);
  const tags = columns
    .slice(0, MAX_TAGS)
    .map(({ name }): [string, string] => [
      names.of(plainText(name).trim().replace(/\s+/g, '_') || 'FIELD'),
      name,
    ]);
  return new Map(tags);
}

/** The entities of a marker: `head` begins each. Lines follow the colour of the insertion. */
export function markerText(shape: Block['shape'], head: (type: string) => string): string {
  const { body, lines, ink } = markerOf(shape);
  const outlines = [...paths(body), ...paths(lines)].map((path) => outlineText(path, head));
  return [...outlines, ...paths(ink).map((path) => filledText(path, head))].join('');
}

type Path =
  | { circle: readonly [number, number, number] }
  | { corners: [number, number][]; isClosed: boolean };

/** Steps as circles and polylines; y grows upwards. */
function paths(steps: ReturnType<typeof markerOf>['body']): Path[] {
  const all: Path[] = [];
  for (const [step, x = 0, y = 0, radius = 0] of steps) {
    const last = all.at(-1);
    if (step === 'O') all.push({ circle: [x, 0 - y, radius] });
    else if (step === 'M') all.push({ corners: [[x, 0 - y]], isClosed: false });
    else if (last && 'corners' in last) {
      if (step === 'L') last.corners.push([x, 0 - y]);
      else last.isClosed = true;
    }
  }
  return all;
}

function outlineText(path: Path, head: (type: string) => string): string {
  if ('circle' in path) {
    const [x, y, radius] = path.circle;
    return `${head('CIRCLE')}100\nAcDbCircle\n10\n${x}\n20\n${y}\n30\n0.0\n40\n${radius}\n`;
  }
  const { corners, isClosed } = path;
  const places = corners.map(([x, y]) => `10\n${x}\n20\n${y}\n`).join('');
  return `${head('LWPOLYLINE')}100\nAcDbPolyline\n90\n${corners.length}\n70\n${isClosed ? 1 : 0}\n${places}`;
}

/** A disc is two half circles: a bulge of 1. */
function filledText(path: Path, head: (type: string) => string): string {
  const begin =
    '100\nAcDbHatch\n10\n0.0\n20\n0.0\n30\n0.0\n210\n0.0\n220\n0.0\n230\n1.0\n2\nSOLID\n70\n1\n71\n0\n91\n1\n';
  const end = '97\n0\n75\n0\n76\n1\n98\n1\n10\n0.0\n20\n0.0\n';
  const corners =
    'circle' in path
      ? ([
          [path.circle[0] - path.circle[2], path.circle[1]],
          [path.circle[0] + path.circle[2], path.circle[1]],
        ] as const)
      : path.corners;
  const isRound = 'circle' in path;
  const places = corners.map(([x, y]) => `10\n${x}\n20\n${y}\n${isRound ? '42\n1.0\n' : ''}`).join('');
  return `${head('HATCH')}${begin}92\n3\n72\n${isRound ? 1 : 0}\n73\n1\n93\n${corners.length}\n${places}${end}`;
}
