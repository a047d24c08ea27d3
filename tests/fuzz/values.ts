import * as fc from 'fast-check';

type FuzzSchema = Record<string, unknown>;
type ValueArbitrary = fc.Arbitrary<unknown>;

/** Placeholder for the id of an existing record; the sender replaces it (server/testing/premises.ts). */
export const THINGS = [
  'project',
  'object',
  'line',
  'polygon',
  'type',
  'survey',
  'cloud',
  'document',
  'user',
  'role',
];
const id = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...THINGS.map((name) => `{${name}}`)) },
  { weight: 1, arbitrary: fc.uuid() },
);

const nested = (depth: number, open: string, close: string): unknown =>
  JSON.parse(open.repeat(depth) + (open === '[' ? '' : '1') + close.repeat(depth));

/** Values that no well-meaning client sends. */
export const ODD: readonly unknown[] = [
  null,
  true,
  '',
  ' ',
  -1,
  -0,
  0.1,
  1e308,
  -1e308,
  5e-324,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  'NaN',
  'Infinity',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202e\u0007\u001b[2J',
  'e\u0301'.repeat(500),
  '👩‍👩‍👧‍👦'.repeat(50),
  `'; drop table users; --`,
  `" or 1=1 --`,
  `$1`,
  `\\'`,
  '%',
  '%_%',
  '%00',
  '%s%n',
  '../../../../etc/passwd',
  'C:\\con',
  '__proto__',
  'constructor',
  '<script>alert(1)</script>',
  '(a+)+$',
  'x'.repeat(300),
  'x'.repeat(70_000),
  '9'.repeat(400),
  '1e999',
  '2026-02-30',
  '0000-00-00T00:00:00Z',
  '275760-09-14',
  '-271821-04-20',
  [],
  [[]],
  {},
  [null],
  { constructor: { prototype: { x: 1 } } },
  JSON.parse('{"x":{"y":{"z":[]}}}'),
  Array.from({ length: 3000 }, () => 0),
  Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`k${i}`, i])),
  nested(3000, '[', ']'),
  nested(3000, '{"a":', '}'),
];
export const odd: ValueArbitrary = fc.constantFrom(...ODD);

const longitude = fc.oneof(
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.constantFrom(-180, 180, 0, 12.5),
);
const latitude = fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(-90, 90, 0, 41.9));
const position = fc.oneof(
  fc.tuple(longitude, latitude),
  fc.tuple(longitude, latitude, fc.double({ noNaN: true })),
  fc.constantFrom([12.5, 41.9], [12.5, 41.9], [0, 0], [180, 90]),
);
const line = fc.array(position, { minLength: 2, maxLength: 6 });
const ring = fc.array(position, { minLength: 3, maxLength: 6 }).map((open) => [...open, open[0]!]);
const shapes: Record<string, ValueArbitrary> = {
  Point: position,
  MultiPoint: fc.array(position, { minLength: 1, maxLength: 4 }),
  LineString: line,
  MultiLineString: fc.array(line, { minLength: 1, maxLength: 3 }),
  Polygon: fc.array(ring, { minLength: 1, maxLength: 3 }),
  MultiPolygon: fc.array(fc.array(ring, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 3 }),
};
const geometry = fc.oneof(
  ...Object.entries(shapes).map(([type, coordinates]) =>
    fc.record({ type: fc.constant(type), coordinates: wild(coordinates) }),
  ),
);

const field = fc.constantFrom(
  'name',
  'typeName',
  'id',
  'metadata.version',
  'metadata.createdAt',
  'properties.x',
  'x.y',
);
const filter = fc.letrec<{ filter: unknown }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small' },
    fc.record({
      field: wild(field),
      op: wild(fc.constantFrom('eq', 'ne', 'lt', 'le', 'gt', 'ge', 'like', 'in', 'null')),
      value: fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.array(fc.string(), { maxLength: 3 }), odd),
    }),
    fc.record({ and: fc.array(tie('filter'), { maxLength: 3 }) }),
    fc.record({ or: fc.array(tie('filter'), { maxLength: 3 }) }),
  ),
})).filter;

/** Sometimes an odd value instead. */
export function wild(values: ValueArbitrary, weight = 15): ValueArbitrary {
  return fc.oneof({ weight, arbitrary: values }, { weight: 1, arbitrary: odd });
}

/** The kind of record that a field with this name usually refers to. */
export const MEANT: Record<string, string> = {
  projectid: 'project',
  projectId: 'project',
  geometryid: 'object',
  attributeid: 'type',
  surveyid: 'survey',
  pointcloudid: 'cloud',
  polygon_id: 'polygon',
  roleId: 'role',
  trackId: 'track',
};

/** Values that fit a JSON schema, with some odd ones; `meant` names the kind of record for ids. */
export function valuesOf(schema: FuzzSchema, meant = MEANT): ValueArbitrary {
  return wild(fitting(schema, meant));
}

function fitting(schema: FuzzSchema, meant = MEANT): ValueArbitrary {
  const { type, anyOf, allOf } = schema as { type?: string; anyOf?: FuzzSchema[]; allOf?: FuzzSchema[] };
  if ('const' in schema) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
  if (anyOf) return fc.oneof(...anyOf.map((each) => fitting(each)));
  if (allOf) return fitting(Object.assign({}, schema, { allOf: undefined }, ...allOf) as FuzzSchema, meant);
  switch (type) {
    case 'object':
      return objects(schema, meant);
    case 'array':
      return arrays(schema);
    case 'string':
      return strings(schema);
    case 'number':
    case 'integer':
      return numbers(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.oneof(geometry, filter, fc.jsonValue({ maxDepth: 3 }), odd);
  }
}

function objects(schema: FuzzSchema, meant: Record<string, string>): ValueArbitrary {
  const {
    properties,
    required = [],
    additionalProperties,
  } = schema as {
    properties?: Record<string, FuzzSchema>;
    required?: string[];
    additionalProperties?: FuzzSchema | boolean;
  };
  if (!properties)
    return fc.dictionary(
      fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('name', '__proto__', 'x'.repeat(121))),
      typeof additionalProperties === 'object' ? valuesOf(additionalProperties) : fc.jsonValue(),
      { maxKeys: 4 },
    );
  const keys = Object.entries(properties).map(([key, each]) => {
    const values = valuesOf(each);
    const thing = meant[key];
    if (thing === undefined) return [key, values] as const;
    return [
      key,
      fc.oneof({ weight: 6, arbitrary: fc.constant(`{${thing}}`) }, { weight: 1, arbitrary: values }),
    ] as const;
  });
  return fc.record(Object.fromEntries(keys), { requiredKeys: required });
}

function arrays(schema: FuzzSchema): ValueArbitrary {
  const {
    prefixItems,
    items,
    minItems = 0,
  } = schema as {
    prefixItems?: FuzzSchema[];
    items?: FuzzSchema | false;
    minItems?: number;
  };
  if (prefixItems) return fc.tuple(...prefixItems.map((each) => valuesOf(each)));
  return fc.array(valuesOf(items || {}), { minLength: Math.min(minItems, 4), maxLength: 4 });
}

function numbers(schema: FuzzSchema): ValueArbitrary {
  const { minimum: min = -1e9, maximum: max = 1e9 } = schema as { minimum?: number; maximum?: number };
  const whole = fc.integer({ min: Math.ceil(Math.max(min, -1e9)), max: Math.floor(Math.min(max, 1e9)) });
  return schema['type'] === 'integer' ? whole : fc.oneof(whole, fc.double({ min, max, noNaN: true }));
}

function strings(schema: FuzzSchema): ValueArbitrary {
  const {
    format,
    pattern,
    minLength = 0,
    maxLength = 200,
  } = schema as {
    format?: string;
    pattern?: string;
    minLength?: number;
    maxLength?: number;
  };
  if (format === 'uuid') return id;
  if (format === 'email') return fc.emailAddress();
  if (format === 'date') return fc.constantFrom('2026-05-04', '0001-01-01', '9999-12-31', '2024-02-29');
  if (format === 'date-time') return fc.constantFrom('2026-05-04T12:00:00Z', '0001-01-01T00:00:00Z');
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  const short = { minLength, maxLength: Math.min(maxLength, 30) };
  return fc.oneof(
    fc.string(short),
    fc.string({ ...short, unit: 'binary' }),
    fc.constantFrom('cassia', 'name', 'EPSG:3003', 'EPSG:999999', '12,41,13,42', '170,-90,-170,90'),
    id,
  );
}
