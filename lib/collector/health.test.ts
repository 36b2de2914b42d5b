import { expect, test } from 'vitest'
import { createHealthWatch } from './health.ts'

const config = {
  asyncProfiler: undefined,
  dataDirectory: '/nonexistent',
  dockerHost: 'unix:///nonexistent/docker.sock',
  helperImage: 'hearth-helper:latest',
}

async function helperCheck(seesHost: boolean) {
  const inventory = { dockerState: () => ({ ok: true, problem: null }), seesHost: () => seesHost }
  const checks = await createHealthWatch(inventory, config, () => undefined).refresh()
  return checks.find(({ code }) => code === 'helper-image')
}

test('the image of helpers is missed only where some JVM can be reached in no other way', async () => {
  expect(await helperCheck(false)).toMatchObject({
    ok: false,
    title: 'The Docker engine has no image hearth-helper:latest',
    command: 'npx hearth build-helper',
  })
  expect(await helperCheck(true)).toMatchObject({ ok: process.getuid?.() === 0 })
})
