/** For a file of an unknown format, why it is not what its name claims: the text after "it is named .jfr, but". */
const namedFormats: readonly (readonly [RegExp, string])[] = [
  [/\.jfr$/i, 'does not begin as a JFR recording does (`FLR` and a zero byte)'],
  [/\.(pb|pprof|prof)$/i, 'is no pprof profile (a message of protobuf)'],
  [/\.otlp$/i, 'is no message of OTLP profiles'],
  [/\.hearth$/i, 'does not begin as a profile that Hearth exported does'],
  [/\.(speedscope\.json|speedscope|cpuprofile|json)$/i, 'is no JSON (an object or a list)'],
  [/\.html?$/i, 'does not begin as a page of Hearth or async-profiler does (`<!doctype html>`)'],
  [/\.(folded|collapsed)$/i, 'its lines are not folded stacks (`main;handle;parse 42`)'],
]

/** Null where the name promises nothing. */
export function explainByName(fileName: string): string | null {
  const name = fileName.replace(/\.gz$/i, '')
  for (const [pattern, lack] of namedFormats) {
    const ending = pattern.exec(name)?.[0]
    if (ending !== undefined) return `it is named ${ending}, but ${lack}`
  }
  return null
}
