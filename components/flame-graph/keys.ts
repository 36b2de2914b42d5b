/** What a key asks of the viewer. */
export type ViewerAction =
  | 'search'
  | 'next-match'
  | 'previous-match'
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'zoom'
  | 'back'
  | 'reset'
  | 'flame-or-icicle'
  | 'invert'
  | 'split-by-thread'
  | 'table'
  | 'copy-name'
  | 'copy-stack'
  | 'keys'
  | 'clear'

interface KeyRow {
  readonly keys: readonly string[]
  readonly action: ViewerAction
  /** Shown in the list of all keys. */
  readonly says: string
}

/** Every key of the viewer: the dialog shows this table, the listener reads it. Upper case means Shift. */
export const keyTable: readonly KeyRow[] = [
  { keys: ['/'], action: 'search', says: 'Search' },
  { keys: ['n'], action: 'next-match', says: 'Next match' },
  { keys: ['N'], action: 'previous-match', says: 'Previous match' },
  {
    keys: ['ArrowUp'],
    action: 'up',
    says: 'The frame drawn above: a callee in a flame graph, the caller in an icicle',
  },
  { keys: ['ArrowDown'], action: 'down', says: 'The frame drawn below' },
  { keys: ['ArrowLeft'], action: 'left', says: 'Previous sibling' },
  { keys: ['ArrowRight'], action: 'right', says: 'Next sibling' },
  { keys: ['Enter'], action: 'zoom', says: 'Zoom to the selected frame' },
  { keys: ['Backspace'], action: 'back', says: 'Back to the view before' },
  { keys: ['0'], action: 'reset', says: 'Show all again' },
  { keys: ['f'], action: 'flame-or-icicle', says: 'Flame graph (root below) or icicle (root above)' },
  { keys: ['i'], action: 'invert', says: 'Invert: start from the leaves' },
  { keys: ['p'], action: 'split-by-thread', says: 'Split by thread' },
  { keys: ['t'], action: 'table', says: 'Table of functions, or back to the graph' },
  { keys: ['c'], action: 'copy-name', says: 'Copy the name of the selected frame' },
  { keys: ['C'], action: 'copy-stack', says: 'Copy its stack, root first' },
  { keys: ['Escape'], action: 'clear', says: 'Clear the search, then the selection' },
  { keys: ['?'], action: 'keys', says: 'All keys' },
]

const actionByKey = new Map(keyTable.flatMap(({ keys, action }) => keys.map((key) => [key, action] as const)))

/** The action of a key press, or undefined when the press is not ours: typed into a field, or with a modifier. */
export function actionOfKey(event: KeyboardEvent): ViewerAction | undefined {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return undefined
  const target = event.target
  if (target instanceof HTMLElement) {
    if (target.isContentEditable || target.closest('input, textarea, select, [role="dialog"], [role="menu"]'))
      return undefined
    // Enter and the arrows belong to whatever control has the focus; elsewhere they belong to the graph.
    const onControl = target.closest('button, a, [role="radio"], [role="tab"], [role="row"], [role="slider"]') !== null
    if (onControl && (event.key === 'Enter' || event.key === ' ' || event.key.startsWith('Arrow'))) return undefined
  }
  return actionByKey.get(event.key)
}
