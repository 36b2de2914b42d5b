// Who may import whom. docs/architecture.md draws it; this is the data: each layer names everything of ours it may see.
/** @type {Record<string, string[]>} */
const sees = {
  format: [],
  errors: ['format'],
  findings: ['format', 'errors'],
  framing: [],
  config: ['errors'],
  contract: ['errors', 'findings', 'profile'],
  profile: ['format', 'errors', 'findings'],
  jvm: ['errors', 'profile'],
  formats: ['errors', 'profile', 'jvm', 'contract'],
  experiment: ['errors', 'profile', 'formats', 'contract'],
  host: ['format', 'errors', 'framing', 'jvm', 'formats', 'contract', 'config'],
  targets: ['errors', 'findings', 'profile', 'jvm', 'contract', 'config', 'host'],
  parser: ['errors', 'framing', 'profile', 'jvm', 'contract', 'config', 'formats', 'host'],
  capture: ['errors', 'findings', 'profile', 'jvm', 'contract', 'config', 'host', 'targets', 'formats', 'parser'],
  helper: [
    'errors',
    'framing',
    'findings',
    'profile',
    'jvm',
    'contract',
    'config',
    'host',
    'targets',
    'formats',
    'parser',
    'capture',
  ],
  collector: [
    'errors',
    'framing',
    'findings',
    'profile',
    'jvm',
    'contract',
    'config',
    'host',
    'targets',
    'parser',
    'capture',
    'helper',
  ],
  cluster: ['errors', 'framing', 'findings', 'profile', 'contract', 'config', 'host', 'collector', 'collector-client'],
  store: ['errors', 'profile', 'contract', 'config'],
  access: ['errors', 'contract', 'config', 'store'],
  server: [
    'errors',
    'findings',
    'profile',
    'jvm',
    'contract',
    'config',
    'formats',
    'store',
    'access',
    'parser',
    'collector-client',
  ],
  web: ['errors', 'contract', 'config', 'access', 'server'],
  launch: ['format', 'errors', 'findings', 'contract', 'config', 'host', 'formats', 'parser', 'collector-client'],
  'command-line': [
    'errors',
    'findings',
    'profile',
    'jvm',
    'contract',
    'config',
    'formats',
    'host',
    'helper',
    'collector',
    'collector-client',
    'store',
    'access',
    'parser',
    'experiment',
  ],
  components: ['errors', 'findings', 'profile', 'jvm', 'contract', 'formats'],
  app: ['errors', 'profile', 'contract', 'components', 'server'],
}

/** Where each layer lives. `collector-client` is the one folder of the collector that the web side may hold. */
const place = {
  format: '^lib/profile/(format/(units|capitalise)|model/engine-titles|names/(cut-text|short-names))[.]ts$',
  errors: '^lib/errors([.]ts$|/)',
  findings: '^lib/(findings|health-checks|repairs)[.]ts$',
  config: '^lib/config[.]ts$',
  server: '^lib/server([.]ts$|/)',
  'collector-client': '^lib/collector/client/',
  collector: '^lib/collector/(?!client/)',
  app: '^app/',
  components: '^components/',
}
/** @param {string} layer */
const where = (layer) => place[/** @type {keyof typeof place} */ (layer)] ?? `^lib/${layer}/`
/** What a page starts with of lib/contract. */
const startingContracts =
  '^lib/contract/(capture-key|capture-labels|capture-state|comparable-profiles|constants|describe-functions|describe-totals|engines|interval-level|is-loopback|library-order|profile-file-name|profile-title|roles|seen|service-segment|tell-apart|top-method)[.]ts$'
const ours = '^(lib|app|components)/'

module.exports = {
  forbidden: [
    ...require('./folder-rules.cjs'),
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, path: '^lib/', pathNot: '[.](test|bench|d)[.]ts$' },
      to: {},
    },
    ...Object.entries(sees).map(([layer, allowed]) => ({
      name: `${layer}-sees-only-its-own`,
      severity: 'error',
      from: { path: where(layer), pathNot: '[.](test|bench)[.]tsx?$|/testing/' },
      to: {
        path: ours,
        pathNot: [
          where(layer),
          ...allowed.map(where),
          ...(layer === 'collector' ? [place['collector-client']] : []),
          // The exported file has the app's looks.
          ...(layer === 'components' ? ['^app/globals[.]css$'] : []),
        ],
      },
    })),
    {
      name: 'every-lib-file-has-a-layer',
      severity: 'error',
      from: {
        path: '^lib/',
        pathNot: [...Object.keys(sees).map(where), place['collector-client'], '^lib/testing/', '[.](test|bench)[.]ts$'],
      },
      to: {},
    },
    {
      name: 'pure-layers-touch-nothing-outside',
      severity: 'error',
      from: { path: '^lib/(profile|formats|jvm|framing)/', pathNot: '[.](test|bench)[.]ts$' },
      // jStat only computes.
      to: { dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-optional'], pathNot: 'node_modules/jstat/' },
    },
    {
      name: 'engines-are-siblings',
      comment: 'What two engines need is in lib/capture/recording.',
      severity: 'error',
      from: { path: '^lib/capture/(async-profiler|bpftrace|jfr|perf)/', pathNot: '[.](test|bench)[.]ts$' },
      to: { path: '^lib/capture/(async-profiler|bpftrace|jfr|perf)/', pathNot: '^lib/capture/$1/' },
    },
    {
      name: 'pages-use-zod-without-eval',
      comment: 'By lib/contract/zod.ts, which says why.',
      severity: 'error',
      from: { path: '^(components|app|lib/contract)/', pathNot: '^lib/contract/zod[.]ts$|[.]test[.]tsx?$' },
      to: { path: 'node_modules/zod/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'pages-have-few-texts-of-failures',
      comment:
        'A page is sent each failure of a program with its texts; those that it finds itself are in lib/errors/common.ts.',
      severity: 'error',
      from: { path: `^(components|lib/profile)/|${startingContracts}`, pathNot: '[.](test|bench)[.]tsx?$' },
      to: {
        path: '^lib/(errors|findings|health-checks)[.]ts$|^lib/errors/(?!(common|problem)[.]ts$)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      // What every page and the viewer start with: a schema takes its library along, which costs a page more than all
      // else.
      name: 'pages-start-without-schemas',
      severity: 'error',
      from: {
        path: '^components/(access|flame-graph|hosts|jvms|links|live|profiles/(bulk|edit|manage)|share|shell|theme|ui|viewer)',
        pathNot: '[.]test[.]tsx?$',
      },
      to: {
        path: '^lib/contract/',
        pathNot: startingContracts,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      // A step that was released does the same for ever, so it holds copies of what it needs: code of today makes other
      // tables.
      name: 'steps-of-the-database-stand-alone',
      severity: 'error',
      from: { path: '^lib/store/schema/steps/' },
      to: { path: ours },
    },
    {
      name: 'migrations-see-only-steps',
      severity: 'error',
      from: { path: '^lib/store/schema/migrations[.]ts$' },
      to: { path: ours, pathNot: '^lib/store/schema/steps/' },
    },
    {
      name: 'only-tests-import-testing',
      severity: 'error',
      from: { path: ours, pathNot: '[.](test|bench)[.]tsx?$|/testing/' },
      to: { path: '^lib/testing/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '[.]next/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs'], conditionNames: ['import', 'node'] },
  },
}
