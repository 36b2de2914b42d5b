/** Reads frames of the Firefox Profiler: functions of scripts, native ones, labels that Firefox itself sets. */
import type { FirefoxProcess } from './firefox-file.ts'
import { columnOf, type FirefoxTables } from './firefox-tables.ts'
import { nativeFrame } from '../native/foreign-frame.ts'
import { type ScriptFrame, scriptFrame } from '../native/script-frame.ts'

/** Bits of `funcTable.flags`, since version 75: they say which of the columns beside it count. */
const isScriptBit = 1
const hasResourceBit = 4
const hasSourceBit = 8
const hasLineBit = 16

/** Gives null for the root of everything, which is no function. An index that points nowhere gives an empty name. */
export function firefoxFrame(tables: FirefoxTables, process: FirefoxProcess, frame: number): ScriptFrame | null {
  const locations = tables.columns.get('frameTable.location')
  if (locations !== undefined) return rawFrame(tables.strings[locations.at(frame)] ?? '', process)
  return functionOf(tables, columnOf(tables, 'frameTable.func').at(frame))
}

function functionOf(tables: FirefoxTables, index: number): ScriptFrame | null {
  const { strings, columns, isScript } = tables
  const flags = columns.get('funcTable.flags')?.at(index) ?? hasResourceBit + hasSourceBit + hasLineBit
  const at = (column: string, bit: number) => ((flags & bit) === 0 ? -1 : (columns.get(column)?.at(index) ?? -1))
  const name = strings[columnOf(tables, 'funcTable.name').at(index)] ?? ''
  const source = at('funcTable.source', hasSourceBit)
  const file =
    source >= 0 ? (columns.get('sources.filename')?.at(source) ?? -1) : at('funcTable.fileName', hasSourceBit)
  const url = strings[file] ?? ''
  const ofScript = columns.has('funcTable.flags') ? (flags & isScriptBit) !== 0 : isScript[index] === true
  if (ofScript) return scriptFrame(name, url, Math.max(0, at('funcTable.lineNumber', hasLineBit)))
  const resource = at('funcTable.resource', hasResourceBit)
  const binary = strings[columns.get('resourceTable.name')?.at(resource) ?? -1] ?? null
  return nameWithoutKind(name, binary)
}

/** `search (file:///page.html:3:16)[12]`, `file:///page.html:5:14`, `0x7ff7d5ea7907`, or a label. */
function rawFrame(location: string, process: FirefoxProcess): ScriptFrame | null {
  const text = location.replace(/\[\d+\]$/, '')
  const [, name, url, line] = /^(.*) \((.+?):(\d+)(?::\d+)?\)$/s.exec(text) ?? []
  if (url !== undefined) return scriptFrame(name!, url, Number(line))
  const address = /^0x([0-9a-f]{1,16})$/i.exec(text)
  if (address === null) return nameWithoutKind(text, null)
  return nameWithoutKind(text, libraryOf(process, Number.parseInt(address[1]!, 16)))
}

function nameWithoutKind(name: string, binary: string | null): ScriptFrame | null {
  if (name === '(root)') return null
  // The code of a script outside of its functions.
  const [, file, line] = /^([a-z][\w-]*:\/\/\S+?)(?::(\d+):\d+)?$/is.exec(name) ?? []
  if (file !== undefined) return scriptFrame('', file, Number(line ?? 0))
  const isNameless = name === '' || /^0x[0-9a-f]+$/i.test(name)
  return nativeFrame(isNameless ? null : name, binary ?? (isNameless ? '[unknown]' : null))
}

function libraryOf({ libs }: FirefoxProcess, address: number): string | null {
  return libs.find(({ start, end }) => address >= start && address < end)?.path ?? null
}
