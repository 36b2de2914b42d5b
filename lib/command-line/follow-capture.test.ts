/** What a command says whose collector ends meanwhile. */
import { expect, test } from 'vitest'
import type { CollectorClient } from '../collector/client/client.ts'
import type { Capture } from '../contract/capture.ts'
import { interrupt } from '../contract/interrupt-capture.ts'
import { Problem } from '../errors.ts'
import { chunksOf } from '../testing/formats/chunks.ts'
import { sampleCapture } from '../testing/samples.ts'
import { followThroughRestart } from './follow-capture.ts'
import { captureLocally } from './local-capture.ts'

const gone = () => new Problem('collector-unreachable', { socket: '/run/x', reason: 'it closed the connection' })
const recording = sampleCapture({ state: 'recording' })
const saving = sampleCapture({ state: 'saving', artefacts: [{ event: 'cpu', sha256: 'a'.repeat(64), bytes: 4 }] })

/** Collectors one after the other, each with what it knows; null for a time in which none answers. */
function collectors(lives: readonly (readonly Capture[] | null)[], fetch: CollectorClient['fetchArtefact'] | null) {
  let life = 0
  const away = async () => {
    throw gone()
  }
  return {
    async call(verb: string) {
      if (verb === 'startCapture') return recording
      if ((lives[life] ?? null) === null) {
        life = Math.min(life + 1, lives.length)
        throw gone()
      }
      return []
    },
    async *watch() {
      const captures = lives[life] ?? []
      yield { type: 'snapshot', captures: captures.slice(0, 1) }
      for (const capture of captures.slice(1)) yield { type: 'capture', capture }
      life++
      throw gone()
    },
    fetchArtefact: fetch ?? away,
  } as unknown as CollectorClient
}

function run(collector: CollectorClient) {
  const said: string[] = []
  const streams = { stderr: { write: (text: string) => void said.push(text) } }
  const kept: string[] = []
  const open = { collector, isOwn: false, linkTo: ({ id }: { id: string }) => `http://here/captures/${id}` }
  const signal = new AbortController().signal
  const ended = captureLocally(recording.request, open, { streams, signal, keep: (event) => kept.push(event) })
  return { ended, said, kept }
}

test('a collector that starts again says what became of the capture', async () => {
  const interrupted = interrupt(recording, 5)
  const { ended, said } = run(collectors([[recording], null, [interrupted]], null))
  await expect(ended).rejects.toMatchObject({ code: 'capture-interrupted', facts: { phase: 'recording' } })
  expect(said.join('')).toContain('The collector does not answer: it closed the connection. Waiting')
})

test('a profile that was whole is fetched from the next one', async () => {
  const { ended, kept } = run(collectors([[recording], [saving]], async () => chunksOf('abcd')))
  expect((await ended)?.state).toBe('saving')
  expect(kept).toEqual(['cpu'])
})

test('one that does not know the capture has lost it', async () => {
  const { ended } = run(collectors([[recording], []], null))
  await expect(ended).rejects.toMatchObject({ code: 'capture-interrupted' })
})

test('of a profile that cannot be fetched any more it is said where it is', async () => {
  const { ended } = run(collectors([[recording, saving]], null))
  await expect(ended).rejects.toMatchObject({
    code: 'collector-gone',
    remedy: `The profile is kept on disk: once Hearth runs again (\`npm start\`), http://here/captures/${saving.id} shows it.`,
  })
})

test('one that stays away, or hangs, is waited for a limited time', async () => {
  const follow = async (collector: CollectorClient) => {
    const following = { signal: undefined, onAway: () => undefined, waitMs: 50 }
    for await (const capture of followThroughRestart(collector, recording, following)) void capture
  }
  await expect(follow(collectors([[recording]], null))).rejects.toMatchObject({ code: 'collector-unreachable' })
  const stopped = { ...collectors([[recording]], null), call: () => new Promise(() => undefined) }
  await expect(follow(stopped as unknown as CollectorClient)).rejects.toMatchObject({ code: 'collector-unreachable' })
})
