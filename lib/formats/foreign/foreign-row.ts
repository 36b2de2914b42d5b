/** Rows for files that Hearth recognises and cannot read, and the remedies that many of them share. */

/** Why a file is refused, for people. */
export interface Refusal {
  /** What the file is, to follow "Hearth cannot read this file:", such as `it is a tar archive`. */
  readonly hint: string
  readonly remedy: string
}

export interface ForeignFormat extends Refusal {
  /**
   * How the file is recognised by its first 64 KiB (`startBytes`), one character a byte: what they begin with, a
   * pattern, or a function. In text, lines end with \n and empty lines before the first are gone. Where no
   * row fits, all rows are tried again without the comments (`#`) before the first line.
   */
  readonly sign: string | RegExp | ((text: string) => boolean)
}

export function row(sign: ForeignFormat['sign'], hint: string, remedy: string): ForeignFormat {
  return { sign, hint, remedy }
}

// Remedies: what to do with such a file, or to record in its place.
export const fold = (tool: string) => `Fold it with \`${tool}\` and import the result.`
export const runPerfScript = 'Run `perf script` on the same perf.data and import its text.'
export const recordPerf = 'Record the program with `perf record -g` and import the text of `perf script`.'
export const recordJvm = 'Record the JVM with async-profiler or JFR and import the .jfr.'
export const importItsRecording = 'Import the recording that it was made of.'
