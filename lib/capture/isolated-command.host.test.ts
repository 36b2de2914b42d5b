import fs from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parserJobSchema } from '../contract/parser-job.ts'
import { decodeProfile } from '../profile/encoding/encode.ts'
import { readParts } from './read-parts.ts'

const parserUid = 61718
let directory: string
beforeEach(() => void (directory = fs.mkdtempSync('/run/hearth-test-')))
afterEach(() => fs.rmSync(directory, { recursive: true }))

/** Stands in for a perf that a hostile file took over: counts, as folded stacks, what it has where it runs, and one. */
const lookAround = `
echo "uid $(id -u)"
echo "groups $(id -G)"
echo "rights $((1 + $(sed -n 's/^Cap.*:./+ 0x/p' /proc/self/status)))"
echo "ways-to-more-rights $((2 - $(sed -n 's/^NoNewPrivs:.//p' /proc/self/status)))"
echo "networks $(grep -c : /proc/net/dev)"
echo "foreign-processes $((1 + $(cat /proc/[0-9]*/comm | grep -cE '^(node|systemd|init|dockerd|bash)')))"
echo "foreign-files $((1 + $(ls /tmp | grep -c hearth)))"
echo "writes $((1 + $( (echo x > ./written) 2>/dev/null && echo 1 || echo 0)))"
echo "environment $((1 + $(env | grep -c HEARTH)))"
`

test('perf script runs as a user without rights, network or sight of the host', async () => {
  process.env.HEARTH_CANARY = 'x'
  const canary = `/tmp/hearth-canary-${process.pid}`
  fs.writeFileSync(canary, '')
  try {
    const limits = { parserUid, memoryBytes: 400 * 2 ** 20, seconds: 30 }
    const command = ['perf', 'stat', '--event', 'task-clock', '--', 'sh', '-c', lookAround]
    const part = { source: { kind: 'command' as const, command }, job: parserJobSchema.parse({ format: 'folded' }) }
    const signal = new AbortController().signal
    const [parsed] = await readParts([part], { directory, limits, provenance: {} }, signal)
    const profile = decodeProfile(parsed!.bytes)
    const found = new Map<string, number>()
    for (const [sample, stack] of profile.samples.stack.entries()) {
      const name = profile.strings[profile.frames.name[profile.stacks.frame[stack]!]!]!
      found.set(name, profile.samples.weight[sample]!)
    }
    expect(Object.fromEntries(found)).toEqual({
      uid: parserUid,
      groups: parserUid,
      rights: 1,
      'ways-to-more-rights': 1,
      networks: 1, // its own loopback, which is down
      'foreign-processes': 1,
      'foreign-files': 1,
      writes: 1,
      environment: 1,
    })
  } finally {
    fs.rmSync(canary)
  }
})
