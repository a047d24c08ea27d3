import { defineConfig } from 'vitest/config';

/** How the contract is run from the package: it is built, and lies below node_modules. */
export default defineConfig({
  test: {
    environment: 'happy-dom',
    include: ['contract*.dom.test.js'],
    exclude: [],
    setupFiles: 'dom-setup.js',
    server: { deps: { inline: [/groma-plugin/] } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
