// @ts-check
import eslint from '@eslint/js'
import reactHooks from 'eslint-plugin-react-hooks'
import regexp from 'eslint-plugin-regexp'
import tseslint from 'typescript-eslint'
import { retiredProse, retiredWords } from './retired-words.js'

const root = new URL('..', import.meta.url).pathname

const unsafeMarkup = [
  {
    selector: "MemberExpression[property.name='innerHTML']",
    message: 'Names come from containers: never HTML from strings.',
  },
  {
    selector: "MemberExpression[property.name='outerHTML']",
    message: 'Names come from containers: never HTML from strings.',
  },
  {
    selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
    message: 'Names come from containers: never HTML from strings.',
  },
  { selector: "CallExpression[callee.property.name='html']", message: 'Names come from containers: use .text().' },
]

const cuts = ['[callee.name=/^(cutText|takeStart)$/]', '[callee.property.name=/^(slice|substring)$/]']
const namingParts = [
  'JSXAttribute[name.name=/^(aria-.*|title|label|whole|alt)$/]',
  'JSXElement[openingElement.attributes.0.value.value=/sr-only/]',
]
/**
 * What a screen reader reads is whole: the end of a label tells it from others. `visibleText` limits it, and keeps the
 * end.
 */
const wholeNames = namingParts.flatMap((part) =>
  cuts.map((cut) => ({
    selector: `${part} CallExpression${cut}`,
    message: 'An accessible name is never cut: visibleText(name) keeps its end.',
  })),
)

const rounded = 'CallExpression[callee.property.name=/^(toFixed|toPrecision|round|floor)$/]'
const unit = 'TemplateElement[value.raw=/^ ?(%|([mµn]?s|min|points?|[KMGT]i?B)\\b)/]'
const numberAsText = 'Numbers as people read them are written by lib/profile/format/, in the forms of docs/words.md.'
/** A second `formatShare` would round otherwise than the first, and a page show both. */
const numbersAsText = [
  { selector: `TemplateLiteral:has(> ${unit}):has(${rounded})`, message: numberAsText },
  { selector: "CallExpression[callee.property.name='toLocaleString'][arguments.0.value='en']", message: numberAsText },
]

const namedFile =
  'Privileged code: a name in a container goes through lib/host/container-files/by-descriptor.ts; ' +
  'any other is ownFiles, kernelFiles or hostFiles of lib/host/kernel/named-files.ts.'
const byDescriptor = 'constants|f(stat|chown|chmod|sync|truncate|utimes)Sync|(read|write|close)Sync'
/** Root that opens, makes, changes or removes something by its name may meet what a container put there meanwhile. */
const filesByName = [
  { selector: `MemberExpression[object.name='fs']:not([property.name=/^(${byDescriptor})$/])`, message: namedFile },
  { selector: "ImportDeclaration[importKind!='type'][source.value=/^(node:)?fs.promises$/]", message: namedFile },
  {
    selector:
      "ImportDeclaration[importKind!='type'][source.value=/^(node:)?fs$/] > :not(ImportDefaultSpecifier[local.name='fs']).specifiers",
    message: namedFile,
  },
  { selector: "VariableDeclarator[init.name='fs']", message: namedFile },
]
/** What root runs, and the parser's own side of it. The two files that may use names say which. */
const privileged = {
  files: ['lib/{capture,collector,helper,host,parser,targets}/**/*.ts'],
  ignores: [
    '**/*.test.ts',
    '**/testing/**',
    'lib/host/container-files/by-descriptor.ts',
    'lib/host/kernel/named-files.ts',
  ],
}

export default tseslint.config(
  { ignores: ['node_modules/**', '.next/**', 'next-env.d.ts', 'e2e/results/**', '**/golden/**', 'examples/**/*.java'] },
  eslint.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked.map((config) => ({ ...config, files: ['**/*.ts', '**/*.tsx'] })),
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: root } },
    rules: {
      'no-restricted-syntax': ['error', ...unsafeMarkup, ...wholeNames, ...retiredWords, ...numbersAsText],
      'no-empty': ['error', { allowEmptyCatch: false }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      // `import { type X }` leaves an empty import behind, and with it a worker's code ends up in a page.
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    ...privileged,
    rules: {
      'no-restricted-syntax': ['error', ...unsafeMarkup, ...retiredWords, ...numbersAsText, ...filesByName],
    },
  },
  {
    files: ['lib/profile/format/*.ts', '**/*.{test,spec,bench}.ts', '**/testing/**', 'e2e/bench/**'],
    rules: { 'no-restricted-syntax': ['error', ...unsafeMarkup, ...retiredWords] },
  },
  {
    ignores: ['.config/retired-words.js'],
    plugins: { words: { rules: { prose: retiredProse } } },
    rules: { 'words/prose': 'error' },
  },
  {
    // Prettier wraps code, and no comment. An example, which is indented, keeps its lines.
    ignores: ['.config/retired-words.js'],
    rules: {
      'max-len': [
        'error',
        { code: 1000, comments: 120, ignoreUrls: true, ignorePattern: String.raw`^\s*\*\s{3,}|eslint-disable` },
      ],
    },
  },
  {
    // Files and names come from anywhere: one line of them must not hold a pattern for minutes.
    ignores: ['**/*.{test,spec,bench}.ts', '**/testing/**', 'e2e/**'],
    plugins: { regexp },
    rules: { 'regexp/no-super-linear-backtracking': ['error', { report: 'certain' }] },
  },
  {
    // What holds more than this behind one call holds several things. Markup is long without holding anything.
    files: ['{components,lib}/**/*.ts'],
    ignores: ['**/*.test.ts', '**/testing/**'],
    rules: { 'max-lines-per-function': ['error', { max: 100, skipBlankLines: true, skipComments: true }] },
  },
  {
    files: ['components/**/*.tsx', 'components/**/*.ts', 'app/**/*.tsx'],
    ...reactHooks.configs.flat['recommended-latest'],
  },
  {
    files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
    ...tseslint.configs.disableTypeChecked,
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        module: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
      },
    },
  },
)
