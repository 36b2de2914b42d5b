import { readFileSync } from 'node:fs'

/**
 * The tests' text of `perf script` again and again, each time with other addresses, of which a real one has tens of
 * thousands.
 */
export function repeatRecording(bytes: number): Buffer {
  const one = readFileSync(new URL('../../formats/golden/stackcollapse-perf/jdk-17.txt', import.meta.url), 'utf8')
  const variants = Array.from({ length: 64 }, (_, i) =>
    Buffer.from(one.replace(/(?<=^\s+[0-9a-f]+)[0-9a-f]{2}(?= )/gm, i.toString(16).padStart(2, '0'))),
  )
  return Buffer.concat(Array.from({ length: Math.ceil(bytes / one.length) }, (_, i) => variants[i % variants.length]!))
}
