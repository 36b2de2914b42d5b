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

/** Options of `no-restricted-syntax`. */
export const retiredWords = Object.entries(retired).map(([word, say]) => {
  const title = word.charAt(0).toUpperCase() + word.slice(1)
  const name = `/^(${word}|.*[a-z0-9]${title}|${title})s?([A-Z0-9].*)?$/`
  return {
    selector: `:matches(${declarations.map((one) => `${one}[name=${name}]`).join(', ')})`,
    message: `"${word}" is a retired word: say ${say}.`,
  }
})
