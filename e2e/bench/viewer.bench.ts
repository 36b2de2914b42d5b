import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeFolded } from '../../lib/formats/folded/write-folded.ts'
import { buildCallTree } from '../../lib/profile/tree/call-tree.ts'
import { layoutStarts } from '../../lib/profile/layout/layout.ts'
import type { Profile } from '../../lib/profile/model/profile.ts'
import { profileOfStacks, widestPath, writeFlamebearerData, writeV8Log } from './folded-files.ts'
import { exportHtml, importFolded, writeText } from './import-file.ts'
import { signedIn, type Bench, type Figures, measureViewer } from './measure.ts'
import { comparisonTable, explanation } from './result-table.ts'
import {
  type BenchFiles,
  flamebearerViewer,
  hearthFileViewer,
  hearthViewer,
  servePeers,
  speedscopeViewer,
  writeFlamebearerPage,
} from './viewers.ts'
import { test } from '../support/fixtures.ts'

/** Hearth beside speedscope and flamebearer, on the same stacks. Prints; a number is never a failure. */

test.afterAll(() => console.log(explanation))

for (const count of [10_000, 100_000, 1_000_000]) {
  test(`${count.toLocaleString('en')} stacks`, async ({ launchOptions, request, baseURL, hearth }) => {
    test.setTimeout(3_600_000)
    const bench: Bench = { launch: launchOptions, ...(await signedIn(hearth.session)) }
    const directory = await mkdtemp(`${tmpdir()}/hearth-bench-`)
    const peers = await servePeers(directory)
    try {
      const prepare = async (stacks: number): Promise<BenchFiles> => {
        const files = await writeFiles(directory, profileOfStacks(stacks))
        const inHearth = await importFolded(request, baseURL!, files.folded)
        const hearthFile = await exportHtml(
          request,
          inHearth,
          files.flamebearerPage.replace(/bench\.html$/, 'bench-hearth.html'),
        )
        return { ...files, inHearth, hearthFile }
      }
      const tinyFiles = await prepare(300) // the least that is as high as a flame graph
      const files = await prepare(count)
      const viewers = [
        hearthViewer(baseURL!),
        hearthFileViewer(peers.url),
        flamebearerViewer(peers.url),
        speedscopeViewer(peers.url),
      ]
      const figures: Record<string, Figures> = {}
      for (const viewer of viewers) figures[viewer.name] = await measureViewer(bench, viewer, files, tinyFiles)
      console.log(comparisonTable(test.info().title, figures))
    } finally {
      peers.close()
      await rm(directory, { recursive: true })
    }
  })
}

/** The same stacks in every form, and where their widest path is to be clicked. */
async function writeFiles(parent: string, profile: Profile): Promise<Omit<BenchFiles, 'inHearth' | 'hearthFile'>> {
  const directory = await mkdtemp(join(parent, 'files-'))
  const tree = buildCallTree(profile)
  const starts = layoutStarts(tree)
  const heaviestFirst = buildCallTree(profile, { sort: 'weight' })
  const flamebearerPage = writeFlamebearerPage(writeFlamebearerData(profile, tree, starts))
  return {
    folded: await writeText(join(directory, 'bench.folded'), writeFolded(profile)),
    v8Log: await writeText(join(directory, 'bench.json'), writeV8Log(profile)),
    flamebearerPage: await writeText(join(directory, 'bench.html'), flamebearerPage),
    pathByName: widestPath(tree, starts),
    pathByWeight: widestPath(heaviestFirst, layoutStarts(heaviestFirst)),
  }
}
