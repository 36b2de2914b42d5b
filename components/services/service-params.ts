import { notFound } from 'next/navigation'
import { readServiceSegment } from '../../lib/contract/service-segment.ts'

/** Parameters that Next passes to a page below `/services/<service>`. */
export interface ServicePageProps {
  readonly params: Promise<{ service: string }>
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>
}

/** Which service and event a page is about, and all else that its address asks for. */
export async function readServiceParams({ params, searchParams }: ServicePageProps) {
  const { event, ...more } = await searchParams
  const otherParams = new URLSearchParams(
    Object.entries(more).flatMap(([name, values]) => [values ?? []].flat().map((value) => [name, value])),
  )
  return {
    service: readServiceSegment((await params).service) ?? notFound(),
    event: [event].flat()[0] ?? null,
    otherParams: otherParams.toString(),
  }
}
