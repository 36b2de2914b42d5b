import { expect, test } from '../support/fixtures.ts'
import { waitForGraph, waitUntilQuiet } from '../support/viewer.ts'

const depth = 10_000

test('a stack 10,000 frames deep opens whole, and its leaf is a search away', async ({ page }) => {
  const stack = Array.from({ length: depth }, (_, row) => `com.acme.Deep.call${row}`).join(';')
  const answer = await page.request.post('/api/v1/profiles', {
    data: Buffer.from(`${stack} 5\n`),
    headers: {
      origin: process.env.HEARTH_E2E_URL!,
      'x-file-name': 'deep.folded',
      'content-type': 'application/octet-stream',
    },
  })
  expect(answer.status()).toBe(201)
  await page.goto(`/profiles/${((await answer.json()) as { id: string }).id}`)
  await waitUntilQuiet(page)
  const canvas = await waitForGraph(page)
  await expect(canvas).toHaveAttribute('data-nodes', String(depth + 1))
  expect((await canvas.boundingBox())!.height).toBeLessThan(2000)
  await page.keyboard.press('/')
  await page.keyboard.type(`call${depth - 1}`)
  await expect(page.getByTestId('match-count')).toHaveText('1 frame')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('selected-frame')).toContainText(`com.acme.Deep.call${depth - 1}`)
  await page.getByRole('tree').focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByTestId('selected-frame')).toContainText(`com.acme.Deep.call${depth - 2}`)
})
