import type { Plugin } from 'vite';

interface UnusedPart {
  readonly file: RegExp;
  /** What stands there instead. Called nevertheless, `refuse` throws. */
  readonly code: string;
  /** The only file of its library that may import it, because it imports it without using it. */
  readonly importer?: RegExp;
  /** Files that get the real one: they load it when it is needed. */
  readonly usedBy?: RegExp;
}

/** Parts of libraries that the workbench loads with the rest of the library, and does not use. */
const UNUSED: readonly UnusedPart[] = [
  // The server sends definitions of reference systems as PROJ strings.
  {
    file: /\/node_modules\/(mgrs|wkt-parser)\/.+\.m?js$/,
    code: 'export { refuse as toPoint, refuse as forward };\nexport default refuse;',
  },
  // The map draws objects itself; the renderer only asks which layers are decluttered.
  {
    file: /\/node_modules\/ol\/layer\/BaseVector\.js$/,
    code: 'export default class NoVectorLayer {}',
    importer: /\/ol\/renderer\/Composite\.js$/,
  },
  // The map names its controls and interactions.
  {
    file: /\/node_modules\/ol\/(control|interaction)\/defaults\.js$/,
    code: 'export { refuse as defaults };',
  },
  // The map is in EPSG:3857; positions are transformed by core/geodesy.
  {
    file: /\/node_modules\/ol\/proj\/utm\.js$/,
    code: 'export const makeProjection = () => null;\nexport const makeTransforms = () => null;',
    importer: /\/ol\/proj\.js$/,
  },
  // The background reads TopoJSON and writes none.
  {
    file: /\/node_modules\/topojson-client\/src\/(bbox|merge|neighbors|quantize)\.js$/,
    code: 'export { refuse as mergeArcs };\nexport default refuse;',
    importer: /\/topojson-client\/src\/(index|quantize)\.js$/,
  },
  // Only streams are fetched with it.
  {
    file: /\/node_modules\/axios\/lib\/adapters\/fetch\.js$/,
    code: 'export { refuse as getFetch };',
    importer: /\/axios\/lib\/adapters\/adapters\.js$/,
    usedBy: /\/core\/api\/client\.ts$/,
  },
];
const STAND_IN = '\0groma:unused-part:';

/** Leaves them out of the built workbench; other pages, as those of Storybook and of the benches, have them. */
export function unusedParts(): Plugin {
  return {
    name: 'groma:unused-parts',
    enforce: 'pre',
    apply: ({ build: { rolldownOptions, rollupOptions } = {} }, { command }) =>
      command === 'build' && (rolldownOptions?.input ?? rollupOptions?.input) === undefined,
    resolveId: {
      filter: { id: /mgrs|wkt-parser|(BaseVector|defaults|bbox|merge|neighbors|quantize|fetch|utm)\.js$/ },
      async handler(source, importer, options) {
        const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
        const index = UNUSED.findIndex(({ file }) => resolved && file.test(resolved.id));
        const part = UNUSED[index];
        if (!part || part.usedBy?.test(importer ?? '')) return resolved;
        if (part.importer && !part.importer.test(importer ?? ''))
          throw new Error(`${importer} needs ${source}, which workbench/tools/unused-parts.ts leaves out.`);
        return STAND_IN + index;
      },
    },
    load: {
      filter: { id: /^\0groma:unused-part:/ },
      handler(id) {
        const { file, code } = UNUSED[Number(id.slice(STAND_IN.length))]!;
        const message = `${file.source} is not part of the workbench.`;
        return `const refuse = () => { throw new Error(${JSON.stringify(message)}); };\n${code}`;
      },
    },
  };
}
