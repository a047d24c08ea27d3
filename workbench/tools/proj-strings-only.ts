import type { Plugin } from 'vite';

/** Parts of proj4 for notations that the workbench does not use: the server sends definitions as PROJ strings. */
const UNUSED = /\/node_modules\/(mgrs|wkt-parser)\/.+\.m?js$/;

/** Leaves the parsers of MGRS and of well-known text out of proj4; what needs them throws. */
export function projStringsOnly(): Plugin {
  return {
    name: 'groma:proj-strings-only',
    enforce: 'pre',
    load: {
      filter: { id: UNUSED },
      handler(id) {
        const name = UNUSED.exec(id)?.[1];
        const refuse = `() => { throw new Error('${name} is not part of the workbench.'); }`;
        return `const refuse = ${refuse};\nexport { refuse as toPoint, refuse as forward };\nexport default refuse;`;
      },
    },
  };
}
