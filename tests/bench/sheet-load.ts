/** Draws 20,000 parcels on a sheet in A3, as a PNG of 300 dpi; prints the seconds, and the most memory in kB. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import proj4 from 'proj4';
import { DEFAULT_FORMAT, type SheetLayout } from '../../core/protocol/index.ts';
import { DEFAULT_LAYOUT } from '../../core/sheets/index.ts';
import { targetCrs } from '../../server/api/export/content/crs.ts';
import type { WriteTask } from '../../server/api/export/content/task.ts';
import { writeSheet } from '../../server/api/export/sheets/write-sheet.ts';
import { ExportNotes } from '../../server/formats/notes.ts';

const ROWS = 125;
const COLUMNS = 160;
/** Metres. */
const [WIDTH, HEIGHT] = [3.8, 4.1];
const MIDDLE = [600_000, 5_000_000] as const;
const SCALE = 2000;

const folder = process.argv[2]!;
const toDegrees = proj4('+proj=utm +zone=32 +ellps=GRS80 +units=m', 'WGS84').forward;
const file = path.join(folder, 'parcels.ndjson');
const lines: string[] = [];
for (let row = 0; row < ROWS; row++)
  for (let column = 0; column < COLUMNS; column++) {
    const [x, y] = [MIDDLE[0] + (column - COLUMNS / 2) * WIDTH, MIDDLE[1] + (row - ROWS / 2) * HEIGHT];
    const ring = [[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]].map(([east, north]) =>
      toDegrees([x + east! * WIDTH, y + north! * HEIGHT]),
    ); // prettier-ignore
    const number = row * COLUMNS + column;
    lines.push(
      JSON.stringify({
        id: `parcel-${number}`,
        location: { type: 'Polygon', coordinates: [ring] },
        properties: { number, use: ['field', 'house', 'road', 'wood'][number % 4] },
      }),
    );
  }
writeFileSync(file, `${lines.join('\n')}\n`);
const out = path.join(folder, 'out');
mkdirSync(out);

const layout: SheetLayout = { ...DEFAULT_LAYOUT, paper: 'A3', orientation: 'landscape', scale: SCALE };
const frame = { centre: toDegrees([...MIDDLE]) as [number, number], rotation: 0, scale: SCALE };
const crs = (await targetCrs('EPSG:25832'))!;
const colours = { field: '#f2e6c2', house: '#e8b0a0', road: '#dddddd', wood: '#a9cf9c' };
const task: WriteTask = {
  kind: 'sheet',
  language: 'en',
  folder,
  project: 'Parcels',
  organization: 'Bench',
  author: 'Bench',
  at: '2026-01-01T00:00:00Z',
  crs: 'EPSG:25832',
  format: DEFAULT_FORMAT,
  grids: { offers: [], files: {} },
  types: [
    {
      typeName: 'parcel',
      file,
      count: lines.length,
      title: undefined,
      fields: [],
      style: {
        stroke: '#444444',
        width: 1,
        fill: '#ffffff',
        label: 'number',
        version: 2,
        classes: {
          kind: 'categorized',
          field: 'use',
          categories: Object.entries(colours).map(([value, fill]) => ({
            value,
            symbol: { stroke: '#444444', width: 1, fill },
          })),
        },
      },
    },
  ],
  formats: [],
  csvGeometry: 'wkt',
  drawingScale: undefined,
  photos: [],
  attachments: [],
  elements: [],
};
lines.length = 0;
const from = performance.now();
await writeSheet(
  task,
  {
    request: { layout, frames: [frame], crs: 'EPSG:25832', format: 'png', dpi: 300 },
    profiles: new Map(),
    pages: [{ frames: [frame], object: '' }],
  },
  crs,
  out,
  { notes: new ExportNotes('en'), progress: () => {} },
);
const seconds = (performance.now() - from) / 1000;
process.stdout.write(JSON.stringify({ seconds, kB: process.resourceUsage().maxRSS }));
