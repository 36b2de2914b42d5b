import {
  boxesMarker,
  dataMarker,
  type ExportedPage,
  splitTemplate,
  htmlGenerator,
  titleMarker,
} from '../../formats/html/html-file.ts'
import { sampleSummary } from '../samples.ts'

/** A template as small as it can be; the real one is built by lib/launch/build-viewer.ts. */
export const smallTemplate = `<!doctype html>
<html><head>${htmlGenerator}${titleMarker}</head><body>${boxesMarker}${dataMarker}<script>1</script></body></html>`

export function samplePage(more: Partial<ExportedPage> = {}): ExportedPage {
  return { summary: sampleSummary(), notes: [], query: '', exportedAt: 0, ...more }
}

/** An exported file with these gzipped bytes in it. */
export function htmlFileOf(gzipped: Uint8Array, page: Partial<ExportedPage> = {}): string {
  const [before, after] = splitTemplate(smallTemplate, samplePage(page), '')
  return before + Buffer.from(gzipped).toString('base64') + after
}
