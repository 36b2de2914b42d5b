/**
 * A function of a script, as browsers and Node name it. Scripts have no packages, and half of their functions are
 * called `get` or nothing at all, so the file and the line where it begins are part of the name.
 *
 *     search, file:///shop/work.cjs, line 4     becomes  search work.cjs:4
 */
import type { ReadFrame } from '../reading/import.ts'
import { takeStart } from '../../profile/names/cut-text.ts'

export type ScriptFrame = Pick<ReadFrame, 'name' | 'raw' | 'module' | 'kind'>

/** Characters of the name of a script's function, and of its address; the rest is cut. */
const longestScriptName = 4096

/** `line` counts from 1, and is 0 when not known; `url` is empty for built-in functions. */
export function scriptFrame(functionName: string, url: string, line: number): ScriptFrame {
  const named = functionName === '' ? '(anonymous)' : takeStart(functionName, longestScriptName)
  const file = scriptFile(url)
  const location = line > 0 && file !== '' ? `${file}:${line}` : file
  return {
    name: location === '' ? named : `${named} ${location}`,
    raw: takeStart(functionName, longestScriptName),
    module: takeStart(url, longestScriptName),
    kind: 'native',
  }
}

/** Most characters of the file of a script that a frame names; what is beyond is cut off. */
const longestScriptFile = 200

/** Gives the file's name without folders, and without the query by which servers distinguish versions. */
export function scriptFile(url: string): string {
  const path = url.replace(/[?#].*$/s, '').replace(/\/+$/, '')
  return path.slice(path.lastIndexOf('/') + 1).slice(0, longestScriptFile)
}
