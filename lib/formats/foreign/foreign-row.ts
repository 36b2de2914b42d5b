/** A row of the tables of files that are recognised and not read, and the ways out that many of them share. */
export interface Refusal {
  /** Name of the file, after "Hearth cannot read this file:". */
  readonly hint: string
  readonly remedy: string
}

export interface ForeignFormat extends Refusal {
  /**
   * What the file begins with, or a pattern of its beginning, one character a byte. Of text, lines end with \n, and
   * empty lines before the first one are not there.
   */
  readonly sign: string | RegExp | ((text: string) => boolean)
}

export function row(sign: ForeignFormat['sign'], hint: string, remedy: string): ForeignFormat {
  return { sign, hint, remedy }
}

export const fold = (tool: string) => `Fold it with \`${tool}\` and import the result.`
export const runPerfScript = 'Run `perf script` on the same perf.data and import its text.'
export const recordPerf = 'Record the program with `perf record -g` and import the text of `perf script`.'
export const recordJvm = 'Record the JVM with async-profiler or JFR and import the .jfr.'
export const importItsRecording = 'Import the recording that it was made of.'
