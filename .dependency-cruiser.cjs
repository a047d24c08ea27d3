/**
 * Who may import whom. Each comment is the sentence the developer reads. That folders of the server do not import each
 * other is checked by workbench/tools/check-folders.ts: rules for folders here count tests too.
 */
const TESTS = '(\\.(test|stories|trial)\\.tsx?$|^tests/|/testing/|(^|/)\\.storybook/)';
const ENGINES = 'node_modules/(ol|cesium|@cesium|three|potree-core|web-ifc|@thatopen)/';
const REACT =
  'node_modules/(react|react-dom|react-router|react-router-dom|react-aria-components|mobx-react-lite|lucide-react)/';
const production = (path, more = []) => ({ path, pathNot: [TESTS, ...more] });

/** The floors of the server, lowest first: each imports from itself and from those before it. */
const SERVER_FLOORS = ['base', 'platform', 'formats', 'http', 'shared', 'api', 'ogc', 'app'];
const serverFloors = SERVER_FLOORS.slice(0, -1).map((floor, n) => {
  const above = SERVER_FLOORS.slice(n + 1);
  return {
    name: `server-${floor}-imports-nothing-above`,
    comment: `server/${floor} lies below ${above.join(', ')}: move what both need down, or hand it in from above.`,
    severity: 'error',
    from: production(`^server/${floor}/`),
    to: { path: `^server/(${above.join('|')})/` },
  };
});

/** The floors of core, lowest first: a module imports modules of its own floor and of those before it. */
const CORE_FLOORS = {
  platform: 'access|api|browser|events|i18n|kernel|plugin|protocol|session|settings|toasts',
  gis: 'autosave|canvas|document|expression|fields|geodesy|history|mapview|project|shapes|sheets|sketch|styles|tools',
  ui: 'react',
};
const coreFloors = [
  {
    name: 'core-platform-knows-no-map',
    comment:
      'The platform of core (sign-in, calls, plugins, settings) knows no map and no screen: move it to gis or ui.',
    severity: 'error',
    from: production(`^core/(${CORE_FLOORS.platform})/`),
    to: { path: `^core/(${CORE_FLOORS.gis}|${CORE_FLOORS.ui})/` },
  },
  {
    name: 'core-gis-knows-no-screen',
    comment: 'Map, document and tools know no components: hand in what they need, or move it to core/react.',
    severity: 'error',
    from: production(`^core/(${CORE_FLOORS.gis})/`),
    to: { path: `^core/(${CORE_FLOORS.ui})/` },
  },
  {
    name: 'core-has-only-floors',
    comment: 'A new module of core gets its floor: add it to CORE_FLOORS in .dependency-cruiser.cjs.',
    severity: 'error',
    from: production('^core/', [`^core/(${Object.values(CORE_FLOORS).join('|')})/`]),
    to: {},
  },
];

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment:
        'Modules that import each other cannot be read or changed alone: move what both need below both.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'kernel-stands-alone',
      comment: 'core/kernel is the floor: it imports nothing of ours.',
      severity: 'error',
      from: production('^core/kernel/'),
      to: { path: '^(core|plugins|workbench|server)/', pathNot: '^core/kernel/' },
    },
    {
      name: 'protocol-knows-only-the-kernel',
      comment: 'core/protocol is shared with the server: of ours it imports core/kernel only.',
      severity: 'error',
      from: production('^core/protocol/'),
      to: { path: '^(core|plugins|workbench|server)/', pathNot: '^core/(protocol|kernel)/' },
    },
    {
      name: 'core-knows-no-upper-room',
      comment: 'The core serves plugins, workbench and server: it imports nothing from them.',
      severity: 'error',
      from: { path: '^core/' },
      to: { path: '^(plugins|workbench|server)/' },
    },
    {
      name: 'core-by-the-door',
      comment: 'Other modules of core are entered by their index.ts, never by a file behind it.',
      severity: 'error',
      from: { path: '^core/([^/]+)/' },
      to: { path: '^core/([^/]+)/', pathNot: ['^core/$1/', '^core/[^/]+/index\\.ts$'] },
    },
    {
      name: 'rooms-enter-core-by-the-door',
      comment: 'core is entered by core/<module>/index.ts (#core/<module>), never by a file behind it.',
      severity: 'error',
      from: { path: '^(plugins|workbench|server)/' },
      to: {
        path: '^core/',
        pathNot: ['^core/[^/]+/index\\.ts$', '^core/.*\\.css$', '^core/protocol/calls\\.ts$'],
      },
    },
    {
      name: 'no-engine-in-core',
      comment: 'core knows no map engine: what needs one belongs into a viewer plugin, behind core/mapview.',
      severity: 'error',
      from: { path: '^core/' },
      to: { path: ENGINES },
    },
    {
      name: 'react-only-in-core-react',
      comment: 'Within core, React lives in core/react only.',
      severity: 'error',
      from: production('^core/', ['^core/react/']),
      to: { path: REACT },
    },
    {
      name: 'plugins-meet-by-api',
      comment:
        'A plugin sees of another one only its api.ts: ask for the token there instead of reaching inside.',
      severity: 'error',
      from: { path: '^plugins/([^/.][^/]*/[^/]+)/' },
      to: { path: '^plugins/', pathNot: ['^plugins/$1/', '^plugins/[^/]+/[^/]+/api\\.ts$'] },
    },
    {
      name: 'api-has-no-implementation',
      comment:
        "A plugin's api.ts is its door: it imports core doors and other api.ts only, so that using it loads no code.",
      severity: 'error',
      from: { path: '^plugins/[^/]+/[^/]+/api\\.ts$' },
      to: { path: '^plugins/', pathNot: '^plugins/[^/]+/[^/]+/api\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'manifest-is-data',
      comment:
        'manifest.ts is read without loading code: it imports types and definePlugin, and plugin.ts only by import().',
      severity: 'error',
      from: { path: '^plugins/[^/]+/[^/]+/manifest\\.ts$' },
      to: {
        path: '.',
        pathNot: ['^core/plugin/index\\.ts$'],
        dependencyTypesNot: ['type-only', 'dynamic-import'],
      },
    },
    {
      name: 'model-has-no-screen',
      comment: 'model/ and edits/ are state and pure functions: no engine, no React, nothing of map/ or ui/.',
      severity: 'error',
      from: production('^plugins/[^/]+/[^/]+/(model|edits)/'),
      to: { path: [ENGINES, REACT, '^plugins/[^/]+/[^/]+/(map|ui)/'] },
    },
    {
      name: 'ui-has-no-engine',
      comment: 'ui/ shows and asks: it knows no engine and nothing of map/.',
      severity: 'error',
      from: production('^plugins/[^/]+/[^/]+/ui/'),
      to: { path: [ENGINES, '^plugins/[^/]+/[^/]+/map/'] },
    },
    {
      name: 'map-has-no-react',
      comment: 'map/ works on core/mapview: no React and nothing of ui/.',
      severity: 'error',
      from: production('^plugins/[^/]+/[^/]+/map/'),
      to: { path: [REACT, '^plugins/[^/]+/[^/]+/ui/'] },
    },
    {
      name: 'engines-only-in-viewers',
      comment:
        'Only viewer plugins (map-2d, map-3d, point-cloud, bim-viewer, panorama) touch an engine, in their map/ folder; and the server, to read and convert models.',
      severity: 'error',
      from: production('^(plugins|workbench|server)/', [
        '^plugins/[^/]+/(map-2d|map-3d|point-cloud|bim-viewer|panorama)/map/',
        '^server/(api/bim|formats/ifc)/',
      ]),
      to: { path: ENGINES },
    },
    {
      name: 'workbench-lists-plugins-once',
      comment: 'The workbench names plugins in workbench/plugins.ts and nowhere else.',
      severity: 'error',
      from: production('^workbench/', ['^workbench/plugins\\.ts$', '^workbench/tools/']),
      to: { path: '^plugins/' },
    },
    {
      name: 'server-stands-on-protocol',
      comment:
        'The server shares core/protocol and core/kernel with the client, core/shapes, so that a cut gives at both the same parts, core/geodesy, so that coordinates are read and measured alike, core/expression, so that fields are computed alike, core/fields, so that their values are checked alike, core/styles, so that objects are drawn alike, and core/sheets, so that a frame on the map is what is printed; nothing else.',
      severity: 'error',
      from: production('^server/'),
      to: {
        path: '^(core|plugins|workbench)/',
        pathNot: '^core/(protocol|kernel|shapes|geodesy|expression|fields|styles|sheets)/',
      },
    },
    {
      name: 'server-has-only-floors',
      comment: `Every file of the server lies on one of its floors (${SERVER_FLOORS.join(', ')}) or in server/testing.`,
      severity: 'error',
      from: {},
      to: { path: '^server/', pathNot: `^server/(${SERVER_FLOORS.join('|')}|testing)/` },
    },
    ...coreFloors,
    ...serverFloors,
    {
      name: 'server-routes-are-no-library',
      comment:
        "Only server/app and the room itself import a room's routes: move what others need into another file.",
      severity: 'error',
      from: production('^server/(?!app/)([^/]+/[^/]+)/'),
      to: { path: '^server/.*routes\\.ts$', pathNot: '^server/$1/' },
    },
    {
      name: 'server-helpers-in-testing',
      comment: 'Helpers of the tests of the server live in server/testing, not in the rooms that they test.',
      severity: 'error',
      from: {},
      to: { path: '^server/.+/testing/' },
    },
    {
      name: 'no-tests-in-production',
      comment: 'What ships imports no tests, stories or testing helpers.',
      severity: 'error',
      from: production('^(core|plugins|workbench|server)/'),
      to: { path: TESTS, pathNot: 'node_modules' },
    },
    {
      name: 'resolvable',
      comment: 'This import leads nowhere: no such file or package.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(virtual:|/locales)|\\?worker&url$' },
    },
    {
      name: 'declared',
      comment:
        'A package that is used is named in package.json; a production file uses no development package.',
      severity: 'error',
      from: production('^(core|plugins|workbench|server)/', ['^workbench/tools/']),
      to: {
        dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: 'node_modules/@types/',
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
    exclude: { path: '(^|/)(dist|data|storybook-static)/' },
  },
};
