import * as z from 'zod/mini';
import { AUTHORIZATIONS } from './authorizations.ts';
import { like } from './common.ts';
import { servedSource } from './layer-sources.ts';

/** The viewers on whose tools a plugin from outside can have its own. */
const VIEWERS = ['2d', '3d'] as const;

/** What is measured on the flat map. */
const MEASURE_KINDS = [
  'distance',
  'area',
  'coordinates',
  'angle',
  'azimuth',
  'radius',
  'arc',
  'chainage',
] as const;
export type MeasureKind = (typeof MEASURE_KINDS)[number];

const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));
/** A key of the plugin's own texts, or `plugin:key` of others. */
const textKey = like('panel.title', /^([a-z0-9-]{1,60}:)?[A-Za-z0-9][\w.-]{0,79}$/);
const serviceName = like('acme-wells.Panel', /^[A-Za-z0-9][\w.-]{0,119}$/);
const icon = z.union([
  like('ruler', /^[a-z0-9]+(-[a-z0-9]+)*$/).check(z.maxLength(40)),
  z.strictObject({ path: like('M3 3h18', /^[\d\s.,a-zA-Z-]{1,2000}$/) }),
]);
const order = z.int().check(z.minimum(0), z.maximum(10_000));
const keys = z.optional(text(30));
const flag = z.optional(z.literal(true));
const listOf = <S extends z.ZodMiniType>(schema: S, max: number) =>
  z.optional(z.array(schema).check(z.maxLength(max)));

const authorization = like(
  'geometries.read',
  new RegExp(`^(${AUTHORIZATIONS.join('|').replaceAll('.', '\\.')})$`),
);
const guarded = {
  needs: listOf(authorization, 10),
  needsAny: listOf(authorization, 10),
  layers: listOf(text(120), 40),
  objects: flag,
};
const named = { id: serviceName, title: textKey, icon, order };
const piece = { ...guarded, id: serviceName, render: serviceName, order };

/** What a full plugin adds to the workbench: the contributions of `#core/plugin`, without those for everybody. */
export const fullContributions = z.strictObject({
  routes: listOf(
    z.strictObject({ ...guarded, path: text(200), render: serviceName, title: textKey, workspace: flag }),
    20,
  ),
  menu: listOf(z.strictObject({ ...guarded, ...named, path: text(200) }), 10),
  tools: listOf(
    z.strictObject({
      ...guarded,
      ...named,
      keys,
      viewer: z.enum(VIEWERS),
      also: z.optional(z.strictObject({ '2d': z.optional(text(200)), '3d': z.optional(text(200)) })),
      local: z.optional(z.enum(['also', 'only'])),
      group: z.enum(['select', 'draw', 'modify', 'measure', 'view']),
      route: text(200),
    }),
    40,
  ),
  commands: listOf(
    z.strictObject({
      ...guarded,
      id: serviceName,
      title: textKey,
      words: z.optional(textKey),
      icon: z.optional(icon),
      keys,
      workspace: flag,
      bar: z.optional(order),
      aboveRows: z.optional(order),
    }),
    60,
  ),
  panels: listOf(
    z.strictObject({
      ...guarded,
      ...named,
      render: serviceName,
      place: z.optional(z.literal('below')),
      onPhone: z.optional(z.literal('half')),
      keys,
      viewer: z.optional(z.enum(VIEWERS)),
    }),
    20,
  ),
  settings: listOf(
    z.strictObject({
      ...guarded,
      key: serviceName,
      title: textKey,
      help: z.optional(textKey),
      section: textKey,
      kind: z.enum(['boolean', 'number', 'choice', 'text', 'crs']),
      default: z.union([z.string().check(z.maxLength(2000)), z.number(), z.boolean(), z.null()]),
      choices: listOf(z.strictObject({ value: z.string().check(z.maxLength(200)), title: textKey }), 60),
      min: z.optional(z.number()),
      max: z.optional(z.number()),
      step: z.optional(z.number()),
      unit: z.optional(text(20)),
      order,
      local: flag,
    }),
    40,
  ),
  status: listOf(z.strictObject({ ...piece, pages: flag }), 10),
  overlays: listOf(
    z.strictObject({
      ...piece,
      whileActive: z.optional(z.union([z.literal(true), z.literal('any')])),
      onDemand: flag,
      viewer: z.optional(z.enum(VIEWERS)),
      pages: flag,
    }),
    20,
  ),
  topBar: listOf(z.strictObject(piece), 10),
  palette: listOf(z.strictObject(piece), 10),
  importers: listOf(
    z.strictObject({
      ...guarded,
      id: serviceName,
      title: textKey,
      extensions: z
        .array(like('.stn', /^\.[a-z0-9]{1,12}(\.[a-z0-9]{1,12})?$/))
        .check(z.minLength(1), z.maxLength(8)),
      service: serviceName,
      opens: z.optional(z.boolean()),
    }),
    10,
  ),
  exporters: listOf(
    z.strictObject({
      ...guarded,
      id: serviceName,
      title: textKey,
      help: z.optional(textKey),
      extension: like('.stn', /^\.[a-z0-9]{1,12}$/),
      service: serviceName,
    }),
    10,
  ),
  layerSources: listOf(
    z.strictObject({
      ...guarded,
      id: serviceName,
      title: textKey,
      help: textKey,
      source: servedSource,
      attribution: z.string().check(z.maxLength(200)),
      maxScale: z.optional(z.number().check(z.positive())),
      order,
    }),
    20,
  ),
  measureParts: listOf(
    z.strictObject({ ...piece, kinds: z.array(z.enum(MEASURE_KINDS)).check(z.minLength(1), z.maxLength(8)) }),
    10,
  ),
  reportSections: listOf(z.strictObject(piece), 10),
});
export type FullContributions = z.output<typeof fullContributions>;

const texts = z.record(
  z.string().check(z.regex(/^[A-Za-z0-9][\w.-]{0,79}$/)),
  z.string().check(z.maxLength(1000)),
);

/** The fields of a manifest that only a full plugin has. */
export const fullFields = {
  contributes: z.optional(fullContributions),
  /** Its texts in both languages, by the keys that its contributions name. */
  texts: z.optional(z.strictObject({ en: texts, it: texts })),
  /** Plugins of Groma that it cannot do without; loaded first. */
  requires: listOf(like('selection', /^[a-z0-9]+(-[a-z0-9]+)*$/).check(z.maxLength(60)), 20),
};

/** What of Groma the code imports: the names by module. Written by the pack tool. */
export const fullImports = z.record(
  z.string().check(z.maxLength(120)),
  z.array(z.string().check(z.maxLength(120))).check(z.maxLength(500)),
);

/** What is not as the kind of a plugin wants it, and where. */
export interface ManifestFault {
  readonly rule: 'only-full' | 'only-contained' | 'own-name' | 'own-address' | 'permission' | 'text-missing';
  readonly at: string;
}

interface Checked {
  readonly id: string;
  readonly kind: 'contained' | 'full';
  readonly permissions: readonly string[];
  readonly contributes?: FullContributions | undefined;
  readonly texts?: z.output<typeof fullFields.texts>;
  readonly requires?: readonly string[] | undefined;
}
const OF_CONTAINED = [
  'tools',
  'panels',
  'commands',
  'pages',
  'importers',
  'exporters',
  'finders',
  'layers',
] as const;
const OF_FULL = ['contributes', 'texts', 'requires'] as const;
/** What the server does for a full plugin; for all else it has the rights of the person. */
const OF_SERVER = /^(store$|jobs$|net:|objects\.read:)/;
type Item = Readonly<Record<string, unknown>>;

/**
 * The first thing that the kind of a plugin does not allow: parts of the other kind, names and addresses that are not its
 * own, texts that are not there in both languages.
 */
export function faultIn(manifest: Checked): ManifestFault | undefined {
  if (manifest.kind === 'contained') {
    const other = OF_FULL.find((field) => manifest[field] !== undefined);
    return other && { rule: 'only-full', at: other };
  }
  const fields = manifest as unknown as Readonly<Record<string, readonly unknown[]>>;
  const other = OF_CONTAINED.find((field) => fields[field]!.length > 0);
  if (other) return { rule: 'only-contained', at: other };
  const refused = manifest.permissions.find((each) => !OF_SERVER.test(each));
  if (refused !== undefined) return { rule: 'permission', at: refused };
  for (const [point, items = []] of Object.entries(manifest.contributes ?? {}))
    for (const [n, item] of (items as readonly Item[]).entries()) {
      const fault = faultOf(manifest, point, item);
      if (fault) return { ...fault, at: `contributes.${point}[${n}].${fault.at}` };
    }
  const { en = {}, it = {} } = manifest.texts ?? {};
  const single = [...Object.keys(en), ...Object.keys(it)].find((key) => !(key in en && key in it));
  return single === undefined ? undefined : { rule: 'text-missing', at: `texts.${single}` };
}

function faultOf({ id, texts: own }: Checked, point: string, item: Item): ManifestFault | undefined {
  for (const field of ['id', 'key', 'render', 'service'])
    if (field in item && !String(item[field]).startsWith(`${id}.`)) return { rule: 'own-name', at: field };
  const addresses: [string, unknown, string][] =
    point === 'tools'
      ? [
          ['route', item['route'], `${String(item['viewer'])}outside/${id}/`],
          ...Object.entries(item['also'] ?? {}).map(([viewer, path]): [string, unknown, string] => [
            `also.${viewer}`,
            path,
            `${viewer}outside/${id}/`,
          ]),
        ]
      : [['path', item['path'], `/plugin/${id}/`]];
  for (const [at, path, begin] of addresses)
    if (path !== undefined && !isBelow(String(path), begin)) return { rule: 'own-address', at };
  const keysOf = ['title', 'help', 'words', 'section'].flatMap((field) =>
    typeof item[field] === 'string' ? [[field, item[field]] as const] : [],
  );
  const absent = keysOf.find(([, key]) => !key.includes(':') && own?.en[key] === undefined);
  return absent && { rule: 'text-missing', at: absent[0] };
}

function isBelow(path: string, begin: string): boolean {
  return path.startsWith(begin) && /^[a-z0-9-]+(\/:?[A-Za-z0-9-]+)*$/.test(path.slice(begin.length));
}
