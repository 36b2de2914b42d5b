import { expect, test } from 'vitest'
import { sampleTarget } from '../testing/samples.ts'
import { createHealthWatch } from './health.ts'

const config = {
  asyncProfiler: undefined,
  dataDirectory: '/nonexistent',
  dockerHost: 'unix:///nonexistent/docker.sock',
  helperImage: 'hearth-helper:latest',
}

async function helperCheck(seesHost: boolean) {
  const inventory = { dockerState: () => ({ ok: true, problem: null }), seesHost: () => seesHost, list: () => [] }
  const checks = await createHealthWatch(
    inventory,
    () => [],
    config,
    () => undefined,
  ).refresh()
  return checks.find(({ code }) => code === 'helper-image')
}

test('the image of helpers is missed only where some JVM can be reached in no other way', async () => {
  expect(await helperCheck(false)).toMatchObject({
    ok: false,
    title: 'The Docker engine has no image hearth-helper:latest',
    command: 'npx hearth build-helper',
  })
  const isRoot = process.getuid?.() === 0
  expect(await helperCheck(true)).toMatchObject({ ok: isRoot, ...(isRoot && { isAbsent: true }) })
})

test('files that a JVM was asked for, and has not given for a while, are named with its container', async () => {
  const inventory = {
    dockerState: () => ({ ok: true, problem: null }),
    seesHost: () => true,
    list: () => [sampleTarget({ hostPid: 7, service: 'shop' })],
  }
  let files = [{ hostPid: 7, path: '/tmp/perf-1.map', askedAt: Date.now() }]
  const health = createHealthWatch(
    inventory,
    () => files,
    config,
    () => undefined,
  )
  const lateFiles = async () => (await health.refresh()).find(({ code }) => code === 'late-files')
  expect(await lateFiles()).toMatchObject({ ok: true })
  const askedAt = Date.now() - 60_000
  files = [
    { hostPid: 7, path: '/tmp/perf-1.map', askedAt },
    { hostPid: 8, path: '/tmp/.attach_pid8', askedAt },
  ]
  expect(await lateFiles()).toMatchObject({
    ok: false,
    title: 'Not removed yet: /tmp/.attach_pid8 of process 8, /tmp/perf-1.map of shop',
  })
})
