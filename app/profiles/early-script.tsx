import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { preload } from 'react-dom'
import { askEarlyScript } from '../../components/early/early-answer.ts'
import { readNonce } from '../../lib/server.ts'

/** What lib/launch/build-early.ts made; null where nothing was built, as under `next dev`: pages come alive by themselves. */
const files = readFiles()
const askEarly = { __html: askEarlyScript }

/** What draws a profile while the scripts of its page are on their way: the data, the fonts, and the early script. */
export async function EarlyScript({ dataUrl, event }: { dataUrl: string; event: string }) {
  if (files === null) return null
  for (const font of files.fonts) preload(font, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
  const nonce = await readNonce()
  return (
    <>
      {/* eslint-disable-next-line no-restricted-syntax -- a constant of ours: no name is in it */}
      <script nonce={nonce} data-data-url={dataUrl} dangerouslySetInnerHTML={askEarly} />
      {/* Not `async`: it is to run before the first layout, and before the page's own scripts. */}
      <script src={files.script} data-data-url={dataUrl} data-event={event} />
    </>
  )
}

function readFiles(): { readonly script: string; readonly fonts: readonly string[] } | null {
  try {
    return JSON.parse(readFileSync(join(process.cwd(), '.next/hearth-early.json'), 'utf8')) as ReturnType<
      typeof readFiles
    >
  } catch {
    return null
  }
}
