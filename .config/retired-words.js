/**
 * Words that identifiers no longer have, with the field's word for each (see docs/words.md).
 * A word counts as one part of a name: `twin` refuses `twin`, `twinOf` and `findTwins`, not `twine`.
 */
const retired = {
  twin: 'counterpart',
  sight: 'viewport',
  pen: 'renderer',
  sketch: 'paint context',
  glide: 'tween',
  aim: 'camera target',
  walk: 'navigation',
  union: 'merged tree',
  judge: 'test',
  verdict: 'outcome',
  culprit: 'delta',
  drawn: 'model',
  picture: 'first paint, thumbnail, snapshot, export or image',
  place: 'offset, index, position, path, anchor or location',
  room: 'quota or space',
  door: 'listener',
  talk: 'session or RPC',
  conversation: 'session',
  scout: 'inventory agent',
  leftover: 'cleanup record',
  keeper: 'sync or ref',
  permits: 'semaphore',
  told: 'message or event',
  words: 'label or text',
  say: 'format',
  tower: 'by thread',
}

const declarations = [
  'VariableDeclarator > Identifier.id',
  ':function > Identifier.id',
  ':function > Identifier.params',
  ':function > AssignmentPattern.params > Identifier.left',
  'ClassDeclaration > Identifier.id',
  'TSInterfaceDeclaration > Identifier.id',
  'TSTypeAliasDeclaration > Identifier.id',
  'TSPropertySignature > Identifier.key',
  'TSMethodSignature > Identifier.key',
  'VariableDeclarator > ObjectPattern > Property > Identifier.value',
  ':function > ObjectPattern > Property > Identifier.value',
  'VariableDeclarator > ArrayPattern > Identifier',
]

/** Words and phrases that comments and texts no longer have, with what to say. */
const retiredInProse = {
  'whoever|nobody|somebody|everybody':
    'the person, program or caller that is meant, or "unknown", "no one", "all users"',
  'stands? for': 'is, means or replaces',
  'stands? out': 'is a finding',
  told: 'reported, asked, or distinguished',
  'talks?|talking|conversations?': 'session, request or RPC',
  'take turns': 'one after the other',
  'twins?': 'counterpart',
  'scouts?': 'inventory agent',
  'pictures?': 'first paint, thumbnail, snapshot, export or image',
  'leftovers?': 'cleanup record',
  'judged?|verdicts?|culprits?': 'test, outcome or delta',
  'doors?': 'server, listener or API',
  'towers?': 'by thread',
  'glides?|sketch|sketches': 'tween, paint context',
}
const prose = Object.entries(retiredInProse).map(([words, say]) => ({
  pattern: new RegExp(`\\b(?:${words})\\b`, 'i'),
  say,
}))

/** @typedef {{ loc?: import('eslint').AST.SourceLocation | null | undefined }} Located */

/**
 * A rule: comments and texts use the words of docs/words.md. It passes over code in them (`names`) and strings of one
 * word, which are data.
 */
export const retiredProse = {
  create(/** @type {import('eslint').Rule.RuleContext} */ context) {
    const check = (/** @type {Located} */ { loc }, /** @type {string} */ text) => {
      for (const { pattern, say } of prose) {
        const word = pattern.exec(text.replace(/`[^`]*`/g, ''))?.[0]
        if (word !== undefined && loc) context.report({ loc, message: `"${word}" is retired: say ${say}.` })
      }
    }
    const checkText = (/** @type {Located} */ node, /** @type {unknown} */ text) => {
      if (typeof text === 'string' && /\s/.test(text.trim())) check(node, text)
    }
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) check(comment, comment.value)
      },
      Literal: (/** @type {Located & { value?: unknown }} */ node) => checkText(node, node.value),
      TemplateElement: (/** @type {Located & { value: { cooked?: unknown } }} */ node) =>
        checkText(node, node.value.cooked),
      JSXText: (/** @type {Located & { value: unknown }} */ node) => checkText(node, node.value),
    }
  },
}

/** Options of `no-restricted-syntax`. */
export const retiredWords = Object.entries(retired).map(([word, say]) => {
  const title = word.charAt(0).toUpperCase() + word.slice(1)
  const name = `/^(${word}|.*[a-z0-9]${title}|${title})s?([A-Z0-9].*)?$/`
  return {
    selector: `:matches(${declarations.map((one) => `${one}[name=${name}]`).join(', ')})`,
    message: `"${word}" is a retired word: say ${say}.`,
  }
})
