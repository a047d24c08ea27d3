import { CodeReader, type CodePart, type FieldCode, type FieldCodeList } from '#core/protocol';
import type { Coordinates } from '../../../formats/instruments/model.ts';
import type { ComputeProblem } from '../compute/types.ts';
import { arcThrough } from './arcs.ts';
import { lineBeside } from './beside.ts';

/** A point as it was measured, or a note of the file, in the order of the survey. */
export type Surveyed = { name: string; code: string; line: number; at: Coordinates } | { note: string };

export interface MadeLine {
  /** The same while its code and its first point are; no other line has it. */
  key: string;
  /** `FENCE2`, with the offset of a line beside it. */
  name: string;
  rule: FieldCode & { line: NonNullable<FieldCode['line']> };
  /** Its points in their order. */
  points: string[];
  corners: Coordinates[];
  /** Its last point is joined to its first. */
  isClosed: boolean;
  /** It was begun by a code, and no code ends it. */
  isOpen: boolean;
}

interface Vertex {
  name: string;
  at: Coordinates;
  arc: boolean;
  arcEnd: boolean;
}

interface Figure {
  code: string;
  name: string;
  rule: MadeLine['rule'];
  vertices: Vertex[];
  offsets: Set<number>;
  isBegun: boolean;
  isEnded: boolean;
  isClosed: boolean;
}

/** Lines and borders of areas from the codes of points. What cannot be drawn as it was coded is said. */
export function makeLines(
  surveyed: readonly Surveyed[],
  list: FieldCodeList,
): { lines: MadeLine[]; problems: ComputeProblem[] } {
  const reader = new CodeReader(list);
  const problems: ComputeProblem[] = [];
  const figures: Figure[] = [];
  const open = new Map<string, Figure>();
  let last: Figure | undefined;
  let beginsNext = false;
  for (const one of surveyed) {
    if ('note' in one) {
      const control = reader.controlOf(one.note);
      if (control === 'begin') beginsNext = true;
      if (last && (control === 'end' || control === 'close')) finish(last, control === 'close', open);
      continue;
    }
    const { parts, alone } = reader.read(one.code);
    if (alone.length > 0)
      problems.push({
        kind: 'code-alone',
        values: { name: one.name, code: alone.join(' '), line: one.line },
      });
    for (const part of parts) {
      if (!isOfLine(part)) {
        if (part.controls.size > 0 && part.rule)
          problems.push({ kind: 'code-not-line', values: { name: one.name, code: part.code } });
        continue;
      }
      const name = `${part.code}${part.line}`;
      let figure = open.get(name);
      const begins = part.controls.has('begin') || beginsNext;
      if (!figure || begins) {
        if (!figure && part.controls.has('end') && !begins)
          problems.push({ kind: 'line-not-begun', values: { name: one.name, code: name } });
        figure = figureOf(part, name, begins);
        figures.push(figure);
        open.set(name, figure);
      }
      beginsNext = false;
      const { controls, offset } = part;
      if (offset) figure.offsets.add(offset);
      const before = figure.vertices.at(-1);
      // Measured again, in the other face or once more.
      if (before?.name === one.name) {
        before.arc ||= controls.has('arc');
        before.arcEnd ||= controls.has('arcEnd');
      } else
        figure.vertices.push({
          name: one.name,
          at: one.at,
          arc: controls.has('arc'),
          arcEnd: controls.has('arcEnd'),
        });
      last = figure;
      if (controls.has('close') || controls.has('end')) finish(figure, controls.has('close'), open);
    }
  }
  return { lines: numbered(figures.flatMap((figure) => drawn(figure, problems))), problems };
}

/** Of lines of one code from one point, such as fences from one post, each has a key of its own by their order. */
function numbered(lines: readonly MadeLine[]): MadeLine[] {
  const counts = new Map<string, number>();
  return lines.map((line) => {
    const count = (counts.get(line.key) ?? 0) + 1;
    counts.set(line.key, count);
    return count === 1 ? line : { ...line, key: `${line.key} #${count}` };
  });
}

type PartOfLine = CodePart & { rule: MadeLine['rule'] };

function isOfLine(part: CodePart): part is PartOfLine {
  return part.rule !== undefined && part.rule.line !== null;
}

function figureOf({ code, rule }: PartOfLine, name: string, isBegun: boolean): Figure {
  return {
    code,
    name,
    rule,
    vertices: [],
    offsets: new Set(),
    isBegun,
    isEnded: false,
    isClosed: rule.line.kind === 'area',
  };
}

function finish(figure: Figure, closes: boolean, open: Map<string, Figure>): void {
  figure.isEnded = true;
  if (closes) figure.isClosed = true;
  if (open.get(figure.name) === figure) open.delete(figure.name);
}

function drawn(figure: Figure, problems: ComputeProblem[]): MadeLine[] {
  const { name, rule, vertices, isClosed, offsets } = figure;
  const first = vertices[0]!.name;
  const isOpen = figure.isBegun && !figure.isEnded;
  const least = isClosed ? 3 : 2;
  if (new Set(vertices.map((vertex) => vertex.name)).size < least) {
    problems.push({ kind: 'line-short', values: { code: name, name: first, count: least } });
    return [];
  }
  if (isOpen) problems.push({ kind: 'line-open', values: { code: name, name: first } });
  const corners = cornersOf(figure, problems);
  const points = vertices.map((vertex) => vertex.name);
  const plain = { rule, points, isClosed, isOpen };
  return [
    { ...plain, key: `${name} ${first}`, name, corners },
    ...[...offsets].map((offset): MadeLine => ({
      ...plain,
      key: `${name} ${first} ${offset}`,
      name: `${name} ${offset > 0 ? '+' : '−'}${Math.abs(offset)} m`,
      corners: lineBeside(corners, offset, isClosed),
    })),
  ];
}

/** With the points of arcs; those of a closed line end where they begin. */
function cornersOf({ name, vertices, isClosed }: Figure, problems: ComputeProblem[]): Coordinates[] {
  const isBack = vertices.length > 1 && vertices[0]!.name === vertices.at(-1)!.name;
  const around = isClosed && !isBack ? [...vertices, vertices[0]!] : vertices;
  const corners: Coordinates[] = [around[0]!.at];
  for (let at = 0; at < around.length - 1;) {
    const end = around[at]!.arc ? arcEndOf(around, at) : undefined;
    if (around[at]!.arc && end === undefined)
      problems.push({ kind: 'arc-incomplete', values: { code: name, name: around[at]!.name } });
    if (end === undefined) corners.push(around[++at]!.at);
    else
      for (; at < end; at += 2)
        corners.push(...arcThrough(around[at]!.at, around[at + 1]!.at, around[at + 2]!.at));
  }
  return corners;
}

/** Where an arc that begins at a point ends: arcs through three points each. Undefined without an odd number of points. */
function arcEndOf(around: readonly Vertex[], at: number): number | undefined {
  let next = at + 1;
  while (next < around.length && !around[next]!.arcEnd && !around[next]!.arc) next++;
  const isNamed = next < around.length && around[next]!.arcEnd;
  const end = isNamed ? next : at + 2;
  return end < around.length && (end - at) % 2 === 0 ? end : undefined;
}
