import { describe, expect, test } from 'vitest'
import { escapeControls, formatTableWithin, wrapHelp, wrapText } from './plain-text.ts'

test('what steers a terminal or hides in a name is shown as an escape', () => {
  expect(escapeControls('a\u001b[2Jb\nc\u009bd')).toBe(String.raw`a\u{1b}[2Jb\u{a}c\u{9b}d`)
  expect(escapeControls('pay\u202eroll\u200b')).toBe(String.raw`pay\u{202e}roll\u{200b}`)
})

test('names of all scripts stay as they are', () => {
  expect(escapeControls('com.acme.Größe.計算 $Proxy1')).toBe('com.acme.Größe.計算 $Proxy1')
})

test('a text is broken at blanks, and a word that is longer stays whole', () => {
  const word = 'w'.repeat(30)
  expect(wrapText(`one two three four five ${word} six`, 20)).toBe(`one two three four\nfive\n${word}\nsix`)
  expect(wrapText('first line\n\nthird', 20)).toBe('first line\n\nthird')
  expect(wrapText(`one ${word}`, undefined)).toBe(`one ${word}`)
})

test('a table that is too wide is a block for each row, whose cells go on below their beginning', () => {
  const table = [
    ['NAME', 'WHY'],
    ['a\u001b', 'one two three four five six'],
    ['b', ''],
  ] as const
  expect(formatTableWithin(table, 28)).toBe(
    'NAME  a\\u{1b}\nWHY   one two three four\n      five six\n\nNAME  b\nWHY\n',
  )
  expect(formatTableWithin(table, 80)).toContain('one two three four five six\n')
})

describe('a help', () => {
  const options = [
    '  -n, --name=NAME   one two three four',
    '                    five six',
    '  --json            seven',
  ]
  const help = ['hearth x [options]', '', 'one two three', 'four five six seven eight.', ...options, ''].join('\n')

  test('is wrapped to the terminal: a paragraph is filled, and an option goes on below its text', () => {
    expect(wrapHelp(help, 40).split('\n')).toEqual([
      ...['hearth x [options]', '', 'one two three four five six seven eight.'],
      ...['  -n, --name=NAME   one two three four', '                    five six', '  --json            seven', ''],
    ])
  })

  test('has at most 100 characters a line in a wider terminal, and where there is none', () => {
    const long = `hearth x\n\n${'word '.repeat(60).trimEnd()}\n`
    expect(wrapHelp(long).split('\n')[2]).toHaveLength(99)
    expect(wrapHelp(long, 200)).toBe(wrapHelp(long))
  })
})
