// Who may import whom inside of lib/profile and components. No folder sees one that sees it. `.` is what lies in
// components itself.

/**
 * Each folder names the folders beside it that it may see. Types alone may be taken from anywhere: they leave nothing
 * behind.
 * @type {Record<string, string[]>}
 */
const profile = {
  format: [],
  model: [],
  names: ['model'],
  time: ['model'],
  tree: ['format', 'model', 'names', 'time'],
  statistics: ['tree'],
  search: ['model'],
  filters: ['format', 'model', 'names', 'search', 'time', 'tree'],
  'compare/merged-tree': ['filters', 'format', 'model', 'names', 'quality', 'time', 'tree'],
  colour: ['compare/merged-tree', 'model', 'names', 'time', 'tree'],
  'compare/significance': ['compare/merged-tree', 'format', 'model', 'names', 'statistics', 'time', 'tree'],
  compare: ['compare/merged-tree', 'compare/significance', 'model', 'names', 'tree'],
  'compare/between-runs': ['compare/merged-tree', 'compare/significance', 'merge', 'model', 'quality', 'statistics'],
  layout: ['model', 'search'],
  view: ['colour', 'compare/merged-tree', 'filters', 'model', 'names', 'search', 'tree'],
  'first-paint': ['colour', 'filters', 'layout', 'model', 'names', 'tree', 'view'],
  encoding: ['model'],
  merge: ['format', 'model'],
  quality: ['filters', 'format', 'model', 'names', 'search', 'tree'],
  redact: ['filters', 'model', 'names', 'time', 'tree', 'view'],
}

/**
 * Five layers, the lowest first. A folder sees the layers below its own and what stands before it in its own, types
 * too. docs/architecture.md says what each layer is.
 */
const components = {
  controls: ['api', 'ui', '.', 'access', 'theme', 'links'],
  canvas: [
    'flame-graph/geometry',
    'flame-graph/scene',
    'flame-graph/paint',
    'flame-graph/motion',
    'flame-graph/input',
    'flame-graph',
    'flame-graph/minimap',
    'flame-graph/export',
  ],
  parts: [
    'live',
    'capture',
    'viewer/worker',
    'viewer/diff/worker',
    'viewer/tree',
    'viewer/view',
    'viewer/filters',
    'viewer/notes',
    'viewer/search',
    'viewer/colours',
    'viewer/quality',
    'viewer/time',
  ],
  viewer: [
    'viewer/state',
    'viewer/details',
    'viewer/tables',
    'viewer/threads',
    'viewer/sandwich',
    'viewer/export',
    'viewer/toolbar',
    'viewer/shell',
    'viewer/diff',
    'viewer/diff/side-by-side',
    'viewer/diff/choose',
  ],
  pages: [
    'shell',
    'live/view',
    'capture/page',
    'preview',
    'share',
    'profiles',
    'pods',
    'jvms',
    'target',
    'settings',
    'hosts',
    'services',
    'experiments',
    'sign-in',
    'viewer/page',
    'standalone',
  ],
}

const componentFolders = Object.values(components).flat()
const seenByComponents = Object.fromEntries(
  componentFolders.map((folder, at) => [folder, componentFolders.slice(0, at)]),
)

/** @param {string} base @param {Record<string, string[]>} table @param {{ dependencyTypesNot?: string[] }} exempt */
const rulesOf = (base, table, exempt) => {
  /** @param {string} folder */
  const files = (folder) => (folder === '.' ? `^${base}/[^/]+$` : `^${base}/${folder}/[^/]+$`)
  return [
    ...Object.entries(table).map(([folder, seen]) => ({
      name: `${base}/${folder}-sees-only-its-own`,
      severity: 'error',
      from: { path: files(folder), pathNot: '[.](test|bench)[.]tsx?$' },
      to: { path: `^${base}/`, pathNot: [folder, ...seen].map(files), ...exempt },
    })),
    {
      name: `${base}-has-no-other-folder`,
      severity: 'error',
      from: { path: `^${base}/`, pathNot: [...Object.keys(table).map(files), '/testing/', '[.](test|bench)[.]tsx?$'] },
      to: {},
    },
  ]
}

/** The folder's files but for its entry are its own business. */
const significance = '^lib/profile/compare/significance/'
const entryOfSignificance = {
  name: 'significance-has-one-entry',
  severity: 'error',
  from: { path: '^(lib|app|components)/', pathNot: significance },
  to: { path: significance, pathNot: '/significance[.]ts$', dependencyTypesNot: ['type-only'] },
}

module.exports = [
  ...rulesOf('lib/profile', profile, { dependencyTypesNot: ['type-only'] }),
  ...rulesOf('components', seenByComponents, {}),
  entryOfSignificance,
]
