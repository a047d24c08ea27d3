import type { Position } from '#core/protocol';

/**
 * A fictional edge of a small town in Umbria, in metres east and north of a reference point: two streets, a lane and
 * a footpath, parcels along them, and survey points.
 */
const ORIGIN = { longitude: 12.6089, latitude: 42.9361 };
/** Ellipsoidal height of the reference point, metres. */
const GROUND = 256.4;

/** Metres of one degree on WGS84 at the origin's latitude (Snyder 1987, p. 24-25, series for M and N). */
const phi = (ORIGIN.latitude * Math.PI) / 180;
const NORTH = 111_132.954 - 559.822 * Math.cos(2 * phi) + 1.175 * Math.cos(4 * phi);
const EAST = 111_412.84 * Math.cos(phi) - 93.5 * Math.cos(3 * phi) + 0.118 * Math.cos(5 * phi);

type Plan = readonly [east: number, north: number];

function place([east, north]: Plan): [number, number] {
  return [round(ORIGIN.longitude + east / EAST), round(ORIGIN.latitude + north / NORTH)];
}
function placeAt([east, north]: Plan, height: number): Position {
  return [...place([east, north]), Math.round((GROUND + height) * 1000) / 1000];
}
/** 9 decimals are a tenth of a millimetre. */
function round(degrees: number): number {
  return Math.round(degrees * 1e9) / 1e9;
}

/** Corners of each parcel, its number and use; the street is not straight, as old streets are. */
const PARCELS: readonly [
  number: string,
  use: 'residential' | 'garden' | 'public' | 'field',
  corners: readonly Plan[],
][] = [
  [
    '101',
    'residential',
    [
      [4, 6],
      [26, 8],
      [25, 38],
      [3, 36],
    ],
  ],
  [
    '102',
    'residential',
    [
      [26, 8],
      [47, 10],
      [46, 40],
      [25, 38],
    ],
  ],
  [
    '103',
    'residential',
    [
      [47, 10],
      [71, 12],
      [70, 42],
      [46, 40],
    ],
  ],
  [
    '104',
    'public',
    [
      [71, 12],
      [104, 15],
      [102, 45],
      [70, 42],
    ],
  ],
  [
    '105',
    'residential',
    [
      [112, 16],
      [134, 18],
      [133, 48],
      [110, 46],
    ],
  ],
  [
    '106',
    'residential',
    [
      [134, 18],
      [158, 20],
      [156, 50],
      [133, 48],
    ],
  ],
  [
    '107',
    'residential',
    [
      [158, 20],
      [181, 22],
      [180, 52],
      [156, 50],
    ],
  ],
  [
    '108',
    'garden',
    [
      [3, 36],
      [25, 38],
      [24, 62],
      [2, 60],
    ],
  ],
  [
    '109',
    'garden',
    [
      [25, 38],
      [46, 40],
      [45, 64],
      [24, 62],
    ],
  ],
  [
    '110',
    'garden',
    [
      [46, 40],
      [70, 42],
      [69, 66],
      [45, 64],
    ],
  ],
  [
    '111',
    'public',
    [
      [70, 42],
      [102, 45],
      [101, 69],
      [69, 66],
    ],
  ],
  [
    '112',
    'garden',
    [
      [110, 46],
      [133, 48],
      [132, 72],
      [109, 70],
    ],
  ],
  [
    '113',
    'garden',
    [
      [133, 48],
      [156, 50],
      [155, 74],
      [132, 72],
    ],
  ],
  [
    '114',
    'garden',
    [
      [156, 50],
      [180, 52],
      [179, 76],
      [155, 74],
    ],
  ],
  [
    '201',
    'residential',
    [
      [5, -4],
      [28, -2],
      [30, -30],
      [7, -32],
    ],
  ],
  [
    '202',
    'residential',
    [
      [28, -2],
      [52, 0],
      [54, -28],
      [30, -30],
    ],
  ],
  [
    '203',
    'residential',
    [
      [52, 0],
      [76, 2],
      [78, -26],
      [54, -28],
    ],
  ],
  [
    '204',
    'residential',
    [
      [76, 2],
      [105, 5],
      [107, -23],
      [78, -26],
    ],
  ],
  [
    '205',
    'residential',
    [
      [113, 6],
      [140, 8],
      [142, -20],
      [115, -22],
    ],
  ],
  [
    '206',
    'residential',
    [
      [140, 8],
      [182, 12],
      [184, -16],
      [142, -20],
    ],
  ],
  [
    '301',
    'field',
    [
      [7, -36],
      [105, -27],
      [101, -98],
      [58, -104],
      [12, -92],
    ],
  ],
  [
    '302',
    'field',
    [
      [115, -26],
      [184, -20],
      [190, -86],
      [148, -101],
      [111, -96],
    ],
  ],
  [
    '303',
    'field',
    [
      [2, 66],
      [101, 75],
      [96, 138],
      [44, 142],
      [-3, 128],
    ],
  ],
  [
    '304',
    'field',
    [
      [109, 76],
      [179, 82],
      [176, 136],
      [140, 147],
      [105, 139],
    ],
  ],
];

const PATHS: readonly [
  name: string,
  surface: 'asphalt' | 'gravel' | 'earth',
  width: number,
  line: readonly Plan[],
][] = [
  [
    'Via della Groma',
    'asphalt',
    6.5,
    [
      [-30, -2],
      [3, 1],
      [60, 6],
      [108, 10.5],
      [185, 17.5],
      [224, 22],
    ],
  ],
  [
    'Via del Decumano',
    'asphalt',
    5.5,
    [
      [108, 10.5],
      [106, 46],
      [105, 72],
      [102, 140],
      [99, 176],
    ],
  ],
  [
    'Via del Cardo',
    'asphalt',
    5,
    [
      [108, 10.5],
      [110, -24],
      [107, -98],
      [104, -140],
    ],
  ],
  [
    'Vicolo dei Lauri',
    'gravel',
    3.2,
    [
      [-1, 34],
      [-2, 64],
      [50, 68.5],
      [104, 72.5],
    ],
  ],
  [
    'Vicolo del Pozzo',
    'gravel',
    3,
    [
      [105, 72.5],
      [150, 77.5],
      [183, 80],
    ],
  ],
  [
    'Sentiero delle Vigne',
    'earth',
    1.8,
    [
      [5, -34],
      [60, -29],
      [109, -25],
      [150, -22],
      [190, -18],
      [212, -6],
      [224, 22],
    ],
  ],
  [
    'Argine',
    'earth',
    2.4,
    [
      [-8, 132],
      [44, 146],
      [97, 142],
      [140, 151],
      [180, 139],
    ],
  ],
  [
    'Stradone dei Campi',
    'gravel',
    3.6,
    [
      [12, -96],
      [58, -108],
      [107, -99],
      [148, -105],
      [194, -88],
    ],
  ],
  [
    'Passaggio della Scuola',
    'gravel',
    2,
    [
      [71, 12],
      [70, 42],
      [69, 66],
      [68.5, 70],
    ],
  ],
  [
    'Accesso al mulino',
    'gravel',
    2.8,
    [
      [184, 52],
      [204, 58],
      [221, 71],
      [230, 90],
    ],
  ],
];

type PointKind = 'station' | 'benchmark' | 'boundary' | 'gnss';
/** Height in metres above the reference point. */
const POINTS: readonly [code: string, kind: PointKind, at: Plan, height: number][] = [
  ['PF01', 'gnss', [0, 0], 0],
  ['PF02', 'gnss', [224, 24], 3.118],
  ['PF03', 'gnss', [100, 178], 6.402],
  ['PF04', 'gnss', [103, -142], -4.871],
  ['S1', 'station', [30, 3.5], 0.412],
  ['S2', 'station', [88, 8.6], 1.207],
  ['S3', 'station', [108, 10.5], 1.544],
  ['S4', 'station', [150, 14.3], 2.036],
  ['S5', 'station', [105.6, 58], 3.271],
  ['S6', 'station', [103.4, 112], 4.909],
  ['S7', 'station', [109.2, -58], -1.933],
  ['CS1', 'benchmark', [70.4, 41.2], 2.585],
  ['CS2', 'benchmark', [112.3, 16.4], 1.612],
  ['CS3', 'benchmark', [180.2, 51.5], 3.904],
  ['T101a', 'boundary', [4, 6], 0.183],
  ['T101b', 'boundary', [26, 8], 0.395],
  ['T103', 'boundary', [71, 12], 1.048],
  ['T105', 'boundary', [112, 16], 1.598],
  ['T107', 'boundary', [181, 22], 2.641],
  ['T201', 'boundary', [5, -4], -0.129],
  ['T204', 'boundary', [105, 5], 1.392],
  ['T206', 'boundary', [182, 12], 2.487],
  ['T301a', 'boundary', [12, -92], -3.344],
  ['T301b', 'boundary', [58, -104], -3.928],
  ['T303', 'boundary', [44, 142], 5.216],
  ['T304', 'boundary', [140, 147], 5.731],
];

const both = (en: string, it: string) => ({ en, it });
const choice = (value: string, en: string, it: string) => ({ value, title: both(en, it) });

export const DEMO_PROJECT = {
  projectName: 'Demo',
  crs: 'EPSG:7792',
  location: { type: 'Point', coordinates: [ORIGIN.longitude, ORIGIN.latitude] },
};

/** The three object types; colours of the Okabe-Ito palette, which colour-blind people can distinguish. */
export const DEMO_TYPES = [
  {
    name: 'parcel',
    title: both('Parcels', 'Particelle'),
    geometryType: 'Polygon',
    style: { stroke: '#b85a00', width: 1.5, fill: '#e69f0040', label: 'number' },
    fields: [
      {
        name: 'number',
        title: both('Number', 'Numero'),
        type: 'text',
        required: true,
        unique: true,
        pattern: '^[0-9]{1,5}$',
      },
      {
        name: 'use',
        title: both('Use', 'Destinazione'),
        type: 'choice',
        required: true,
        choices: [
          choice('residential', 'Residential', 'Residenziale'),
          choice('garden', 'Garden', 'Giardino'),
          choice('public', 'Public', 'Pubblica'),
          choice('field', 'Field', 'Campo'),
        ],
      },
    ],
  },
  {
    name: 'path',
    title: both('Streets and paths', 'Strade e sentieri'),
    geometryType: 'LineString',
    style: { stroke: '#0072b2', width: 3, label: 'name' },
    fields: [
      { name: 'name', title: both('Name', 'Nome'), type: 'text', required: true },
      {
        name: 'surface',
        title: both('Surface', 'Pavimentazione'),
        type: 'choice',
        required: false,
        choices: [
          choice('asphalt', 'Asphalt', 'Asfalto'),
          choice('gravel', 'Gravel', 'Ghiaia'),
          choice('earth', 'Earth', 'Terra'),
        ],
      },
      {
        name: 'width',
        title: both('Width (m)', 'Larghezza (m)'),
        type: 'number',
        required: false,
        min: 0.5,
        max: 40,
      },
    ],
  },
  {
    name: 'survey-point',
    title: both('Survey points', 'Punti di rilievo'),
    geometryType: 'Point',
    style: { stroke: '#ffffff', width: 1.5, fill: '#009e73', radius: 6, shape: 'triangle', label: 'code' },
    fields: [
      { name: 'code', title: both('Code', 'Codice'), type: 'text', required: true, unique: true },
      {
        name: 'kind',
        title: both('Kind', 'Tipo'),
        type: 'choice',
        required: true,
        choices: [
          choice('gnss', 'GNSS reference', 'Riferimento GNSS'),
          choice('station', 'Station', 'Stazione'),
          choice('benchmark', 'Benchmark', 'Caposaldo'),
          choice('boundary', 'Boundary stone', 'Termine di confine'),
        ],
      },
      { name: 'surveyed', title: both('Surveyed', 'Rilevato il'), type: 'date', required: false },
    ],
  },
];

export function demoObjects() {
  return [
    ...PARCELS.map(([number, use, corners]) => ({
      typeName: 'parcel',
      properties: { number, use },
      // Counterclockwise, as RFC 7946 requires for outer rings.
      location: { type: 'Polygon', coordinates: [ccw([...corners, corners[0]!]).map(place)] },
    })),
    ...PATHS.map(([name, surface, width, line]) => ({
      typeName: 'path',
      properties: { name, surface, width },
      location: { type: 'LineString', coordinates: line.map(place) },
    })),
    ...POINTS.map(([code, kind, at, height]) => ({
      typeName: 'survey-point',
      properties: { code, kind, surveyed: '2026-05-14' },
      location: { type: 'Point', coordinates: placeAt(at, height) },
    })),
  ];
}

function ccw(ring: readonly Plan[]): readonly Plan[] {
  let doubleArea = 0;
  for (let i = 1; i < ring.length; i++)
    doubleArea += ring[i - 1]![0] * ring[i]![1] - ring[i]![0] * ring[i - 1]![1];
  return doubleArea < 0 ? [...ring].reverse() : ring;
}
