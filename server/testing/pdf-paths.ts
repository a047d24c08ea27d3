import { inflateSync } from 'node:zlib';

/** A stroked or filled path of a page: its points in millimetres from the upper left corner of the paper. */
export interface PdfPath {
  points: [x: number, y: number][];
  /** Of the stroke, RGB from 0 to 1. */
  stroke: number[];
}

type Matrix = readonly [number, number, number, number, number, number];

const MM = 25.4 / 72;

/** The paths that a PDF of pdfkit draws, page by page, read from its own operators (ISO 32000-1, 8.5). */
export function pathsOf(pdf: Buffer): PdfPath[][] {
  const text = pdf.toString('latin1');
  const objects = new Map<number, string>();
  for (const [, number, body] of text.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g))
    objects.set(Number(number), body!);
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\b(?!s)/.test(body));
  return pages.map((page) => {
    const height = Number(/\/MediaBox \[0 0 \S+ ([\d.]+)\]/.exec(page)![1]);
    const content = objects.get(Number(/\/Contents (\d+) 0 R/.exec(page)![1]))!;
    const stream = content.slice(content.indexOf('stream\n') + 7, content.lastIndexOf('\nendstream'));
    return pathsIn(inflateSync(Buffer.from(stream, 'latin1')).toString('latin1'), height);
  });
}

function pathsIn(content: string, height: number): PdfPath[] {
  const paths: PdfPath[] = [];
  const saved: { matrix: Matrix; stroke: number[] }[] = [];
  let matrix: Matrix = [1, 0, 0, 1, 0, 0];
  let stroke: number[] = [];
  let points: [number, number][] = [];
  let numbers: number[] = [];
  const add = (x: number, y: number) =>
    points.push([
      (matrix[0] * x + matrix[2] * y + matrix[4]) * MM,
      (height - (matrix[1] * x + matrix[3] * y + matrix[5])) * MM,
    ]);
  for (const token of content.replace(/\([^)]*\)|<[0-9a-fA-F]*>/g, '').split(/\s+/)) {
    if (/^[-+.\d]/.test(token)) {
      numbers.push(Number(token));
      continue;
    }
    const [a = 0, b = 0, c = 0, d = 0] = numbers;
    if (token === 'q') saved.push({ matrix, stroke });
    else if (token === 'Q') ({ matrix, stroke } = saved.pop()!);
    else if (token === 'cm') matrix = times(numbers as unknown as Matrix, matrix);
    else if (token === 'SCN') stroke = numbers;
    else if (token === 'm' || token === 'l') add(a, b);
    else if (token === 're')
      for (const [x, y] of [
        [a, b],
        [a + c, b],
        [a + c, b + d],
        [a, b + d],
      ] as const)
        add(x, y);
    else if (['S', 's', 'f', 'f*', 'B', 'B*', 'b', 'b*', 'n'].includes(token)) {
      if (token !== 'n' && points.length > 0) paths.push({ points, stroke });
      points = [];
    }
    numbers = [];
  }
  return paths;
}

function times(a: Matrix, b: Matrix): Matrix {
  return [
    a[0] * b[0] + a[1] * b[2],
    a[0] * b[1] + a[1] * b[3],
    a[2] * b[0] + a[3] * b[2],
    a[2] * b[1] + a[3] * b[3],
    a[4] * b[0] + a[5] * b[2] + b[4],
    a[4] * b[1] + a[5] * b[3] + b[5],
  ];
}
